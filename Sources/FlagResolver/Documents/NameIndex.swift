/// From the bytes of a name to the slot of a setting: an open-addressing table of slots.
package struct NameIndex: Sendable {
    /// Slots, or ``UInt32/max`` where a place is free; the count is a power of two and at least twice the names.
    private var places: [UInt32] = []

    init() {}

    /// Makes room for a number of names.
    init(capacity: Int) {
        var count = 8
        while count < capacity * 2 { count *= 2 }
        places = Array(repeating: .max, count: count)
    }

    /// The slot of a name.
    ///
    /// - Complexity: O(1) for names whose hashes spread, as they do: the hash has a secret of the process.
    func slot(of name: borrowing Span<UInt8>, in loaded: borrowing LoadedSettings) -> Int? {
        guard !places.isEmpty else { return nil }
        let mask = places.count - 1
        var place = Int(truncatingIfNeeded: ByteHash.hash(name)) & mask
        while true {
            let slot = places[place]
            guard slot != .max else { return nil }
            if loaded.isName(of: Int(slot), equalTo: name) { return Int(slot) }
            place = (place + 1) & mask
        }
    }

    /// Adds a name, unless it is there: then its slot is returned.
    mutating func insert(_ slot: Int, name: borrowing Span<UInt8>, in loaded: borrowing LoadedSettings) -> Int? {
        let mask = places.count - 1
        var place = Int(truncatingIfNeeded: ByteHash.hash(name)) & mask
        while places[place] != .max {
            let other = Int(places[place])
            if loaded.isName(of: other, equalTo: name) { return other }
            place = (place + 1) & mask
        }
        places[place] = UInt32(slot)
        return nil
    }
}
