import FlagResolver

extension RuleCode {
    package static let constantRollout = RuleCode(rawValue: "constant-rollout")
}

/// A rollout of 0 % or 100 %.
struct ConstantRolloutRule: Rule {
    let code = RuleCode.constantRollout
    let severity = Severity.note
    let meaning =
        "A rollout includes no key at all, so its entry never wins, or all keys, so it only excludes users "
        + "without a key; often that is a first or a last step."
    let advice = "Raise the percentage when the rollout begins, and remove the rollout when it is complete."

    let bad: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "when": { "country": "DE" }, "rollout": { "percent": «0», "salt": "payments" }, "value": true },
                { "rollout": { "percent": «100», "salt": "payments" }, "value": true }
                """#)
    ]

    let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "rollout": { "percent": 25, "salt": "payments" }, "value": true }"#)
    ]

    func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        for entry in setting.targetedEntries {
            for rollout in entry.rollouts {
                let bucketCount = rollout.form.bucketCount
                guard bucketCount == 0 || bucketCount == RolloutBucket.count,
                    let percent = setting.tree.member(named: "percent" as StaticString, of: rollout.node)
                else { continue }
                add(rollout.form, at: percent, in: setting, &report)
            }
        }
    }

    private func add(_ form: RolloutForm, at percent: Int, in setting: CheckedSetting, _ report: inout RuleReport) {
        let span = setting.document.span(of: percent)
        guard form.bucketCount > 0 else {
            return report.add(
                "the rollout includes nobody, so the entry never wins", by: self, at: span,
                about: .setting(setting.settingIndex))
        }
        let key = form.by == "targetingKey" ? "a targeting key" : "the attribute \(quoted(form.by))"
        report.add(
            "the rollout includes everybody who has \(key)", by: self, at: span, about: .setting(setting.settingIndex),
            help: "remove it if users without \(key) should get the value too; otherwise test "
                + "{ \"\(form.by)\": { \"absent\": false } }")
    }
}
