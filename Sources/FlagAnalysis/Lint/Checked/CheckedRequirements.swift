package import FlagResolver

/// Entries of a setting that have a condition on the app version.
protocol CheckedEntries {
    var document: CheckedDocument { get }
    var settingIndex: SettingIndex { get }
    var entries: [CheckedEntry] { get }
    /// The versions that the requirement of each entry contains.
    var versions: [VersionSet] { get }
}

/// The entries of a setting that have a condition on the app version, while others may have none.
package struct CheckedRequirements: CheckedEntries {
    package let document: CheckedDocument
    package let settingIndex: SettingIndex
    let entries: [CheckedEntry]
    /// The versions that the requirement of each entry contains.
    let versions: [VersionSet]

    init(of entries: [EntryIndex], _ settingIndex: SettingIndex, in document: CheckedDocument) {
        self.document = document
        self.settingIndex = settingIndex
        let loaded = document.loaded
        let record = loaded[settingIndex]
        let versions = entries.map { loaded.versions(of: $0) }
        self.versions = versions
        self.entries = zip(entries, versions).map { entry, versions in
            CheckedEntry(loaded[entry], versions, of: record, in: document)
        }
    }

}

extension CheckedEntries {
    var tree: JSONTree { document.tree }

    /// The bytes of the requirement of an entry.
    func span(ofRequirement index: Int) -> Range<Int> { document.span(of: entries[index].requirement) }

    /// Adds the cuts at which the versions of entries begin or end, without the two ends of the version line.
    func insertCuts(into cuts: inout Set<VersionCut>) {
        for set in versions {
            for index in 0..<set.intervalCount {
                let interval = set.interval(at: index)
                if interval.lower != .lowest { cuts.insert(interval.lower) }
                if interval.upper != .highest { cuts.insert(interval.upper) }
            }
        }
    }
}

/// A well-formed entry as rules see it.
struct CheckedEntry: Sendable {
    let record: EntryRecord
    /// The node of `appVersion`.
    let requirement: Int
    /// What the text of the requirement may contain.
    let traits: RequirementTraits
    /// Whether the entry can win: it contains a version, and its value is of the declared type.
    let canWin: Bool

    init(_ record: EntryRecord, _ versions: VersionSet, of setting: SettingRecord, in document: CheckedDocument) {
        self.record = record
        // A loaded entry has a requirement.
        requirement = document.settings.requirementNode(of: record) ?? Int(record.node)
        traits = RequirementTraits(of: requirement, in: document.tree)
        canWin = !versions.isEmpty && setting.isEligible(record, in: document.tree)
    }
}
