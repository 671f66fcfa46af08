package import FlagResolver

/// What of a document can go when only the versions from a floor up count, and the document without it.
///
/// 1. Only values for versions below the floor may change; the engine has compared both documents for every version.
/// 2. Entries go that are for versions below the floor only, that earlier entries hide from the floor up, and whose value
///    comes from elsewhere as well.
/// 3. What would make another value the default is proposed, and done only where it is asked for: the default is also
///    what an app gets that does not know its version.
/// 4. Entries that are malformed, contain no version, or have another type than declared, are mistakes and stay.
package struct StaleDocument: Sendable {
    package let original: SettingsDocument
    package let floor: AppVersion
    /// Everything found, in document order.
    package let findings: [StaleFinding]
    /// The document without what can go; `nil` where nothing goes.
    package let edited: EditedDocument?

    /// Looks for what can go.
    ///
    /// - Parameters:
    ///   - floor: The oldest version that counts; its pre-releases are older, and do not.
    ///   - changesDefaults: Whether settings also get another default, so that more entries can go.
    /// - Throws: ``EditedDocument/Failure`` if the document was merged from several texts.
    /// - Complexity: O(*n* log *n*) in the number of stretches of all requirements, and linear in the text.
    package init(
        _ document: SettingsDocument, floor: AppVersion, changesDefaults: Bool = false
    ) throws(EditedDocument.Failure) {
        original = document
        self.floor = floor
        var findings: [StaleFinding] = []
        for slot in document.slots {
            guard let setting = StaleSetting(slot, of: document, floor: .before(floor)) else { continue }
            let found = setting.findings()
            guard !found.isEmpty else { continue }
            findings += found.sorted { document.offset(of: $0) < document.offset(of: $1) }
        }
        self.findings = findings

        let supported = VersionSet(from: .before(floor), to: .highest)
        let edits = document.edits(making: findings, changingDefaults: changesDefaults)
        edited =
            edits.isEmpty ? nil : try EditedDocument(document, applying: edits, changingOnly: supported.complement)
        // What is only proposed is verified as well; everything else has been.
        let proposing = changesDefaults ? [] : Set(findings.filter(\.changesDefault).map(\.slot))
        if !proposing.isEmpty {
            let proposed = document.edits(
                making: findings.filter { proposing.contains($0.slot) }, changingDefaults: true)
            _ = try EditedDocument(document, applying: proposed, changingOnly: supported.complement)
        }
    }
}

extension SettingsDocument {
    /// Where a finding stands: its entry, or for the value of a setting that value.
    fileprivate func offset(of finding: StaleFinding) -> (Int, Int) {
        switch finding.kind {
        case .belowFloor, .unreachable, .sameValue:
            (finding.entry.map { tree.nodes[Int(loaded.entries[$0].node)].span.lowerBound } ?? 0, 0)
        case .collapsible, .constant: (tree.nodes[finding.value].span.lowerBound, 1)
        }
    }

    /// The edits that do what findings propose.
    fileprivate func edits(making findings: [StaleFinding], changingDefaults: Bool) -> [TextEdit] {
        var edits: [TextEdit] = []
        var index = 0
        while index < findings.count {
            let slot = findings[index].slot
            var removed: Set<Int> = []
            var newDefault: Int?
            while index < findings.count, findings[index].slot == slot {
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
                let place = tree.nodes[Int(loaded.settings[slot].defaultValue)].span
                edits.append(TextEdit(place, replacement: Array(tree.bytes[tree.nodes[newDefault].span])))
            }
            edits += self.edits(deletingEntries: removed, of: slot)
        }
        return edits
    }

    /// The edits that delete entries of a setting; with the last of them goes `valuesByVersion`.
    package func edits(deletingEntries positions: Set<Int>, of slot: Int) -> [TextEdit] {
        let setting = Int(loaded.settings[slot].node)
        guard !positions.isEmpty,
            let list = tree.members(of: setting).first(where: {
                tree.isString(at: $0.key, equalTo: "valuesByVersion" as StaticString)
            })
        else { return [] }
        let children = Set(positions.map { Int(loaded.entries[$0].node) })
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
        /// Earlier entries take all versions of the entry, from the floor up or altogether.
        case unreachable(isForEveryVersion: Bool)
        /// Where the entry wins, the same value comes from elsewhere without it.
        case sameValue(from: Fallback)
        /// From the floor up the default never applies, so that the entry can be the default.
        case collapsible
        /// From the floor up the setting has one value.
        case constant
    }

    /// Where a value comes from when an entry is gone.
    package enum Fallback: Hashable, Sendable {
        case `default`
        /// A position in ``LoadedSettings/entries``.
        case entry(Int)
        case several
    }

    package let kind: Kind
    package let slot: Int
    /// The entry that it is about, as a position in ``LoadedSettings/entries``; `nil` where it is about the default.
    package let entry: Int?
    /// The node of the value.
    package let value: Int
    /// The first few entries that take the versions of an unreachable one, as positions in ``LoadedSettings/entries``.
    package let blockers: [Int]
    /// The entries that go, as positions in ``LoadedSettings/entries``.
    package let removed: [Int]
    /// Whether removing it changes nothing while the other findings stay; otherwise those below it have to go first.
    package let isIndependent: Bool
    /// Whether what is proposed makes another value the default.
    package let changesDefault: Bool
}
