import FlagResolver

/// Entries that are none.
struct MalformedEntryRule: Rule {
    let code = RuleCode.malformedEntry
    let severity = Severity.error
    let meaning =
        "An entry is not an object, or \"valuesByVersion\" is not an array, so that nothing of it ever wins."
    let advice =
        "Make \"valuesByVersion\" an array, and each of its elements an object with \"appVersion\" and \"value\"."

    let bad = RuleExample(
        #"""
        {
          "payments": {
            "defaultValue": false,
            "valuesByVersion": { "appVersion": ">=1.4.0", "value": true }
          }
        }
        """#)

    let good = RuleExample(
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

    let issueCodes: [SettingIssue.Code] = [.malformedEntry]
}
