import FlagResolver

extension RuleCode {
    package static let malformedEntry = RuleCode(rawValue: "malformed-entry")
}

/// Entries that are not objects in an array.
struct MalformedEntryRule: Rule {
    let code = RuleCode.malformedEntry
    let severity = Severity.error
    let meaning = "An entry is not an object, or \"valuesByVersion\" is not an array, so none of it ever wins."
    let advice =
        "Make \"valuesByVersion\" an array, and each of its elements an object with \"appVersion\" and \"value\"."
    let issueCodes: [SettingIssue.Code] = [.malformedEntry]

    let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "payments": {
                "defaultValue": false,
                "valuesByVersion": «{ "appVersion": ">=1.4.0", "value": true }»
              }
            }
            """#),
        RuleExample(
            #"""
            {
              "payments": {
                "defaultValue": false,
                "valuesByVersion": [«">=1.4.0"», «true»]
              }
            }
            """#),
    ]

    let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": ">=1.4.0", "value": true }"#)
    ]
}
