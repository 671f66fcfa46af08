package import FlagResolver

/// A setting that tests more than the app version, as rules see it: its entries, and who gets which one.
///
/// It is a class, so that passing it to every rule copies nothing.
package final class TargetedSetting {
    package let document: CheckedDocument
    package let settingIndex: SettingIndex
    let spaces: CheckedSpaces
    /// All well-formed entries.
    let entries: [TargetedEntry]
    /// The entries that have a condition on the app version.
    let requirements: CheckedRequirements
    /// The class of the value of each entry.
    let valueClasses: [Int]
    /// Who gets which entry; a failure if that is too complex.
    let analysis: Result<Analysis, CaseSpace.Failure>
    /// The entries that can match and never win, with or without an app version.
    private(set) var unreachable: [Unreachable] = []

    /// Who gets which entry.
    struct Analysis {
        /// For every version, when each entry can win if no earlier one does.
        let conditions: [CaseMap]
        /// For every version, which entry wins, as its index plus 1; 0 is the default.
        let winners: CaseMap
        /// The leaves of ``winners``.
        let leaves: Set<Int>
    }

    /// A setting of a document; `nil` if no well-formed entry tests more than the app version.
    init?(
        _ settingIndex: SettingIndex, of document: CheckedDocument, _ spaces: CheckedSpaces,
        numbering classes: inout ValueClasses
    ) {
        // Each use of the document's copy would copy the tables' references again.
        let loaded = document.loaded
        guard loaded.testsMoreThanVersion(settingIndex) else { return nil }
        let record = loaded[settingIndex]
        self.document = document
        self.settingIndex = settingIndex
        self.spaces = spaces
        let entries = record.entries.map { TargetedEntry($0, of: record, in: document, loaded) }
        self.entries = entries
        let withRequirement = entries.filter { $0.targeting?.testsVersion ?? true }.map(\.index)
        requirements = CheckedRequirements(of: withRequirement, settingIndex, in: document)
        classes.removeAll()
        valueClasses = entries.map { classes.number(of: Int($0.record.value)) }
        do throws(CaseSpace.Failure) {
            let space = spaces.withVersion
            let conditions = try space.conditions(of: settingIndex)
            let winners = try space.firstMatch(of: conditions)
            analysis = .success(
                Analysis(conditions: conditions, winners: winners, leaves: Set(space.leaves(of: winners))))
        } catch {
            analysis = .failure(error)
        }
        unreachable = unreachableEntries()
    }

    var tree: JSONTree { document.tree }
    var space: CaseSpace { spaces.withVersion }

    /// Which entry wins for contexts without an app version; `nil` if that is too complex.
    func analysisWithoutVersion() -> Analysis? {
        guard let conditions = try? spaces.withoutVersion.conditions(of: settingIndex),
            let winners = try? spaces.withoutVersion.firstMatch(of: conditions)
        else { return nil }
        return Analysis(
            conditions: conditions, winners: winners, leaves: Set(spaces.withoutVersion.leaves(of: winners)))
    }

    /// For every version, the value as a function of the other axes; `nil` if that is too complex, or there is no default.
    var values: CaseMap? {
        try? SettingCases(of: settingIndex, in: document.settings, space)?.valueMap()
    }

    /// The bytes that locate a finding about an entry.
    func span(of entry: Int) -> Range<Int> { document.span(of: entries[entry].marked) }
}

/// A well-formed entry of a setting that tests more than the version, as rules see it.
struct TargetedEntry: Sendable {
    let index: EntryIndex
    let record: EntryRecord
    /// Its conditions that test more than the version; `nil` if there are none.
    let targeting: EntryTargeting?
    let schedule: EntrySchedule?
    /// The conditions on attributes.
    let attributes: [TestedAttribute]
    let rollouts: [TestedRollout]
    /// Whether its value has the declared type, so that it can win.
    let isEligible: Bool
    /// The node that locates the entry: its requirement, or else its first other condition.
    let marked: Int

    /// A condition on an attribute, the targeting key, or the presence of a date or an app version.
    struct TestedAttribute: Sendable {
        let name: String
        /// The nodes of the name and the condition.
        let key: Int
        let condition: Int
    }

    struct TestedRollout: Sendable {
        let node: Int
        let form: RolloutForm
    }

    init(_ index: EntryIndex, of setting: SettingRecord, in document: CheckedDocument, _ loaded: LoadedSettings) {
        let tree = document.tree
        self.index = index
        record = loaded[index]
        let targeting = loaded.targeting(of: index)
        self.targeting = targeting
        schedule = targeting.flatMap { loaded.schedule(of: $0) }
        isEligible = setting.isEligible(record, in: tree)
        attributes =
            targeting?.when.map { when in
                tree.members(of: when).compactMap { key, condition in
                    tree.isMetadata(key: key)
                        ? nil : TestedAttribute(name: tree.string(at: key) ?? "", key: key, condition: condition)
                }
            } ?? []
        rollouts =
            targeting?.rollout.map { rollout in
                tree.oneOrMore(rollout).compactMap { node in
                    RolloutForm(at: node, in: tree).map { TestedRollout(node: node, form: $0) }
                }
            } ?? []
        marked = Self.marked(record, targeting, in: document)
    }

    private static func marked(_ record: EntryRecord, _ targeting: EntryTargeting?, in document: CheckedDocument) -> Int
    {
        if targeting?.testsVersion ?? true, let node = document.settings.requirementNode(of: record) { return node }
        if let node = targeting?.when ?? targeting?.rollout { return node }
        for name in ["from", "until", "requires"] {
            if let node = document.tree.member(named: name, of: Int(record.node)) { return node }
        }
        return Int(record.node)
    }

    /// The node of a member of the entry.
    func member(_ name: StaticString, in tree: JSONTree) -> Int? { tree.member(named: name, of: Int(record.node)) }
}
