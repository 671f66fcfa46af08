extension SettingsDocument {
    /// The indices of the settings, in document order.
    package var indices: Range<SettingIndex> { loaded.indices }

    /// The name of a setting.
    package func name(of setting: SettingIndex) -> String {
        String(decoding: nameBytes(of: setting), as: UTF8.self)
    }

    /// The name of a setting as UTF-8.
    package func nameBytes(of setting: SettingIndex) -> ArraySlice<UInt8> {
        loaded.names[setting]
    }

    /// Settings in the natural order of their names: `item2` before `item10`.
    ///
    /// - Complexity: O(*n* log *n*) in the number of settings.
    package func sortedByName(_ settings: [SettingIndex]) -> [SettingIndex] {
        settings.sorted { NaturalOrder.precedes(nameBytes(of: $0), nameBytes(of: $1)) }
    }

    /// The index of the setting with a name, compared byte by byte; `nil` if there is none.
    package func index(named name: String) -> SettingIndex? {
        loaded.names.index(named: name)
    }

    /// The well-formed entries of a setting, in document order.
    package func entries(of setting: SettingIndex) -> ArraySlice<EntryRecord> {
        loaded[loaded[setting].entries]
    }

    /// The indices of the well-formed entries of a setting, in document order.
    package func entryIndices(of setting: SettingIndex) -> Range<EntryIndex> {
        loaded[setting].entries
    }

    /// The first well-formed entry that tests more than the app version; `nil` if there is none.
    package var firstTargetedEntry: EntryRecord? {
        loaded.targeting.isEmpty ? nil : loaded.entries.first { $0.targetingIndex != nil }
    }

    /// The node of the default of a setting; `nil` if it has none.
    package func defaultValue(of setting: SettingIndex) -> Int? {
        let node = loaded[setting].defaultValue
        return node == SettingRecord.missing ? nil : Int(node)
    }

    /// The node of the `appVersion` of an entry.
    package func requirementNode(of entry: EntryRecord) -> Int? {
        tree.member(named: "appVersion" as StaticString, of: Int(entry.node))
    }

    /// The label of an entry; `nil` if it has none.
    package func name(of entry: EntryRecord) -> String? {
        tree.member(named: "name" as StaticString, of: Int(entry.node)).flatMap { tree.string(at: $0) }
    }

    /// The conditions of an entry on one line: its requirement, and the other conditions as JSON.
    package func conditionText(of entry: EntryRecord) -> String {
        let requirement = requirement(of: entry).map { [$0.description] } ?? []
        return (requirement + furtherConditionTexts(of: entry)).joined(separator: ", ")
    }

    /// The members of an entry that test more than the version.
    package static let targetingMembers = ["when", "rollout", "from", "until", "requires"]

    /// The conditions of an entry other than its requirement: `when {"country":"DE"}`, `from 2026-12-01T00:00:00Z`.
    package func furtherConditionTexts(of entry: EntryRecord) -> [String] {
        Self.targetingMembers.compactMap { name in
            tree[Int(entry.node)].member(named: name).map { "\(name) \($0.string ?? $0.description)" }
        }
    }

    /// The requirement of an entry, as it was written.
    package func requirement(of entry: EntryRecord) -> VersionRequirement? {
        guard let node = requirementNode(of: entry) else { return nil }
        if let text = tree.string(at: node) {
            return try? VersionRequirement(parsing: text)
        }
        let texts = tree.elements(of: node).compactMap { tree.string(at: $0) }
        return VersionRequirement(list: texts, sets: texts.compactMap { try? VersionSet(parsing: $0) })
    }
}
