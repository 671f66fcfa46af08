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
            #"""
            {
              "payments": {
                "defaultValue": false,
                "valuesByVersion": [
                  { "when": { "country": "DE" }, "rollout": { "percent": «0», "salt": "payments" }, "value": true },
                  { "rollout": { "percent": «100», "salt": "payments" }, "value": true }
                ]
              }
            }
            """#)
    ]

    let good: RuleExamples = [
        RuleExample(
            #"""
            {
              "payments": {
                "defaultValue": false,
                "valuesByVersion": [
                  { "rollout": { "percent": 25, "salt": "payments" }, "value": true }
                ]
              }
            }
            """#)
    ]

    func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        for entry in setting.targetedEntries {
            for rollout in entry.rollouts {
                let bucketCount = rollout.form.bucketCount
                guard bucketCount == 0 || bucketCount == RolloutBucket.count,
                    let percent = setting.tree.member(named: "percent" as StaticString, of: rollout.node)
                else { continue }
                report.add(
                    Detail(includesAll: bucketCount > 0, by: rollout.form.by), by: self,
                    at: setting.document.span(of: percent), about: .setting(setting.settingIndex))
            }
        }
    }

    private struct Detail: FindingDetail {
        let includesAll: Bool
        let by: String

        func message(in context: FindingContext) -> String {
            includesAll
                ? "the rollout includes everybody who has \(key(in: context))"
                : "the rollout includes nobody, so the entry never wins"
        }

        func help(in context: FindingContext) -> String? {
            includesAll
                ? "remove it if users without \(key(in: context)) should get the value too; otherwise test "
                    + "{ \"\(by)\": { \"absent\": false } }"
                : nil
        }

        private func key(in context: FindingContext) -> String {
            by == "targetingKey" ? "a targeting key" : "the attribute \(context.quoted(by))"
        }
    }
}
