import FlagResolver

extension RuleCode {
    package static let numericVersion = RuleCode(rawValue: "numeric-version")
}

/// A JSON number as a requirement.
struct NumericVersionRule: Rule {
    let code = RuleCode.numericVersion
    let severity = Severity.error
    let meaning = "A version is written as a JSON number, in which 1.10 is the same as 1.1, so the entry never wins."
    let advice = "Put the version in quotes."
    let issueCodes: [SettingIssue.Code] = [.numericVersion]

    let bad: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": «1.10», "value": true }"#)
    ]

    let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": "1.10", "value": true }"#)
    ]
}
