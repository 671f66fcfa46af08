/// The names of a document's settings: from a slot to its name, and from the bytes of a name to its slot.
package struct SettingNames: Sendable {
    /// All names, one after the other, as UTF-8.
    package private(set) var bytes: [UInt8] = []

    /// Where each name ends in ``bytes``.
    private var ends: [UInt32] = []

    /// An open-addressing table, small enough to stay near the processor: slots in the lower ``slotBits``, each beneath a
    /// part of its name's hash.
    ///
    /// The hash saves looking at names that are not the one, which are somewhere else in memory. The count is a power of
    /// two, and at least twice that of the names, so that most are found where they are looked for first.
    private var places: [UInt32] = []

    /// As many bits as the count of the names has, so that no slot is all ones.
    private var slotBits: UInt32 = 0

    /// Held here, as what is shared by the process has to be asked for whether it is there already.
    private let hasher = ByteHash.ofProcess

    private static let free = UInt32.max

    init() {}

    /// Makes room for a number of names.
    mutating func reserveCapacity(_ count: Int) {
        ends.reserveCapacity(count)
        bytes.reserveCapacity(count * 16)
    }

    /// Adds the name of the next slot: a prefix and the content of a key.
    mutating func append(prefix: [UInt8], key: JSONNode, in document: RawSpan) {
        prefix.withRawSpan { bytes.append($0, from: 0, to: $0.byteCount) }
        if key.isEscaped {
            JSONStringContent.append(key, in: document, to: &bytes)
        } else {
            bytes.append(document, from: Int(key.start) + 1, to: Int(key.end) - 1)
        }
        ends.append(UInt32(clamping: bytes.count))
    }

    /// Readies the names for being looked up.
    ///
    /// - Returns: The slots of the first two equal names, or `nil` if there are none.
    mutating func makeIndex() -> (first: Int, second: Int)? {
        var count = 8
        while count < ends.count * 2 { count *= 2 }
        places = [UInt32](repeating: Self.free, count: count)
        slotBits = UInt32(UInt32.bitWidth - UInt32(truncatingIfNeeded: ends.count).leadingZeroBitCount)
        return bytes.withRawSpan { bytes in
            for slot in ends.indices {
                let name = range(of: slot)
                let hash = hasher(bytes, from: name.lowerBound, count: name.count)
                switch lookUp(bytes, from: name.lowerBound, count: name.count, hash: hash, among: bytes) {
                case .taken(let other): return (other, slot)
                case .free(let place):
                    places[place] = tag(of: hash) &<< slotBits | UInt32(truncatingIfNeeded: slot)
                }
            }
            return nil
        }
    }

    /// The slot of a name, compared byte by byte; `nil` if there is none.
    ///
    /// - Complexity: O(1) for names whose hashes spread, as they do: the hash has a secret of the process.
    @inline(__always)
    func slot(of name: RawSpan) -> Int? {
        guard !places.isEmpty else { return nil }
        let hash = hasher(name)
        return bytes.withRawSpan { bytes in
            guard case .taken(let slot) = lookUp(name, from: 0, count: name.byteCount, hash: hash, among: bytes) else {
                return nil
            }
            return slot
        }
    }

    /// Calls a closure with the name of each of some slots, as a part of the bytes of all names.
    package func forEach(_ slots: [Int], _ body: (_ index: Int, _ bytes: RawSpan, _ start: Int, _ end: Int) -> Void) {
        bytes.withRawSpan { bytes in
            for index in slots.indices {
                let name = range(of: slots[index])
                body(index, bytes, name.lowerBound, name.upperBound)
            }
        }
    }

    /// The name of a slot, as UTF-8.
    package subscript(slot: Int) -> ArraySlice<UInt8> { bytes[range(of: slot)] }

    /// Where the name of a slot is in ``bytes``.
    package func range(of slot: Int) -> Range<Int> {
        let start = slot == 0 ? 0 : Int(ends[slot &- 1])
        return start..<Int(ends[slot])
    }

    /// What looking a name up comes to.
    private enum Finding {
        /// The setting in this slot has the name.
        case taken(slot: Int)

        /// No setting has it; here is room for it.
        case free(place: Int)
    }

    /// The part of a hash that a place has room for. It has nothing to do with the part that chooses the place.
    @inline(__always)
    private func tag(of hash: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: hash &>> 32) &>> slotBits
    }

    @inline(__always)
    private func lookUp(
        _ text: RawSpan,
        from start: Int,
        count: Int,
        hash: UInt64,
        among bytes: RawSpan
    ) -> Finding {
        let mask = places.count &- 1
        let tag = tag(of: hash)
        var index = Int(truncatingIfNeeded: hash) & mask
        while true {
            let place = places[index]
            if place == Self.free { return .free(place: index) }
            if place &>> slotBits == tag {
                let slot = Int(place & ~(UInt32.max &<< slotBits))
                let range = range(of: slot)
                if range.count == count, bytes.isEqual(at: range.lowerBound, to: text, at: start, count: count) {
                    return .taken(slot: slot)
                }
            }
            index = (index &+ 1) & mask
        }
    }
}
