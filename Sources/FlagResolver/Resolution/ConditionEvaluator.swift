/// Decides which entries of a document match in one context.
///
/// It remembers the values of prerequisites and the outcomes of shared conditions, so use one evaluator for many
/// settings of a document. Pass the same context with each entry; storing it would copy it.
struct ConditionEvaluator {
    private let document: SettingsDocument

    /// The packed app version; above every packed bound if the version is not known.
    private let version: PackedVersion

    /// Whether each prerequisite that was resolved so far is `true`.
    private var prerequisites = [SettingIndex: Bool]()

    /// The outcome of each condition of ``ConditionTable``; `nil` if outcomes are not remembered.
    private var outcomes: [Outcome]?

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
            remembersConditions ? Array(repeating: .unknown, count: document.loaded.conditions.keys.count) : nil
    }

    /// Whether the condition of an entry holds. A value that the context lacks satisfies only a test for absence.
    ///
    /// - Parameter loaded: The tables of the document, which callers read once for many entries.
    /// - Complexity: O(*n*) in the size of the condition.
    mutating func holds(
        _ entry: EntryIndex, in loaded: borrowing LoadedSettings, for context: EvaluationContext
    ) -> Bool {
        guard let index = loaded[entry].targetingIndex else { return isVersion(of: context, in: loaded[entry].bounds) }
        return holds(loaded.targeting[index], bounds: loaded[entry].bounds, for: context)
    }

    /// Whether the conditions of an entry hold, its schedule included.
    private mutating func holds(
        _ targeting: EntryTargeting, bounds: EntryBounds, for context: EvaluationContext
    ) -> Bool {
        if let schedule = document.loaded.schedule(of: targeting) {
            guard let instant = context.instant, schedule.contains(instant) else { return false }
        }
        return holdsWhenScheduled(targeting, bounds: bounds, for: context)
    }

    /// Whether the app version is known and within the bounds of an entry.
    private func isVersion(of context: EvaluationContext, in bounds: EntryBounds) -> Bool {
        bounds.packed?.contains(version) ?? isVersion(of: context, in: bounds.versions(sets: document.loaded.sets))
    }

    private func isVersion(of context: EvaluationContext, in versions: VersionSet) -> Bool {
        context.appVersion.map { versions.contains($0) } ?? false
    }

    /// Whether the conditions of an entry hold, except for its schedule.
    mutating func holdsWhenScheduled(
        _ targeting: EntryTargeting, bounds: EntryBounds, for context: EvaluationContext
    ) -> Bool {
        if targeting.testsVersion, !isVersion(of: context, in: bounds) { return false }
        let tree = document.tree
        let attributesHold = tree.nodes.withSpan { nodes in
            tree.bytes.withRawSpan { bytes in
                for index in targeting.conditions {
                    let condition = Int(document.loaded.conditions.indices[index])
                    guard holds(condition: condition, for: context, nodes, bytes) else { return false }
                }
                if let rollout = targeting.rollout, !context.isIncluded(inRollout: rollout, nodes, bytes) {
                    return false
                }
                return true
            }
        }
        guard attributesHold else { return false }
        return targeting.prerequisites.allSatisfy { index in
            document.loaded.prerequisites[index].setting.map { isTrue($0, for: context) } ?? false
        }
    }

    /// Whether a condition on an attribute holds.
    private mutating func holds(
        condition: Int, for context: EvaluationContext, _ nodes: Span<JSONNode>, _ bytes: RawSpan
    ) -> Bool {
        let key = Int(document.loaded.conditions.keys[condition])
        if let known = outcomes?[condition], known != .unknown { return known == .holds }
        let holds = context.satisfies(conditionAt: key, nodes, bytes)
        outcomes?[condition] = holds ? .holds : .fails
        return holds
    }

    /// Whether a setting is `true`. The settings that it depends on are resolved first, without recursion.
    private mutating func isTrue(_ setting: SettingIndex, for context: EvaluationContext) -> Bool {
        if let known = prerequisites[setting] { return known }
        var unresolved = [setting]
        while let next = unresolved.last {
            guard prerequisites[next] == nil else {
                unresolved.removeLast()
                continue
            }
            let missing = document.loaded.prerequisites(of: next).filter { prerequisites[$0] == nil }
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
