package import FlagResolver

/// What a document no longer needs when only the versions from a floor up count, and the document without it.
///
/// 1. Only values for versions below the floor may change; both documents are compared for every version.
/// 2. Removed are entries for versions below the floor only, entries that earlier ones hide from the floor up, and entries
///    without which the same value comes from elsewhere.
/// 3. A change of the default is proposed, and made only on request: the default is also the value for an app that does
///    not know its version.
/// 4. Entries that are malformed, contain no version, or do not have the declared type are mistakes, and stay.
package struct StaleDocument: Sendable {
    package let original: SettingsDocument
    package let floor: AppVersion
    /// Everything found, in document order.
    package let findings: [StaleFinding]
    /// The document without what it no longer needs; `nil` if there is nothing to remove.
    package let edited: EditedDocument?

    /// Finds what a document no longer needs.
    ///
    /// - Parameters:
    ///   - floor: The oldest version that counts; its pre-releases are below it, and do not count.
    ///   - changesDefaults: Whether settings also get another default, so that more entries can be removed.
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
        // Proposals are verified too; everything else has been.
        let proposing = changesDefaults ? [] : Set(findings.filter(\.changesDefault).map(\.settingIndex))
        if !proposing.isEmpty {
            let proposed = document.edits(
                making: findings.filter { proposing.contains($0.settingIndex) }, changingDefaults: true)
            _ = try EditedDocument(document, applying: proposed, changingOnly: supported.complement)
        }
    }
}

extension SettingsDocument {
    /// The location of a finding: its entry, or the value of the setting.
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

/// Something that no version from the floor up needs.
package struct StaleFinding: Sendable {
    package enum Kind: Hashable, Sendable {
        /// All versions of the entry are below the floor.
        case belowFloor
        /// Earlier entries win for all versions of the entry, from the floor up or altogether.
        case unreachable(isForEveryVersion: Bool)
        /// Without the entry, the versions that it wins get the same value from elsewhere.
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
    /// The entry that it is about; `nil` if it is about the default.
    package let entry: EntryIndex?
    /// The node of the value.
    package let value: Int
    /// A few entries that win for the versions of an unreachable one.
    package let blockers: [EntryIndex]
    /// The entries to remove.
    package let removed: [EntryIndex]
    /// Whether it can be removed alone; otherwise the entries of the findings below it have to be removed first.
    package let isIndependent: Bool
    /// Whether the proposal changes the default.
    package let changesDefault: Bool
}
