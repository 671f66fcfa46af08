package import FlagResolver

extension SettingsDocument {
    /// The document after edits, which must change no value for anybody who satisfies the assumptions.
    ///
    /// - Parameter changesDefaults: Whether apps that do not know their version may get other values.
    func applying(
        _ edits: [TextEdit], _ assumptions: StaleAssumptions, changesDefaults: Bool, _ readers: DocumentReaders?
    ) throws(EditedDocument.Failure) -> EditedDocument {
        let edited = try EditedDocument(self, applying: edits, changingOnly: .all)
        try StaleProof.check(
            self, edited.settings, assumptions, includesUnknown: !changesDefaults, readers: readers)
        return edited
    }

    /// The edits that findings propose, except those that need further assumptions.
    func edits(making findings: [StaleFinding], changingDefaults: Bool) -> [TextEdit] {
        let loaded = self.loaded
        var edits: [TextEdit] = []
        var index = 0
        while index < findings.count {
            let settingIndex = findings[index].settingIndex
            var removed: Set<EntryIndex> = []
            var satisfied: [EntryIndex: Set<Int>] = [:]
            var newDefault: Int?
            while index < findings.count, findings[index].settingIndex == settingIndex {
                let finding = findings[index]
                index += 1
                guard finding.missingAttributes.isEmpty, changingDefaults || !finding.changesDefault else { continue }
                removed.formUnion(finding.removed)
                if finding.changesDefault { newDefault = finding.value }
                if case .satisfied(let condition) = finding.kind, let entry = finding.entry {
                    satisfied[entry, default: []].insert(condition.node)
                }
            }
            if let newDefault, newDefault != Int(loaded[settingIndex].defaultValue) {
                let span = tree.nodes[Int(loaded[settingIndex].defaultValue)].span
                edits.append(TextEdit(span, replacement: Array(tree.bytes[tree.nodes[newDefault].span])))
            }
            edits += self.edits(deletingEntries: removed, of: settingIndex)
            for (entry, conditions) in satisfied where !removed.contains(entry) {
                edits += EntryConditions(of: entry, in: self)?.edits(deleting: conditions) ?? []
            }
        }
        return edits
    }

    /// The edits that delete entries of a setting. Removing the last entry also removes `valuesByVersion`.
    package func edits(deletingEntries entries: Set<EntryIndex>, of setting: SettingIndex) -> [TextEdit] {
        let loaded = self.loaded
        let setting = Int(loaded[setting].node)
        guard !entries.isEmpty,
            let list = tree.members(of: setting).first(where: {
                tree.isString(at: $0.key, equalTo: "valuesByVersion" as StaticString)
            })
        else { return [] }
        let children = Set(entries.map { Int(loaded[$0].node) })
        if tree.elements(of: list.value).allSatisfy({ children.contains($0) }) {
            return tree.edits(deleting: [list.key], from: setting)
        }
        return tree.edits(deleting: children, from: list.value)
    }
}

extension CaseAxes.Side {
    /// The sort key of a finding: the offset of its entry, condition or value, with entries first.
    func offset(of finding: StaleFinding) -> (Int, Int) {
        switch finding.kind {
        case .belowFloor, .expired, .unreachable, .unmatched, .sameValue:
            (finding.entry.map { tree.nodes[Int(self[$0].node)].span.lowerBound } ?? 0, 0)
        case .satisfied(let condition): (tree.nodes[condition.node].span.lowerBound, 0)
        case .collapsible, .constant: (tree.nodes[finding.value].span.lowerBound, 1)
        }
    }
}
