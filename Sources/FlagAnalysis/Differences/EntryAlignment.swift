import FlagResolver

/// Which entry of a setting in one document is which in another.
///
/// Entries have no names. Taken for the same are, in this order: those with the same versions and value; those with the
/// same versions; those with the same value. Among equals the document's order decides.
struct EntryAlignment {
    private var newEntries: [Int: Int] = [:]
    private var oldEntries: [Int: Int] = [:]

    private struct Side {
        let entry: Int
        let versions: VersionSet
        let value: [UInt8]
    }

    private struct Key: Hashable {
        let versions: VersionSet?
        let value: [UInt8]?
    }

    /// - Complexity: O(*n*) in the number of entries and the length of their values, on average.
    init(_ old: SettingsDocument, _ oldSlot: Int, _ new: SettingsDocument, _ newSlot: Int) {
        var left = Self.sides(old, oldSlot)
        var right = Self.sides(new, newSlot)
        pair(&left, &right) { Key(versions: $0.versions, value: $0.value) }
        pair(&left, &right) { Key(versions: $0.versions, value: nil) }
        pair(&left, &right) { Key(versions: nil, value: $0.value) }
    }

    /// The entry of the new document that an old one has become; `nil` where it is gone.
    func newEntry(of old: Int) -> Int? { newEntries[old] }

    /// The entry of the old document that a new one was; `nil` where it was not there.
    func oldEntry(of new: Int) -> Int? { oldEntries[new] }

    private static func sides(_ document: SettingsDocument, _ slot: Int) -> [Side] {
        let entries = document.entries(of: slot)
        return entries.indices.map { position in
            Side(
                entry: position, versions: document.versions(ofEntryAt: position),
                value: document.tree.canonicalText(of: Int(entries[position].value)))
        }
    }

    private mutating func pair(_ left: inout [Side], _ right: inout [Side], by key: (Side) -> Key) {
        guard !left.isEmpty, !right.isEmpty else { return }
        var waiting: [Key: [Int]] = [:]
        for side in left.reversed() { waiting[key(side), default: []].append(side.entry) }
        right.removeAll { side in
            guard let entry = waiting[key(side)]?.popLast() else { return false }
            newEntries[entry] = side.entry
            oldEntries[side.entry] = entry
            return true
        }
        left.removeAll { newEntries[$0.entry] != nil }
    }
}
