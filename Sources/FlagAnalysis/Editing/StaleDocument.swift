package import FlagResolver

/// What a document no longer needs if only versions from a floor up are supported, and the document without it.
///
/// 1. Only values for versions below the floor may change. Both documents are compared for every version.
/// 2. Three kinds of entries are removed: those for versions below the floor only, those that never win from the floor up,
///    and those whose value the remaining entries or the default give as well.
/// 3. A new default is only proposed, and applied on request: apps that do not know their version use the default.
/// 4. Entries that are malformed, contain no version, or do not have the declared type stay: they are mistakes, which
///    `check` reports.
package struct StaleDocument {
    package let original: SettingsDocument
    package let floor: AppVersion
    /// All findings, in document order.
    package let findings: [StaleFinding]
    /// The document without what it no longer needs; `nil` if there is nothing to remove.
    package let edited: EditedDocument?

    /// Finds what a document no longer needs.
    ///
    /// - Parameters:
    ///   - floor: The oldest supported version. Its pre-releases are below it.
    ///   - changesDefaults: Whether defaults may change too, so that more entries can be removed.
    /// - Throws: ``EditedDocument/Failure`` if the document was merged from several texts.
    /// - Complexity: O(*n* log *n*) in the number of intervals of all requirements, and linear in the text.
    package init(
        _ document: SettingsDocument, floor: AppVersion, changesDefaults: Bool = false
    ) throws(EditedDocument.Failure) {
        original = document
        self.floor = floor
        var findings: [StaleFinding] = []
        for settingIndex in document.indices {
            guard let setting = StaleSetting(settingIndex, of: document, floor: .before(floor)) else { continue }
            let found = setting.findings()
            guard !found.isEmpty else { continue }
            findings += found.sorted { document.offset(of: $0) < document.offset(of: $1) }
        }
        self.findings = findings

        let supported = VersionSet(from: .before(floor), to: .highest)
        let edits = document.edits(making: findings, changingDefaults: changesDefaults)
        edited =
            edits.isEmpty ? nil : try EditedDocument(document, applying: edits, changingOnly: supported.complement)
        // Proposals are verified as well.
        let proposing = changesDefaults ? [] : Set(findings.filter(\.changesDefault).map(\.settingIndex))
        if !proposing.isEmpty {
            let proposed = document.edits(
                making: findings.filter { proposing.contains($0.settingIndex) }, changingDefaults: true)
            _ = try EditedDocument(document, applying: proposed, changingOnly: supported.complement)
        }
    }
}

extension SettingsDocument {
    /// The sort key of a finding: the offset of its entry or value, with entries first.
    fileprivate func offset(of finding: StaleFinding) -> (Int, Int) {
        switch finding.kind {
        case .belowFloor, .unreachable, .sameValue:
            (finding.entry.map { tree.nodes[Int(loaded[$0].node)].span.lowerBound } ?? 0, 0)
        case .collapsible, .constant: (tree.nodes[finding.value].span.lowerBound, 1)
        }
    }

    /// The edits that findings propose.
    fileprivate func edits(making findings: [StaleFinding], changingDefaults: Bool) -> [TextEdit] {
        var edits: [TextEdit] = []
        var index = 0
        while index < findings.count {
            let settingIndex = findings[index].settingIndex
            var removed: Set<EntryIndex> = []
            var newDefault: Int?
            while index < findings.count, findings[index].settingIndex == settingIndex {
                let finding = findings[index]
                if finding.changesDefault, !changingDefaults {
                    index += 1
                    continue
                }
                removed.formUnion(finding.removed)
                if finding.changesDefault { newDefault = finding.value }
                index += 1
            }
            if let newDefault {
                let span = tree.nodes[Int(loaded[settingIndex].defaultValue)].span
                edits.append(TextEdit(span, replacement: Array(tree.bytes[tree.nodes[newDefault].span])))
            }
            edits += self.edits(deletingEntries: removed, of: settingIndex)
        }
        return edits
    }

    /// The edits that delete entries of a setting. Removing the last entry also removes `valuesByVersion`.
    package func edits(deletingEntries entries: Set<EntryIndex>, of setting: SettingIndex) -> [TextEdit] {
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

/// Something that no version from the floor up needs, such as an entry.
package struct StaleFinding: Sendable {
    package enum Kind: Hashable, Sendable {
        /// All versions of the entry are below the floor.
        case belowFloor
        /// Earlier entries win for all versions of the entry: for all versions, or only for those from the floor up.
        case unreachable(isForEveryVersion: Bool)
        /// Without the entry, the versions that it wins get the same value from another entry or the default.
        case sameValue(from: Fallback)
        /// From the floor up the default never applies, so the value of the entry can become the default.
        case collapsible
        /// From the floor up the setting has a single value.
        case constant
    }

    /// Where a value comes from after an entry is removed.
    package enum Fallback: Hashable, Sendable {
        case `default`
        case entry(EntryIndex)
        case several
    }

    package let kind: Kind
    package let settingIndex: SettingIndex
    /// The entry concerned; `nil` for the default.
    package let entry: EntryIndex?
    /// The node of the value.
    package let value: Int
    /// A few entries that win for the versions of an unreachable one.
    package let blockers: [EntryIndex]
    /// The entries to remove.
    package let removed: [EntryIndex]
    /// Whether the entry can be removed alone. Otherwise, the entries of later findings have to be removed first.
    package let isIndependent: Bool
    /// Whether the proposal changes the default.
    package let changesDefault: Bool
}
