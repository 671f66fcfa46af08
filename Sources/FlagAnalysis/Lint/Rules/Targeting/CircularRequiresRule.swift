import FlagResolver

extension RuleCode {
    package static let circularRequires = RuleCode(rawValue: "circular-requires")
}

/// Settings that require each other.
struct CircularRequiresRule: Rule {
    let code = RuleCode.circularRequires
    let severity = Severity.error
    let meaning =
        "An entry requires a setting that requires the entry's own setting in turn, directly or through others, so the entry "
        + "never wins."
    let advice = "Remove one \"requires\" of the cycle."
    let issueCodes: [SettingIssue.Code] = [.circularRequires]

    let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "checkout": {
                "defaultValue": false,
                "valuesByVersion": [
                  { "requires": «"payments"», "value": true }
                ]
              },
              "payments": {
                "defaultValue": false,
                "valuesByVersion": [
                  { "requires": «"checkout"», "value": true }
                ]
              }
            }
            """#)
    ]

    let good: RuleExamples = [
        RuleExample(
            #"""
            {
              "checkout": {
                "defaultValue": false,
                "valuesByVersion": [
                  { "requires": "payments", "value": true }
                ]
              },
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
