import FlagResolver

/// Compares single settings of two documents.
struct SettingComparison {
    private let space: CaseSpace
    private var classes: ValueClasses
    private var conditionNumbers = ConditionNumbers()

    /// - Parameter space: The space of both documents.
    init(in space: CaseSpace) {
        self.space = space
        classes = ValueClasses(of: space.side(.first).tree, and: space.side(.second).tree)
    }

    /// The changes of a setting, ordered by their lowest versions, and the largest share of users whom they affect; `nil` if
    /// it is unresolvable in one of the documents.
    ///
    /// - Parameters:
    ///   - oldSetting: `nil` if the old document does not have the setting.
    ///   - newSetting: `nil` if the new document does not have the setting.
    /// - Complexity: O(*n* log *n*) in the number of intervals of all requirements of the setting. A setting that tests more
    ///   than the version is limited by ``CaseLimit``.
    mutating func changes(
        fromOld oldSetting: SettingIndex?, toNew newSetting: SettingIndex?
    ) throws(CaseSpace.Failure) -> (changes: [ValueChange], largestShare: ExactDecimal)? {
        classes.removeAll()
        guard let before = try function(of: oldSetting, .first), let after = try function(of: newSetting, .second)
        else {
            return nil
        }
        var causes = CauseFinder(from: before, to: after, in: space)
        guard !before.testsOnlyVersion || !after.testsOnlyVersion else {
            return (try changes(from: before, to: after, &causes), .one)
        }
        let (map, pairs) = try space.pairs(before.winners, after.winners) { (old: Winner, new: Winner) in
            before.valueClass(of: old) != after.valueClass(of: new)
        }
        var changes: [ValueChange] = []
        for item in try space.cases(of: map) {
            guard let index = item.value(as: Int.self) else { continue }
            let (old, new) = (pairs[index].left, pairs[index].right)
            changes.append(
                ValueChange(
                    versions: item.versions, users: item.terms,
                    oldValue: before.isAbsent ? nil : before.value(of: old),
                    newValue: after.isAbsent ? nil : after.value(of: new),
                    cause: try causes.cause(from: old, to: new, in: .users(item), numbering: &conditionNumbers)))
        }
        return (changes, space.largestShare(of: map))
    }

    /// A setting of one of the documents; `nil` if it is unresolvable.
    private mutating func function(
        of setting: SettingIndex?, _ side: DocumentSide
    ) throws(CaseSpace.Failure) -> SettingFunction? {
        guard let setting else { return .absent(in: space) }
        guard !space.side(side)[setting].isUnresolvable else { return nil }
        return try SettingFunction(of: setting, in: space, numbering: &classes, side: side)
    }

    /// The changes of a setting that tests only the version in both documents.
    private mutating func changes(
        from before: SettingFunction, to after: SettingFunction, _ causes: inout CauseFinder
    ) throws(CaseSpace.Failure) -> [ValueChange] {
        let winners = before.winners.combined(with: after.winners) { WinnerPair(old: $0, new: $1) }
        var changes = ChangeList()
        for index in winners.indices {
            let pair = winners.value(at: index)
            guard let old = pair.old.winner, let new = pair.new.winner else { continue }
            let (oldValue, newValue) = (before.classifiedValue(of: old), after.classifiedValue(of: new))
            guard oldValue.valueClass != newValue.valueClass else { continue }
            let interval = winners[index].interval
            let cause = try causes.cause(from: old, to: new, in: .versions(interval), numbering: &conditionNumbers)
            changes.add(interval, oldValue, newValue, cause)
        }
        return changes.changes.map { change in
            ValueChange(
                versions: change.versions, oldValue: before.isAbsent ? nil : change.oldValue,
                newValue: after.isAbsent ? nil : change.newValue, cause: change.group.cause)
        }
    }

    private struct WinnerPair: Equatable {
        let old: Decision
        let new: Decision
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
