/// The names of a document's settings: from a slot to its name, and from the bytes of a name to its slot.
package struct SettingNames: Sendable {
    /// All names, one after the other, as UTF-8.
    package private(set) var bytes: [UInt8] = []

    /// Where each name ends in ``bytes``.
    private var ends: [UInt32] = []

    /// An open-addressing table of slots in the lower halves, each beneath the upper half of its name's hash.
    ///
    /// The hash saves looking at names that are not the one, which are somewhere else in memory. The count is a power of
    /// two, and at least four thirds of the names.
    private var places: [UInt64] = []

    private static let free = UInt64.max

    init() {}

    /// Makes room for a number of names.
    mutating func reserveCapacity(_ count: Int) {
        ends.reserveCapacity(count)
        bytes.reserveCapacity(count * 16)
    }

    /// Adds the name of the next slot: a prefix and the content of a key.
    mutating func append(prefix: [UInt8], key: Int, of tree: JSONTree) {
        bytes.append(contentsOf: prefix)
        tree.appendString(at: key, to: &bytes)
        ends.append(UInt32(bytes.count))
    }

    /// Readies the names for being looked up.
    ///
    /// - Returns: The slots of the first two equal names, or `nil` if there are none.
    mutating func makeIndex() -> (first: Int, second: Int)? {
        var count = 8
        while count * 3 < ends.count * 4 { count *= 2 }
        places = Array(repeating: Self.free, count: count)
        return bytes.withRawSpan { bytes in
            for slot in ends.indices {
                let name = bytes.extracting(range(of: slot))
                let hash = ByteHash.ofProcess(name)
                switch lookUp(name, hash: hash, among: bytes) {
                case .taken(let other): return (other, slot)
                case .free(let place): places[place] = hash & ~0xFFFF_FFFF | UInt64(slot)
                }
            }
            return nil
        }
    }

    /// The slot of a name, compared byte by byte; `nil` if there is none.
    ///
    /// - Complexity: O(1) for names whose hashes spread, as they do: the hash has a secret of the process.
    func slot(of name: RawSpan) -> Int? {
        guard !places.isEmpty else { return nil }
        return bytes.withRawSpan { bytes in
            guard case .taken(let slot) = lookUp(name, hash: ByteHash.ofProcess(name), among: bytes) else { return nil }
            return slot
        }
    }

    /// The name of a slot, as UTF-8.
    package subscript(slot: Int) -> ArraySlice<UInt8> { bytes[range(of: slot)] }

    /// Where the name of a slot is in ``bytes``.
    package func range(of slot: Int) -> Range<Int> {
        let start = slot == 0 ? 0 : Int(ends[slot - 1])
        return start..<Int(ends[slot])
    }

    /// Where a name is in the table, or would go.
    private enum Place {
        /// The setting in this slot has the name.
        case taken(slot: Int)

        /// No setting has it; here is room for it.
        case free(place: Int)
    }

    @inline(__always)
    private func lookUp(_ name: RawSpan, hash: UInt64, among bytes: RawSpan) -> Place {
        let mask = places.count - 1
        var place = Int(truncatingIfNeeded: hash) & mask
        while places[place] != Self.free {
            if places[place] >> 32 == hash >> 32 {
                let slot = Int(UInt32(truncatingIfNeeded: places[place]))
                let range = range(of: slot)
                if range.count == name.byteCount,
                    bytes.isEqual(at: range.lowerBound, to: name, at: 0, count: range.count)
                {
                    return .taken(slot: slot)
                }
            }
            place = (place + 1) & mask
        }
        return .free(place: place)
    }
}
