/// The names of a document's settings: from a slot to its name, and from the bytes of a name to its slot.
package struct SettingNames: Sendable {
    /// All names, one after the other, as UTF-8.
    package private(set) var bytes: [UInt8] = []

    /// Where each name ends in ``bytes``.
    private var ends: [UInt32] = []

    /// An open-addressing table. The count is a power of two, and at least four thirds of the names.
    private var places: [Place] = []

    /// Held here, as what is shared by the process has to be asked for whether it is there already.
    private let hasher = ByteHash.ofProcess

    /// All that looking a name up needs to know of a setting, in a quarter of a cache line.
    private struct Place: BitwiseCopyable {
        /// A part of the name's hash: it saves looking at names that are not the one, which are far away in memory.
        let tag: UInt32
        /// The setting; ``free`` where the place is.
        let slot: UInt32
        /// Where the name is in ``bytes``, and how long.
        let start: UInt32
        let count: UInt32

        static let free = Place(tag: 0, slot: .max, start: 0, count: 0)
    }

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
        while count * 3 < ends.count * 4 { count *= 2 }
        var places = [Place](repeating: .free, count: count)
        let pair = bytes.withRawSpan { bytes -> (first: Int, second: Int)? in
            var start = 0
            for (slot, end) in ends.enumerated() {
                let name = bytes.extracting(start..<Int(end))
                let hash = hasher(name)
                switch Self.lookUp(name, hash: hash, in: places, among: bytes) {
                case .taken(let other): return (other, slot)
                case .free(let place):
                    places[place] = Place(
                        tag: UInt32(truncatingIfNeeded: hash >> 32),
                        slot: UInt32(truncatingIfNeeded: slot),
                        start: UInt32(truncatingIfNeeded: start),
                        count: UInt32(truncatingIfNeeded: name.byteCount)
                    )
                }
                start = Int(end)
            }
            return nil
        }
        self.places = places
        return pair
    }

    /// The slot of a name, compared byte by byte; `nil` if there is none.
    ///
    /// - Complexity: O(1) for names whose hashes spread, as they do: the hash has a secret of the process.
    @inline(__always)
    func slot(of name: RawSpan) -> Int? {
        guard !places.isEmpty else { return nil }
        let hash = hasher(name)
        return bytes.withRawSpan { bytes in
            guard case .taken(let slot) = Self.lookUp(name, hash: hash, in: places, among: bytes) else { return nil }
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
        let start = slot == 0 ? 0 : Int(ends[slot - 1])
        return start..<Int(ends[slot])
    }

    /// What looking a name up comes to.
    private enum Finding {
        /// The setting in this slot has the name.
        case taken(slot: Int)

        /// No setting has it; here is room for it.
        case free(place: Int)
    }

    @inline(__always)
    private static func lookUp(_ name: RawSpan, hash: UInt64, in places: [Place], among bytes: RawSpan) -> Finding {
        let mask = places.count &- 1
        let tag = UInt32(truncatingIfNeeded: hash >> 32)
        var index = Int(truncatingIfNeeded: hash) & mask
        while true {
            let place = places[index]
            if place.slot == Place.free.slot { return .free(place: index) }
            if place.tag == tag, Int(place.count) == name.byteCount,
                bytes.isEqual(at: Int(place.start), to: name, at: 0, count: name.byteCount)
            {
                return .taken(slot: Int(place.slot))
            }
            index = (index &+ 1) & mask
        }
    }
}
