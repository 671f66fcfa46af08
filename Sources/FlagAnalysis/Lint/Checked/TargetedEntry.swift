import FlagResolver

/// An entry that tests more than the version, as rules see it.
struct TargetedEntry: Sendable {
    let index: EntryIndex
    /// Its position among the well-formed entries of the setting.
    let position: Int
    let record: EntryRecord
    let targeting: EntryTargeting
    let schedule: EntrySchedule?
    /// The conditions on attributes.
    let attributes: [TestedAttribute]
    let rollouts: [TestedRollout]

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

    init(
        _ index: EntryIndex, _ record: EntryRecord, _ targeting: EntryTargeting, at position: Int,
        in document: CheckedDocument, _ loaded: LoadedSettings
    ) {
        let tree = document.tree
        self.index = index
        self.position = position
        self.targeting = targeting
        self.record = record
        schedule = loaded.schedule(of: targeting)
        attributes =
            targeting.when.map { when in
                tree.members(of: when).compactMap { key, condition in
                    tree.isMetadata(key: key)
                        ? nil : TestedAttribute(name: tree.string(at: key) ?? "", key: key, condition: condition)
                }
            } ?? []
        rollouts =
            targeting.rollout.map { rollout in
                tree.oneOrMore(rollout).compactMap { node in
                    RolloutForm(at: node, in: tree).map { TestedRollout(node: node, form: $0) }
                }
            } ?? []
    }

    /// Whether the entry may match without an app version.
    var canMatchWithoutVersion: Bool { !targeting.testsVersion }

    /// The node of a member of the entry.
    func member(_ name: StaticString, in tree: JSONTree) -> Int? { tree.member(named: name, of: Int(record.node)) }
}
