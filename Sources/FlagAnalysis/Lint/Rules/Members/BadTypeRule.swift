import FlagResolver

/// A declared type that there is not.
struct BadTypeRule: Rule {
    let code = RuleCode.badType
    let severity = Severity.error
    let meaning =
        "The \"type\" of a setting names no type, so that nothing holds its values to one."
    let advice =
        "Write boolean, integer, number, string, array or object, or delete the \"type\"."

    let bad = RuleExample(
        #"""
        {
          "payments": { "type": "bool", "defaultValue": false }
        }
        """#)

    let good = RuleExample(
        #"""
        {
          "payments": { "type": "boolean", "defaultValue": false }
        }
        """#)

    let issueCodes: [SettingIssue.Code] = [.badType]
}
