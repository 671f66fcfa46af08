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

    /// Where a name is in the table, or would go.
    enum Place {
        /// The setting in this slot has the name.
        case taken(slot: Int)

        /// No setting has it; here is room for it.
        case free(place: Int)
    }

    /// The slot of a name.
    ///
    /// - Complexity: O(1) for names whose hashes spread, as they do: the hash has a secret of the process.
    func slot(of name: RawSpan, in loaded: LoadedSettings) -> Int? {
        guard !places.isEmpty, case .taken(let slot) = place(of: name, in: loaded) else { return nil }
        return slot
    }

    /// Looks for a name; the table must have room.
    func place(of name: RawSpan, in loaded: LoadedSettings) -> Place {
        let mask = places.count - 1
        var place = Int(truncatingIfNeeded: ByteHash.ofProcess(name)) & mask
        while places[place] != .max {
            let slot = Int(places[place])
            if loaded.isName(of: slot, equalTo: name) { return .taken(slot: slot) }
            place = (place + 1) & mask
        }
        return .free(place: place)
    }

    /// Puts a slot where ``place(of:in:)`` found room.
    mutating func insert(_ slot: Int, at place: Int) {
        places[place] = UInt32(slot)
    }
}
