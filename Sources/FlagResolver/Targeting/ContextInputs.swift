/// What the conditions of some settings test.
package struct ContextInputs: Sendable {
    /// The names of attributes, ordered by their bytes.
    package private(set) var attributes: [String] = []

    /// Whether a rollout or a condition needs a targeting key.
    package private(set) var testsTargetingKey = false

    /// Whether an entry has a schedule.
    package private(set) var testsDate = false

    /// Whether an entry has a condition on the app version.
    package private(set) var testsVersion = false

    /// What the conditions of settings, and of those that they require, test.
    ///
    /// - Complexity: O(*n*) in the size of the conditions.
    package init(of settings: some Sequence<SettingIndex>, in document: SettingsDocument) {
        let loaded = document.loaded
        guard loaded.hasTargeting else {
            testsVersion = settings.contains { loaded[$0].testsVersion }
            return
        }
        var names: Set<String> = []
        var remaining = Array(settings)
        var seen = Set(remaining)
        while let setting = remaining.popLast() {
            if loaded[setting].testsVersion { testsVersion = true }
            for entry in loaded[setting].entries {
                guard let targeting = loaded.targeting(of: entry) else { continue }
                if targeting.from != nil || targeting.until != nil { testsDate = true }
                collectNames(of: targeting, in: document.tree, into: &names)
            }
            for required in loaded.prerequisites(of: setting) where seen.insert(required).inserted {
                remaining.append(required)
            }
        }
        if names.remove("targetingKey") != nil { testsTargetingKey = true }
        // Whether these are present can be tested; the caller decides about them in another way.
        names.subtract(["appVersion", "date"])
        attributes = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private func collectNames(of targeting: EntryTargeting, in tree: JSONTree, into names: inout Set<String>) {
        if let when = targeting.when {
            for (key, _) in tree.members(of: when) where !tree.isMetadata(key: key) {
                names.insert(tree.string(at: key) ?? "")
            }
        }
        guard let rollout = targeting.rollout else { return }
        let rollouts = tree.kind(of: rollout) == .array ? Array(tree.elements(of: rollout)) : [rollout]
        for rollout in rollouts {
            names.insert(
                tree.member(named: "by" as StaticString, of: rollout).flatMap { tree.string(at: $0) } ?? "targetingKey")
        }
    }
}
