import FlagResolver

/// Compares single settings of two documents that test more than the version.
struct UserComparison {
    private let old: SettingsDocument
    private let new: SettingsDocument
    private let space: CaseSpace
    private var classes: ValueClasses
    private var conditionNumbers = ConditionNumbers()

    init(from old: SettingsDocument, to new: SettingsDocument, _ space: CaseSpace) {
        self.old = old
        self.new = new
        self.space = space
        classes = ValueClasses(of: old.tree, and: new.tree)
    }

    /// A setting of one of the documents.
    private struct Side {
        let side: DocumentSide
        let document: SettingsDocument
        let record: SettingRecord?
        let winners: CaseMap
        /// For each leaf, the node of its value and the class of the value.
        let values: [ClassifiedValue]

        func entry(of leaf: Int) -> EntryIndex? {
            leaf == 0 ? nil : record?.entry(at: leaf - 1)
        }
    }

    private mutating func side(
        _ setting: SettingIndex?, of document: SettingsDocument, _ side: DocumentSide
    ) throws(CaseSpace.Failure) -> Side? {
        guard let setting else {
            let absent = ClassifiedValue(node: 0, valueClass: SettingHistory.noValue)
            return Side(side: side, document: document, record: nil, winners: VersionMap(.leaf(0)), values: [absent])
        }
        let record = document.loaded[setting]
        guard !record.isUnresolvable else { return nil }
        let nodes = [Int(record.defaultValue)] + record.entries.map { Int(document.loaded[$0].value) }
        var values: [ClassifiedValue] = []
        for node in nodes { values.append(classes.classified(node, in: side)) }
        return Side(
            side: side, document: document, record: record, winners: try space.winners(of: setting, in: side),
            values: values)
    }

    /// The changes of a setting, ordered by their lowest versions, and the largest share of users whom they affect; `nil` if
    /// it is unresolvable in one of the documents.
    mutating func changes(
        fromOld oldSetting: SettingIndex?, toNew newSetting: SettingIndex?
    ) throws(CaseSpace.Failure) -> (changes: [ValueChange], largestShare: ExactDecimal)? {
        classes.removeAll()
        guard let before = try side(oldSetting, of: old, .first), let after = try side(newSetting, of: new, .second)
        else { return nil }
        let (map, pairs) = try space.pairs(before.winners, after.winners) { oldLeaf, newLeaf in
            before.values[oldLeaf].valueClass != after.values[newLeaf].valueClass
        }
        let alignment = EntryAlignment(
            from: entries(of: before), old.loaded.sets, to: entries(of: after), new.loaded.sets)
        var changes: [ValueChange] = []
        for item in try space.cases(of: map) {
            guard let number = item.decision.leaf, number > 0 else { continue }
            let (oldLeaf, newLeaf) = (pairs[number - 1].left, pairs[number - 1].right)
            let finder = CaseCause(
                space: space, before: before.record, after: after.record, old: old, new: new, alignment: alignment)
            changes.append(
                ValueChange(
                    versions: item.versions, users: item.terms,
                    oldValue: before.record.map { _ in before.values[oldLeaf].node },
                    newValue: after.record.map { _ in after.values[newLeaf].node },
                    cause: try finder.cause(
                        oldLeaf == 0 ? nil : oldLeaf - 1, newLeaf == 0 ? nil : newLeaf - 1, in: item)))
        }
        return (changes, space.largestShare(of: map))
    }

    private mutating func entries(of side: Side) -> [EntryAlignment.Entry] {
        guard let record = side.record else { return [] }
        var entries: [EntryAlignment.Entry] = []
        for (index, entry) in record.entries.enumerated() {
            entries.append(
                EntryAlignment.Entry(
                    bounds: side.document.loaded[entry].bounds,
                    conditions: conditionNumber(of: entry, in: side.document),
                    valueClass: side.values[index + 1].valueClass))
        }
        return entries
    }

    /// The number that identifies the conditions of an entry other than its versions; 0 if there are none.
    private mutating func conditionNumber(of entry: EntryIndex, in document: SettingsDocument) -> Int {
        guard document.loaded.targeting(of: entry) != nil else { return 0 }
        return conditionNumbers.number(of: document.loaded[entry], in: document)
    }
}

/// Finds the cause of a change for some users.
private struct CaseCause {
    let space: CaseSpace
    let before: SettingRecord?
    let after: SettingRecord?
    let old: SettingsDocument
    let new: SettingsDocument
    let alignment: EntryAlignment

    /// The cause of the change from one winner to another, which are indices of entries; `nil` for the default.
    func cause(_ oldWinner: Int?, _ newWinner: Int?, in item: Case) throws(CaseSpace.Failure) -> ValueChange.Cause {
        guard let before else { return .settingAdded(new: newWinner.flatMap { after?.entry(at: $0) }) }
        guard let after else { return .settingRemoved(old: oldWinner.map { before.entry(at: $0) }) }
        guard let newWinner else {
            guard let oldWinner else { return .defaultChanged }
            return try causeOfLoss(oldWinner, nil, before, after, item)
        }
        let newEntry = after.entry(at: newWinner)
        guard let counterpart = alignment.oldEntries[newWinner] else { return .entryAdded(new: newEntry) }
        let oldEntry = before.entry(at: counterpart)
        if counterpart == oldWinner { return .valueChanged(new: newEntry, old: oldEntry) }
        guard try overlaps(oldEntry, .first, item) else { return .requirementChanged(new: newEntry, old: oldEntry) }
        guard before.isEligible(old.loaded[oldEntry], in: old.tree) else { return .typeChanged }
        guard let oldWinner else { return .typeChanged }
        return try causeOfLoss(oldWinner, newEntry, before, after, item)
    }

    /// Why the entry that won before does not win now.
    private func causeOfLoss(
        _ oldWinner: Int, _ winner: EntryIndex?, _ before: SettingRecord, _ after: SettingRecord, _ item: Case
    ) throws(CaseSpace.Failure) -> ValueChange.Cause {
        let oldEntry = before.entry(at: oldWinner)
        guard let counterpart = alignment.newEntries[oldWinner] else {
            return .entryRemoved(old: oldEntry, nowWins: winner)
        }
        let newEntry = after.entry(at: counterpart)
        guard try overlaps(newEntry, .second, item) else {
            return .noLongerMatches(new: newEntry, old: oldEntry, nowWins: winner)
        }
        guard after.isEligible(new.loaded[newEntry], in: new.tree), let winner else { return .typeChanged }
        return .movedBefore(winner: winner, other: newEntry)
    }

    /// Whether an entry matches anybody in a case.
    private func overlaps(_ entry: EntryIndex, _ side: DocumentSide, _ item: Case) throws(CaseSpace.Failure) -> Bool {
        let both = try space.all([space.condition(of: entry, in: side), space.map(of: item)])
        return !both.possibleVersions.isEmpty
    }
}
