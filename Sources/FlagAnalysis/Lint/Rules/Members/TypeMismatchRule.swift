import FlagResolver

extension RuleCode {
    package static let typeMismatch = RuleCode(rawValue: "type-mismatch")
}

/// A value of another type.
struct TypeMismatchRule: Rule {
    let code = RuleCode.typeMismatch
    let severity = Severity.error
    let meaning =
        "A value does not have the setting's declared type, or an entry's value has a different type from the default, so "
        + "an app that reads the setting with a type skips it."
    let advice = "Write the value in the type of the setting; booleans and numbers have no quotes."
    let issueCodes: [SettingIssue.Code] = [.typeMismatch]

    let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "payments": {
                "defaultValue": false,
                "valuesByVersion": [
                  { "appVersion": ">=1.4.0", "value": «"true"» }
                ]
              }
            }
            """#),
        RuleExample(
            #"""
            {
              "maxItems": { "type": "integer", "defaultValue": «1.5» }
            }
            """#),
    ]

    let good: RuleExamples = [
        RuleExample(
            #"""
            {
              "payments": {
                "defaultValue": false,
                "valuesByVersion": [
                  { "appVersion": ">=1.4.0", "value": true }
                ]
              }
            }
            """#)
    ]
}
