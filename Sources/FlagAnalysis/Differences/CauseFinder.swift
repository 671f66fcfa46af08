import FlagResolver

/// Finds out what in two documents is responsible for the changes of a setting, one setting after the other.
struct CauseFinder {
    private let old: LoadedSettings
    private let new: LoadedSettings
    private let oldTree: JSONTree
    private let newTree: JSONTree
    private var oldSlot = 0
    private var newSlot = 0
    private var alignment = EntryAlignment()
    /// Many changes tell their cause without it.
    private var isAligned = false

    init(old: SettingsDocument, new: SettingsDocument) {
        self.old = old.loaded
        self.new = new.loaded
        oldTree = old.tree
        newTree = new.tree
    }

    /// Goes over to a setting that both documents have.
    mutating func move(toOld oldSlot: Int, new newSlot: Int) {
        self.oldSlot = oldSlot
        self.newSlot = newSlot
        isAligned = false
    }

    /// What is responsible for the change from one winner to another between two cuts; `nil` is the default.
    ///
    /// - Parameters:
    ///   - oldValues: The values of the old setting's entries.
    ///   - newValues: The same for the new setting.
    mutating func cause(
        from oldEntry: UInt32?, to newEntry: UInt32?, from lower: VersionCut, to upper: VersionCut,
        _ oldValues: [ClassifiedValue], _ newValues: [ClassifiedValue]
    ) -> ValueChange.Cause {
        if oldEntry == nil, newEntry == nil { return .defaultChanged }
        if !isAligned {
            alignment.align(old, oldSlot, oldValues, new, newSlot, newValues)
            isAligned = true
        }
        guard let newEntry else {
            return causeOfLoss(of: oldEntry, nowWins: nil, lower, upper) ?? .defaultChanged
        }
        guard let counterpart = alignment.oldEntry(of: newEntry) else { return .entryAdded(new: newEntry) }
        if counterpart == oldEntry { return .valueChanged(new: newEntry, old: counterpart) }
        guard old.matches(counterpart, lower, upper) else {
            return .requirementChanged(new: newEntry, old: counterpart)
        }
        if old.isPassedOver(counterpart, oldSlot, oldTree) { return .typeChanged }
        return causeOfLoss(of: oldEntry, nowWins: newEntry, lower, upper) ?? .typeChanged
    }

    /// Why the entry that won before does not win now; `nil` where it was the default that won.
    private func causeOfLoss(
        of oldEntry: UInt32?, nowWins: UInt32?, _ lower: VersionCut, _ upper: VersionCut
    ) -> ValueChange.Cause? {
        guard let oldEntry else { return nil }
        guard let counterpart = alignment.newEntry(of: oldEntry) else {
            return .entryRemoved(old: oldEntry, nowWins: nowWins)
        }
        guard new.matches(counterpart, lower, upper) else {
            return .noLongerMatches(new: counterpart, old: oldEntry, nowWins: nowWins)
        }
        if new.isPassedOver(counterpart, newSlot, newTree) { return .typeChanged }
        return nowWins.map { .movedBefore(winner: $0, loser: counterpart) } ?? .typeChanged
    }
}

extension LoadedSettings {
    /// Whether an entry's requirement contains any version between two cuts.
    fileprivate func matches(_ entry: UInt32, _ lower: VersionCut, _ upper: VersionCut) -> Bool {
        entries[Int(entry)].bounds.overlaps(from: lower, to: upper, sets: sets)
    }

    /// Whether resolution passes over an entry because its value is not of the declared type.
    fileprivate func isPassedOver(_ entry: UInt32, _ slot: Int, _ tree: JSONTree) -> Bool {
        let setting = settings[slot]
        return setting.hasMistypedEntries && !setting.declaredType.contains(Int(entries[Int(entry)].value), of: tree)
    }
}
