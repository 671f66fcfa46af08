/// Decides which entries of a document match in one context.
///
/// It remembers the values of prerequisites, so that it is used for many settings of one document.
struct ConditionEvaluator {
    private let document: SettingsDocument
    private let context: EvaluationContext

    /// The packed app version; above every packed bound if the version is not known.
    private let version: PackedVersion

    /// The settings whose value was needed for `requires`, and whether it is `true`.
    private var prerequisites: [SettingIndex: Bool] = [:]

    init(_ document: SettingsDocument, _ context: EvaluationContext) {
        self.document = document
        self.context = context
        version = context.appVersion?.packed ?? .highest
    }

    /// Whether the app version is known.
    var hasVersion: Bool { context.appVersion != nil }

    /// Whether the condition of an entry holds. What the context lacks never satisfies a condition.
    ///
    /// - Complexity: O(*n*) in the size of the condition.
    mutating func holds(_ entry: EntryIndex, in loaded: borrowing LoadedSettings) -> Bool {
        let bounds = loaded.bounds(of: entry)
        if bounds.contains(version) { return true }
        guard let index = bounds.unpackedIndex else { return false }
        guard let targeting = loaded.targeting[index] else {
            return context.appVersion.map { loaded.sets[index].contains($0) } ?? false
        }
        if targeting.hasSchedule {
            guard let instant = context.instant, targeting.contains(instant) else { return false }
        }
        return holdsWhenScheduled(targeting, versions: loaded.sets[index], in: loaded)
    }

    /// Whether the conditions of an entry hold, except for its schedule.
    mutating func holdsWhenScheduled(
        _ targeting: EntryTargeting, versions: VersionSet, in loaded: borrowing LoadedSettings
    ) -> Bool {
        if targeting.testsVersion {
            guard let version = context.appVersion, versions.contains(version) else { return false }
        }
        let tree = document.tree
        let attributes = AttributeEvaluator(tree: tree, context: context)
        if let when = targeting.when, !attributes.holds(when) { return false }
        if let rollout = targeting.rollout, !attributes.includes(rollout) { return false }
        return targeting.prerequisites.allSatisfy { index in
            loaded.prerequisites[index].setting.map { isTrue($0, in: loaded) } ?? false
        }
    }

    /// Whether a setting is `true`. The settings that it depends on are resolved first, without recursion.
    private mutating func isTrue(_ setting: SettingIndex, in loaded: borrowing LoadedSettings) -> Bool {
        if let known = prerequisites[setting] { return known }
        var unresolved = [setting]
        while let next = unresolved.last {
            guard prerequisites[next] == nil else {
                unresolved.removeLast()
                continue
            }
            let missing = loaded.prerequisites(of: next).filter { prerequisites[$0] == nil }
            // Entries whose prerequisites form a circle were discarded, so that this ends.
            if missing.isEmpty {
                unresolved.removeLast()
                let node = document.resolve(next, with: &self)
                prerequisites[next] = node.value != nil && node.kind == .true
            } else {
                unresolved += missing
            }
        }
        return prerequisites[setting] ?? false
    }
}

extension EntryTargeting {
    /// Whether the entry has a schedule.
    var hasSchedule: Bool { from != nil || until != nil }

    /// Whether the schedule of the entry contains an instant.
    func contains(_ instant: Instant) -> Bool {
        if let from, instant < from { return false }
        if let until, instant >= until { return false }
        return true
    }
}
