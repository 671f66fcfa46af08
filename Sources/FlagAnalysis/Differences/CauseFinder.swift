import FlagResolver

/// Finds the causes of the changes of one setting.
struct CauseFinder {
    /// Where a setting changes.
    enum Place {
        /// For everybody with one of these versions.
        case versions(VersionInterval)
        /// For the users of a case.
        case users(Case)
    }

    /// The setting in the old document; absent if it does not have it.
    private let before: SettingFunction
    /// The setting in the new document; absent if it does not have it.
    private let after: SettingFunction
    private let space: CaseSpace
    /// Created for the first change that needs it.
    private var alignment: EntryAlignment?

    init(from before: SettingFunction, to after: SettingFunction, in space: CaseSpace) {
        self.before = before
        self.after = after
        self.space = space
    }

    /// The cause of the change from one winner to another.
    ///
    /// - Parameter conditions: Numbers the conditions of entries.
    mutating func cause(
        from oldWinner: Winner, to newWinner: Winner, in place: Place, numbering conditions: inout ConditionNumbers
    ) throws(CaseSpace.Failure) -> ValueChange.Cause {
        guard !before.isAbsent else { return .settingAdded(new: after.entry(of: newWinner)) }
        guard !after.isAbsent else { return .settingRemoved(old: before.entry(of: oldWinner)) }
        if oldWinner == .default, newWinner == .default { return .defaultChanged }
        let alignment =
            alignment
            ?? EntryAlignment(
                from: entries(of: before, .first, &conditions), space.side(.first).loaded.sets,
                to: entries(of: after, .second, &conditions), space.side(.second).loaded.sets)
        self.alignment = alignment

        /// Why the entry that won before does not win now; `nil` if the default won.
        func causeOfLoss() throws(CaseSpace.Failure) -> ValueChange.Cause? {
            guard let position = oldWinner.entry, let oldEntry = before.entry(of: oldWinner) else { return nil }
            let winner = after.entry(of: newWinner)
            guard let counterpart = alignment.newEntries[position],
                let newEntry = after.entry(of: .entry(counterpart))
            else { return .entryRemoved(old: oldEntry, nowWins: winner) }
            guard try matches(newEntry, .second, place) else {
                return .noLongerMatches(new: newEntry, old: oldEntry, nowWins: winner)
            }
            guard after.isEligible(newEntry), let winner else { return .typeChanged }
            return .movedBefore(winner: winner, other: newEntry)
        }

        guard let position = newWinner.entry, let newEntry = after.entry(of: newWinner) else {
            return try causeOfLoss() ?? .defaultChanged
        }
        guard let counterpart = alignment.oldEntries[position], let oldEntry = before.entry(of: .entry(counterpart))
        else {
            return .entryAdded(new: newEntry)
        }
        if counterpart == oldWinner.entry { return .valueChanged(new: newEntry, old: oldEntry) }
        guard try matches(oldEntry, .first, place) else { return .requirementChanged(new: newEntry, old: oldEntry) }
        guard before.isEligible(oldEntry) else { return .typeChanged }
        return try causeOfLoss() ?? .typeChanged
    }

    /// Whether an entry matches anybody in a place.
    private func matches(_ entry: EntryIndex, _ side: DocumentSide, _ place: Place) throws(CaseSpace.Failure) -> Bool {
        switch place {
        case .versions(let interval):
            let document = space.side(side)
            return document[entry].bounds.overlaps(
                from: interval.lower, to: interval.upper, sets: document.loaded.sets)
        case .users(let item):
            return try space.areCompatible(space.condition(of: entry, in: side), space.map(of: item))
        }
    }

    private func entries(
        of function: SettingFunction, _ side: DocumentSide, _ conditions: inout ConditionNumbers
    ) -> [EntryAlignment.Entry] {
        let document = space.side(side)
        var entries: [EntryAlignment.Entry] = []
        entries.reserveCapacity(function.entries.count)
        for (position, entry) in function.entries.enumerated() {
            let record = document[entry]
            entries.append(
                EntryAlignment.Entry(
                    bounds: record.bounds,
                    conditions: record.targetingIndex == nil ? 0 : conditions.number(of: record, in: document.tree),
                    valueClass: function.valueClass(of: .entry(position))))
        }
        return entries
    }
}
