package import FlagResolver

/// A setting as rules see it: its entries with their versions, and who wins where.
package struct CheckedSetting: Sendable {
    package let document: CheckedDocument
    package let slot: Int
    package let entries: [CheckedEntry]
    package let timeline: SettingTimeline

    /// A setting of a document; `nil` where it has no well-formed entry.
    init?(_ slot: Int, of document: CheckedDocument) {
        let settings = document.settings
        let record = settings.loaded.settings[slot]
        guard record.firstEntry < record.endEntry else { return nil }
        self.document = document
        self.slot = slot
        entries = (Int(record.firstEntry)..<Int(record.endEntry)).map { position in
            CheckedEntry(position, of: record, in: settings)
        }
        timeline = SettingTimeline(entries, record, in: settings.tree)
    }

    package var record: SettingRecord { document.settings.loaded.settings[slot] }
    package var tree: JSONTree { document.settings.tree }

    /// The node of a value, by its class in the timeline.
    package func value(ofClass number: Int) -> Int { timeline.representatives[number] }
}

/// A well-formed entry as rules see it.
package struct CheckedEntry: Sendable {
    package let record: EntryRecord
    /// The node of `appVersion`.
    package let requirement: Int
    /// The versions that the requirement contains.
    package let versions: VersionSet
    /// Whether the entry may win: it contains a version, and its value is of the declared type.
    package let takesPart: Bool

    init(_ position: Int, of setting: SettingRecord, in document: SettingsDocument) {
        record = document.loaded.entries[position]
        // A loaded entry has a requirement, and it has been read before.
        requirement = document.requirementNode(of: record) ?? Int(record.node)
        versions = Self.versions(at: requirement, in: document.tree)
        let isMistyped =
            setting.hasMistypedEntries && !setting.declaredType.contains(Int(record.value), of: document.tree)
        takesPart = !isMistyped && !versions.isEmpty
    }

    private static func versions(at node: Int, in tree: JSONTree) -> VersionSet {
        if tree.kind(of: node) == .string { return versions(ofText: node, in: tree) }
        return VersionSet(tree.elements(of: node).flatMap { versions(ofText: $0, in: tree).stretches })
    }

    static func versions(ofText node: Int, in tree: JSONTree) -> VersionSet {
        if let range = tree.plainContentRange(at: node) {
            let content = tree.bytes[range]
            return (try? VersionSet(utf8: content.span)) ?? .none
        }
        return tree.string(at: node).flatMap { try? VersionSet(parsing: $0) } ?? .none
    }

    /// The nodes of the texts that the requirement consists of: itself, or the elements of a list.
    package func texts(in tree: JSONTree) -> [Int] {
        tree.kind(of: requirement) == .string ? [requirement] : Array(tree.elements(of: requirement))
    }
}
