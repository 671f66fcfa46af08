import FlagResolver

extension RuleCode {
    package static let saltWithSeveralKeys = RuleCode(rawValue: "salt-with-several-keys")
}

/// One salt that is used with several keys.
struct SaltWithSeveralKeysRule: Rule {
    let code = RuleCode.saltWithSeveralKeys
    let severity = Severity.warning
    let meaning =
        "Rollouts of one salt use different keys, so they do not include the same users although the salt is "
        + "the same."
    let advice = "Use the same \"by\" for all rollouts of a salt, or another salt."

    let bad: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "when": { "country": "DE" }, "rollout": { "percent": 25, "salt": "payments" }, "value": true },
                { "rollout": { "percent": 25, "salt": "payments", "by": «"account"» }, "value": true }
                """#)
    ]

    let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "when": { "country": "DE" }, "rollout": { "percent": 25, "salt": "payments" }, "value": true },
                { "rollout": { "percent": 25, "salt": "payments-accounts", "by": "account" }, "value": true }
                """#)
    ]

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        let (tree, loaded) = (document.tree, document.loaded)
        // Without a key of its own, a rollout has the targeting key.
        let namesKey = loaded.targeting.contains { targeting in
            targeting.rollout.map { tree.oneOrMore($0) }?.contains { rollout in
                tree.member(named: "by" as StaticString, of: rollout) != nil
            } ?? false
        }
        guard namesKey else { return }
        var first: [[UInt8]: (by: String, node: Int)] = [:]
        for setting in document.settings.indices {
            for entry in loaded[setting].entries {
                guard let rollouts = loaded.targeting(of: entry)?.rollout else { continue }
                for rollout in tree.oneOrMore(rollouts) {
                    guard let form = RolloutForm(at: rollout, in: tree) else { continue }
                    guard let known = first[form.salt] else {
                        first[form.salt] = (form.by, rollout)
                        continue
                    }
                    guard known.by != form.by else { continue }
                    let node = tree.member(named: "by" as StaticString, of: rollout) ?? rollout
                    report.add(
                        "the key of \(quoted(String(decoding: form.salt, as: UTF8.self))) is \(form.by) here, and "
                            + "\(known.by) elsewhere, so these rollouts do not include the same users",
                        by: self, at: document.span(of: node), about: .setting(setting),
                        related: [RelatedLocation(document.span(of: known.node), "here its key is \(known.by)")],
                        help: "use one key for all rollouts of a salt, or another salt")
                }
            }
        }
    }
}
