import FlagResolver

extension RuleCode {
    package static let badCondition = RuleCode(rawValue: "bad-condition")
}

/// A condition on more than the app version that is malformed.
struct BadConditionRule: Rule {
    let code = RuleCode.badCondition
    let severity = Severity.error
    let meaning =
        "A condition on attributes, a rollout, a schedule, a prerequisite or the name of an entry is malformed, so the entry "
        + "never wins."
    let advice = "Correct the value at the marked location; \"flagctl help targeting\" lists all forms."
    let issueCodes: [SettingIssue.Code] = [.badCondition]

    let bad: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "when": { "country": «[]» }, "value": true },
                { "when": { "country": { «"starts"»: "D" } }, "value": true }
                """#),
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "rollout": { "percent": «125», "salt": "payments" }, "value": true },
                { "rollout": «{ "percent": 25 }», "value": true }
                """#),
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "from": «"2026-02-30T00:00:00Z"», "value": true },
                { "until": «"2026-03-01"», "value": true }
                """#),
    ]

    let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "when": { "country": ["DE", "AT"] }, "value": true },
                { "rollout": { "percent": 25, "salt": "payments" }, "value": true },
                { "from": "2026-03-01T00:00:00Z", "value": true }
                """#)
    ]
}
