import FlagResolver

extension RuleCode {
    package static let conflictingValues = RuleCode(rawValue: "conflicting-values")
}

/// An entry that has its value under both names.
struct ConflictingValuesRule: Rule {
    let code = RuleCode.conflictingValues
    let severity = Severity.error
    let meaning =
        "An entry has both \"value\" and \"defaultValue\", which are two names for the same member, so it never wins."
    let advice = "Keep \"value\", and delete \"defaultValue\" from the entry."
    let issueCodes: [SettingIssue.Code] = [.conflictingValues]

    let bad: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": ">=1.4.0", "value": true, «"defaultValue"»: false }"#)
    ]

    let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": ">=1.4.0", "value": true }"#)
    ]
}
