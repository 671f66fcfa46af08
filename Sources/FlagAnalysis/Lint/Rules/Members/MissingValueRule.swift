import FlagResolver

extension RuleCode {
    package static let missingValue = RuleCode(rawValue: "missing-value")
}

/// An entry without a value.
struct MissingValueRule: Rule {
    let code = RuleCode.missingValue
    let severity = Severity.error
    let meaning = "An entry has no value, so it never wins; null would be a value."
    let advice = "Add a \"value\", or delete the entry."
    let issueCodes: [SettingIssue.Code] = [.missingValue]

    let bad: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"«{ "appVersion": ">=1.4.0" }»"#)
    ]

    let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": ">=1.4.0", "value": true }"#)
    ]
}
