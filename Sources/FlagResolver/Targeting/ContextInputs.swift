/// The parts of a context that the conditions of some settings test.
package struct ContextInputs: Hashable, Sendable {
    /// The names of attributes, ordered by their bytes.
    package private(set) var attributes: [String] = []

    /// The kinds of values that conditions and rollouts need, in the order of the settings; each once.
    private var needs: [Need] = []

    /// What a condition needs.
    private struct Need: Hashable {
        let name: ExactText
        let kinds: AttributeKinds
    }

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
        needs = names.needs.map { Need(name: ExactText($0.name), kinds: $0.kinds) }
    }

    /// The values of a context that are tested and cannot be used.
    ///
    /// - Parameter declarations: The types that say how to write the values.
    /// - Complexity: O(*n*) for *n* conditions.
    package func unusable(
        in context: EvaluationContext, _ declarations: DeclaredAttributes?
    ) -> [UnusableInput] {
        var found: [UnusableInput] = []
        if testsVersion, let version = UnusableInput(refused: "appVersion", in: context) { found.append(version) }
        if testsDate, let date = UnusableInput(refused: "date", in: context) { found.append(date) }
        for need in needs {
            let input = UnusableInput(need.name.text, in: context, needed: need.kinds)
            if let input = input?.declared(by: declarations), !found.contains(input) { found.append(input) }
        }
        return found
    }
}

/// The names of the attributes, and of the keys of rollouts, in conditions.
private struct NamesOfConditions {
    private(set) var names: Set<String> = []

    /// What each name is needed as, in the order of the first occurrence.
    private(set) var needs: [(name: String, kinds: AttributeKinds)] = []
    private var knownNeeds: Set<String> = []

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
            let key = Int(conditions.keys[Int(condition)])
            insert(tree.string(at: key) ?? "", as: tree.attributeKinds(ofCondition: key + 1))
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
        if let name = key.flatMap({ tree.string(at: $0) }) { insert(name, as: .string) } else { insertTargetingKey() }
    }

    private mutating func insertTargetingKey() {
        hasTargetingKey = true
        need("targetingKey", as: .string)
    }

    private mutating func insert(_ name: String, as kinds: AttributeKinds) {
        names.insert(name)
        need(name, as: kinds)
    }

    private mutating func need(_ name: String, as kinds: AttributeKinds) {
        guard knownNeeds.insert("\(name) \(kinds.rawValue)").inserted else { return }
        needs.append((name, kinds))
    }
}
