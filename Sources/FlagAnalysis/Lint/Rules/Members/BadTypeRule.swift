import FlagResolver

extension RuleCode {
    package static let badType = RuleCode(rawValue: "bad-type")
}

/// A declared type that does not exist.
struct BadTypeRule: Rule {
    let code = RuleCode.badType
    let severity = Severity.error
    let meaning = "The \"type\" of a setting is not the name of a type, so the types of its values are not checked."
    let advice = "Write boolean, integer, number, string, array or object, or delete the \"type\"."
    let issueCodes: [SettingIssue.Code] = [.badType]

    let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "payments": { "type": «"bool"», "defaultValue": false }
            }
            """#)
    ]

    let good: RuleExamples = [
        RuleExample(
            #"""
            {
              "payments": { "type": "boolean", "defaultValue": false }
            }
            """#)
    ]
}
