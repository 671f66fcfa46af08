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

    /// What is responsible for the change from one winner to another in a stretch; `nil` is the default.
    ///
    /// - Parameters:
    ///   - oldClasses: The classes of the values of the old setting's entries, among those of both documents.
    ///   - newClasses: The same for the new setting.
    mutating func cause(
        from oldEntry: Int?, to newEntry: Int?, for stretch: VersionStretch, _ oldClasses: [Int], _ newClasses: [Int]
    ) -> ValueChange.Cause {
        if !isAligned {
            alignment.align(old, oldSlot, oldClasses, new, newSlot, newClasses)
            isAligned = true
        }
        guard let newEntry else {
            return causeOfLoss(of: oldEntry, nowWins: nil, for: stretch) ?? .defaultChanged
        }
        guard let counterpart = alignment.oldEntry(of: newEntry) else { return .entryAdded(new: newEntry) }
        if counterpart == oldEntry { return .valueChanged(new: newEntry, old: counterpart) }
        guard old.matches(counterpart, stretch) else {
            return .requirementChanged(new: newEntry, old: counterpart)
        }
        if old.isPassedOver(counterpart, oldSlot, oldTree) { return .typeChanged }
        return causeOfLoss(of: oldEntry, nowWins: newEntry, for: stretch) ?? .typeChanged
    }

    /// Why the entry that won before does not win now; `nil` where it was the default that won.
    private func causeOfLoss(of oldEntry: Int?, nowWins: Int?, for stretch: VersionStretch) -> ValueChange.Cause? {
        guard let oldEntry else { return nil }
        guard let counterpart = alignment.newEntry(of: oldEntry) else {
            return .entryRemoved(old: oldEntry, nowWins: nowWins)
        }
        guard new.matches(counterpart, stretch) else {
            return .noLongerMatches(new: counterpart, old: oldEntry, nowWins: nowWins)
        }
        if new.isPassedOver(counterpart, newSlot, newTree) { return .typeChanged }
        return nowWins.map { .movedBefore(winner: $0, loser: counterpart) } ?? .typeChanged
    }
}

extension LoadedSettings {
    /// Whether an entry's requirement contains any version of a stretch.
    ///
    /// - Complexity: O(log *n*) in the number of the requirement's stretches.
    fileprivate func matches(_ entry: Int, _ stretch: VersionStretch) -> Bool {
        let versions = entries[entry].bounds.versions(sets: sets)
        let count = versions.stretchCount
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if versions.stretch(at: middle).upper <= stretch.lower { low = middle + 1 } else { high = middle }
        }
        return low < count && versions.stretch(at: low).lower < stretch.upper
    }

    /// Whether resolution passes over an entry because its value is not of the declared type.
    fileprivate func isPassedOver(_ entry: Int, _ slot: Int, _ tree: JSONTree) -> Bool {
        let setting = settings[slot]
        return setting.hasMistypedEntries && !setting.declaredType.contains(Int(entries[entry].value), of: tree)
    }
}
