/// The parts of a context that the conditions of some settings test.
package struct ContextInputs: Sendable {
    /// The names of attributes, ordered by their bytes.
    package private(set) var attributes: [String] = []

    /// Whether a rollout or a condition needs a targeting key.
    package private(set) var testsTargetingKey = false

    /// Whether an entry has a schedule.
    package private(set) var testsDate = false

    /// Whether an entry has a condition on the app version.
    package private(set) var testsVersion = false

    /// Collects what the conditions of settings, and of the settings that they require, test.
    ///
    /// - Complexity: O(*n*) in the size of the conditions.
    package init(of settings: some Sequence<SettingIndex>, in document: SettingsDocument) {
        let loaded = document.loaded
        guard loaded.hasTargeting else {
            testsVersion = settings.contains { loaded[$0].testsVersion }
            return
        }
        var names = NamesOfConditions(in: document)
        for setting in loaded.includingPrerequisites(of: settings) {
            if loaded[setting].testsVersion { testsVersion = true }
            for entry in loaded[setting].entries {
                guard let targeting = loaded.targeting(of: entry) else { continue }
                if targeting.hasSchedule { testsDate = true }
                names.insert(targeting)
            }
        }
        var attributes = names.names
        testsTargetingKey = attributes.remove("targetingKey") != nil || names.hasTargetingKey
        // Conditions can test whether these are present, but they are properties of the context and not attributes.
        attributes.subtract(["appVersion", "date"])
        self.attributes = attributes.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}

/// The names of the attributes, and of the keys of rollouts, in conditions.
private struct NamesOfConditions {
    private(set) var names: Set<String> = []

    /// Whether a rollout has the targeting key.
    private(set) var hasTargetingKey = false

    private let tree: JSONTree
    private let conditions: ConditionTable
    /// Whether each condition of the table was inserted: entries share conditions.
    private var isKnown: [Bool]

    init(in document: SettingsDocument) {
        tree = document.tree
        conditions = document.loaded.conditions
        isKnown = Array(repeating: false, count: conditions.keys.count)
    }

    mutating func insert(_ targeting: EntryTargeting) {
        for condition in conditions.indices[targeting.conditions] where !isKnown[Int(condition)] {
            isKnown[Int(condition)] = true
            names.insert(tree.string(at: Int(conditions.keys[Int(condition)])) ?? "")
        }
        guard let rollout = targeting.rollout else { return }
        let tree = tree
        tree.nodes.withSpan { nodes in
            tree.bytes.withRawSpan { bytes in
                _ = nodes.containsAny(of: rollout) { rollout in
                    insertKey(ofRollout: rollout, nodes, bytes)
                    return false
                }
            }
        }
    }

    private mutating func insertKey(ofRollout rollout: Int, _ nodes: Span<JSONNode>, _ bytes: RawSpan) {
        var key: Int?
        nodes.forEachMember(of: rollout) { member in
            if case .by = RolloutMember(key: nodes[member], in: bytes) { key = member + 1 }
        }
        if let name = key.flatMap({ tree.string(at: $0) }) { names.insert(name) } else { hasTargetingKey = true }
    }
}
