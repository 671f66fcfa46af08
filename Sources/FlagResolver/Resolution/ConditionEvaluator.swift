/// Decides which entries of a document match in one context.
///
/// It remembers the values of prerequisites and the outcomes of shared conditions, so use one evaluator for many
/// settings of a document. Pass the same context with each entry; storing it would copy it.
struct ConditionEvaluator {
    private let document: SettingsDocument

    /// The packed app version; above every packed bound if the version is not known.
    private let version: PackedVersion

    /// Whether each prerequisite that was resolved so far is `true`.
    private var prerequisites: [SettingIndex: Bool] = [:]

    /// The outcome of each condition of ``ConditionTable``; empty if outcomes are not remembered.
    private var outcomes: [Outcome]

    private enum Outcome: UInt8 {
        case unknown
        case fails
        case holds
    }

    /// - Parameter remembersConditions: Whether to remember the outcome of each condition. For a few settings,
    ///   evaluating conditions again costs less.
    init(_ document: SettingsDocument, _ context: EvaluationContext, remembersConditions: Bool = false) {
        self.document = document
        version = context.appVersion?.packed ?? .highest
        outcomes =
            remembersConditions ? Array(repeating: .unknown, count: document.loaded.conditions.keys.count) : []
    }

    /// Whether the condition of an entry holds. A value that the context lacks satisfies only a test for absence.
    ///
    /// - Complexity: O(*n*) in the size of the condition.
    mutating func holds(
        _ entry: EntryIndex, in loaded: borrowing LoadedSettings, for context: EvaluationContext
    ) -> Bool {
        let record = loaded[entry]
        guard let index = record.targetingIndex else { return isVersion(of: context, in: record.bounds, of: loaded) }
        let targeting = loaded.targeting[index]
        if let schedule = loaded.schedule(of: targeting) {
            guard let instant = context.instant, schedule.contains(instant) else { return false }
        }
        return holdsWhenScheduled(targeting, bounds: record.bounds, in: loaded, for: context)
    }

    /// Whether the app version is known and within the bounds of an entry.
    private func isVersion(
        of context: EvaluationContext, in bounds: EntryBounds, of loaded: borrowing LoadedSettings
    ) -> Bool {
        if let packed = bounds.packed { return packed.contains(version) }
        return context.appVersion.map { bounds.versions(sets: loaded.sets).contains($0) } ?? false
    }

    /// Whether the conditions of an entry hold, except for its schedule.
    mutating func holdsWhenScheduled(
        _ targeting: EntryTargeting, bounds: EntryBounds, in loaded: borrowing LoadedSettings,
        for context: EvaluationContext
    ) -> Bool {
        if targeting.testsVersion, !isVersion(of: context, in: bounds, of: loaded) { return false }
        let tree = document.tree
        let attributesHold = tree.nodes.withSpan { nodes in
            tree.bytes.withRawSpan { bytes in
                for index in targeting.conditions {
                    let condition = Int(loaded.conditions.indices[index])
                    guard holds(condition, of: loaded.conditions, for: context, nodes, bytes) else { return false }
                }
                if let rollout = targeting.rollout, !context.isIncluded(inRollout: rollout, nodes, bytes) {
                    return false
                }
                return true
            }
        }
        guard attributesHold else { return false }
        return targeting.prerequisites.allSatisfy { index in
            loaded.prerequisites[index].setting.map { isTrue($0, in: loaded, for: context) } ?? false
        }
    }

    /// Whether a condition on an attribute holds.
    private mutating func holds(
        _ condition: Int, of table: borrowing ConditionTable, for context: EvaluationContext, _ nodes: Span<JSONNode>,
        _ bytes: RawSpan
    ) -> Bool {
        let key = Int(table.keys[condition])
        guard !outcomes.isEmpty else { return context.satisfies(conditionAt: key, nodes, bytes) }
        if outcomes[condition] == .unknown {
            outcomes[condition] = context.satisfies(conditionAt: key, nodes, bytes) ? .holds : .fails
        }
        return outcomes[condition] == .holds
    }

    /// Whether a setting is `true`. The settings that it depends on are resolved first, without recursion.
    private mutating func isTrue(
        _ setting: SettingIndex, in loaded: borrowing LoadedSettings, for context: EvaluationContext
    ) -> Bool {
        if let known = prerequisites[setting] { return known }
        var unresolved = [setting]
        while let next = unresolved.last {
            guard prerequisites[next] == nil else {
                unresolved.removeLast()
                continue
            }
            let missing = loaded.prerequisites(of: next).filter { prerequisites[$0] == nil }
            // Entries whose prerequisites form a cycle were discarded, so the loop terminates.
            if missing.isEmpty {
                unresolved.removeLast()
                let node = document.resolve(next, for: context, with: &self)
                prerequisites[next] = node.value != nil && node.kind == .true
            } else {
                unresolved += missing
            }
        }
        return prerequisites[setting] ?? false
    }
}
