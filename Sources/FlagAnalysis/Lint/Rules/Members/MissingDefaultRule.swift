import FlagResolver

extension RuleCode {
    package static let missingDefault = RuleCode(rawValue: "missing-default")
}

/// A setting without a default.
struct MissingDefaultRule: Rule {
    let code = RuleCode.missingDefault
    let severity = Severity.error
    let meaning =
        "A setting has entries but no default, so it has no value for any version, not even for those of its entries."
    let advice = "Add a \"defaultValue\": the value for every version that no entry contains."
    let issueCodes: [SettingIssue.Code] = [.missingDefault]

    let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "payments": «{
                "valuesByVersion": [
                  { "appVersion": ">=1.4.0", "value": true }
                ]
              }»
            }
            """#)
    ]

    let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": ">=1.4.0", "value": true }"#)
    ]
}
