import FlagResolver

/// Compares single settings of two documents.
struct SettingComparison {
    let old: LoadedSettings
    let new: LoadedSettings
    let oldTree: JSONTree
    let newTree: JSONTree
    private(set) var classes: ValueClasses

    init(from old: SettingsDocument, to new: SettingsDocument) {
        self.old = old.loaded
        self.new = new.loaded
        oldTree = old.tree
        newTree = new.tree
        classes = ValueClasses(of: old.tree, and: new.tree)
    }

    /// The winning entries of both documents, as indices into the entries of the setting; `nil` for the default.
    struct Winners: Equatable {
        let old: Int?
        let new: Int?
    }

    /// The changes of a setting, ordered by their lowest versions; `nil` if it is unresolvable in one of the documents.
    ///
    /// - Complexity: O(*n* log *n*) in the number of intervals of all requirements of the setting.
    mutating func changes(fromOld oldSetting: SettingIndex?, toNew newSetting: SettingIndex?) -> [ValueChange]? {
        classes.removeAll()
        var before = SettingHistory.absent
        var after = SettingHistory.absent
        if let oldSetting {
            guard !old[oldSetting].isUnresolvable else { return nil }
            before = SettingHistory(of: oldSetting, in: old, oldTree, numbering: &classes)
        }
        if let newSetting {
            guard !new[newSetting].isUnresolvable else { return nil }
            after = SettingHistory(of: newSetting, in: new, newTree, numbering: &classes, side: .second)
        }
        var causes = CauseFinder(old: oldSetting.map { old[$0] }, new: newSetting.map { new[$0] })
        let winners = before.winners.combined(with: after.winners) { Winners(old: $0, new: $1) }
        var changes = ChangeList()
        for index in winners.indices {
            let winner = winners.value(at: index)
            let (oldValue, newValue) = (before.value(of: winner.old), after.value(of: winner.new))
            guard oldValue.valueClass != newValue.valueClass else { continue }
            let interval = winners[index].interval
            let cause = causes.cause(of: winner, for: interval, in: self, before, after)
            changes.add(interval, oldValue, newValue, cause)
        }
        return changes.changes.map { change in
            ValueChange(
                versions: change.versions, oldValue: oldSetting.map { _ in change.oldValue },
                newValue: newSetting.map { _ in change.newValue }, cause: change.group.cause)
        }
    }
}

/// Collects the changes of one setting. Intervals with the same values and the same cause form one change.
private struct ChangeList {
    /// What all versions of a change have in common.
    struct Group: Hashable {
        let oldClass: Int
        let newClass: Int
        let cause: ValueChange.Cause
    }

    struct Change {
        let group: Group
        let oldValue: Int
        let newValue: Int
        let first: VersionInterval
        /// Most changes have one interval, for which no array is needed.
        var more: [VersionInterval] = []

        var versions: VersionSet { more.isEmpty ? VersionSet(first) : VersionSet([first] + more) }
    }

    private(set) var changes: [Change] = []
    /// The changes by their groups, once there are too many for a linear search.
    private var positions: [Group: Int] = [:]

    private static let maximumLinearCount = 16

    mutating func add(
        _ interval: VersionInterval, _ old: ClassifiedValue, _ new: ClassifiedValue, _ cause: ValueChange.Cause
    ) {
        let group = Group(oldClass: old.valueClass, newClass: new.valueClass, cause: cause)
        let known =
            positions.isEmpty ? changes.firstIndex { $0.group == group } : positions[group]
        if let known {
            changes[known].more.append(interval)
            return
        }
        changes.append(Change(group: group, oldValue: old.node, newValue: new.node, first: interval))
        if changes.count == Self.maximumLinearCount {
            for (position, change) in changes.enumerated() { positions[change.group] = position }
        } else if changes.count > Self.maximumLinearCount {
            positions[group] = changes.count - 1
        }
    }
}

/// Finds the causes of the changes of one setting.
struct CauseFinder {
    private let old: SettingRecord?
    private let new: SettingRecord?
    /// Created for the first change that needs it.
    private var alignment: EntryAlignment?

    /// - Parameters:
    ///   - old: The setting in the old document; `nil` if it does not have it.
    ///   - new: The setting in the new document; `nil` if it does not have it.
    init(old: SettingRecord?, new: SettingRecord?) {
        self.old = old
        self.new = new
    }

    /// The cause of the change from one winner to another.
    mutating func cause(
        of winners: SettingComparison.Winners, for interval: VersionInterval, in documents: borrowing SettingComparison,
        _ before: borrowing SettingHistory, _ after: borrowing SettingHistory
    ) -> ValueChange.Cause {
        guard let old else { return .settingAdded(new: after.entry(of: winners.new)) }
        guard let new else { return .settingRemoved(old: before.entry(of: winners.old)) }
        if winners.old == nil, winners.new == nil { return .defaultChanged }
        let alignment =
            alignment
            ?? EntryAlignment(
                from: Self.entries(of: old, in: documents.old, before), documents.old.sets,
                to: Self.entries(of: new, in: documents.new, after), documents.new.sets)
        self.alignment = alignment

        /// Why the entry that won before does not win now; `nil` if the default won.
        func causeOfLoss() -> ValueChange.Cause? {
            guard let formerWinner = winners.old else { return nil }
            let oldEntry = old.entry(at: formerWinner)
            let winner = after.entry(of: winners.new)
            guard let counterpart = alignment.newEntries[formerWinner] else {
                return .entryRemoved(old: oldEntry, nowWins: winner)
            }
            let newEntry = new.entry(at: counterpart)
            let record = documents.new[newEntry]
            guard record.bounds.overlaps(from: interval.lower, to: interval.upper, sets: documents.new.sets) else {
                return .noLongerMatches(new: newEntry, old: oldEntry, nowWins: winner)
            }
            guard new.isEligible(record, in: documents.newTree), let winner else {
                return .typeChanged
            }
            return .movedBefore(winner: winner, other: newEntry)
        }

        guard let winner = winners.new else { return causeOfLoss() ?? .defaultChanged }
        let newEntry = new.entry(at: winner)
        guard let counterpart = alignment.oldEntries[winner] else { return .entryAdded(new: newEntry) }
        let oldEntry = old.entry(at: counterpart)
        if counterpart == winners.old { return .valueChanged(new: newEntry, old: oldEntry) }
        let record = documents.old[oldEntry]
        guard record.bounds.overlaps(from: interval.lower, to: interval.upper, sets: documents.old.sets) else {
            return .requirementChanged(new: newEntry, old: oldEntry)
        }
        guard old.isEligible(record, in: documents.oldTree) else { return .typeChanged }
        return causeOfLoss() ?? .typeChanged
    }

    private static func entries(
        of setting: SettingRecord, in loaded: borrowing LoadedSettings, _ history: borrowing SettingHistory
    ) -> [EntryAlignment.Entry] {
        var entries: [EntryAlignment.Entry] = []
        entries.reserveCapacity(history.entryValues.count)
        for index in history.entryValues.indices {
            entries.append(
                EntryAlignment.Entry(
                    bounds: loaded[setting.entry(at: index)].bounds,
                    valueClass: history.entryValues[index].valueClass))
        }
        return entries
    }
}
