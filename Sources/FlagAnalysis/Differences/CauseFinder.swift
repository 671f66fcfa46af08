import FlagResolver

/// Finds out what in two documents is responsible for a change of one setting.
struct CauseFinder {
    private let old: SettingsDocument
    private let new: SettingsDocument
    private let oldSlot: Int
    private let newSlot: Int
    private lazy var alignment = EntryAlignment(old, oldSlot, new, newSlot)

    init(old: SettingsDocument, oldSlot: Int, new: SettingsDocument, newSlot: Int) {
        self.old = old
        self.new = new
        self.oldSlot = oldSlot
        self.newSlot = newSlot
    }

    /// What is responsible for the change from one winner to another in a stretch; `nil` is the default.
    mutating func cause(from oldEntry: Int?, to newEntry: Int?, for stretch: VersionStretch) -> ValueChange.Cause {
        guard let newEntry else {
            return causeOfLoss(of: oldEntry, nowWins: nil, for: stretch) ?? .defaultChanged
        }
        guard let counterpart = alignment.oldEntry(of: newEntry) else { return .entryAdded(new: newEntry) }
        if counterpart == oldEntry { return .valueChanged(new: newEntry, old: counterpart) }
        guard old.matches(counterpart, stretch) else {
            return .requirementChanged(new: newEntry, old: counterpart)
        }
        if old.isPassedOver(counterpart, oldSlot) { return .typeChanged }
        return causeOfLoss(of: oldEntry, nowWins: newEntry, for: stretch) ?? .typeChanged
    }

    /// Why the entry that won before does not win now; `nil` where it was the default that won.
    private mutating func causeOfLoss(
        of oldEntry: Int?, nowWins: Int?, for stretch: VersionStretch
    ) -> ValueChange.Cause? {
        guard let oldEntry else { return nil }
        guard let counterpart = alignment.newEntry(of: oldEntry) else {
            return .entryRemoved(old: oldEntry, nowWins: nowWins)
        }
        guard new.matches(counterpart, stretch) else {
            return .noLongerMatches(new: counterpart, old: oldEntry, nowWins: nowWins)
        }
        if new.isPassedOver(counterpart, newSlot) { return .typeChanged }
        return nowWins.map { .movedBefore(winner: $0, loser: counterpart) } ?? .typeChanged
    }
}

extension SettingsDocument {
    /// Whether an entry's requirement contains a stretch in which it contains all versions or none.
    fileprivate func matches(_ entry: Int, _ stretch: VersionStretch) -> Bool {
        !versions(ofEntryAt: entry).isDisjoint(with: VersionSet(stretch))
    }

    /// Whether resolution passes over an entry because its value is not of the declared type.
    fileprivate func isPassedOver(_ entry: Int, _ slot: Int) -> Bool {
        let setting = loaded.settings[slot]
        return setting.hasMistypedEntries && !setting.declaredType.contains(Int(loaded.entries[entry].value), of: tree)
    }
}
