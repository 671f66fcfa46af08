import FlagResolver

/// An entry with its value in both spellings.
struct ConflictingValuesRule: Rule {
    let code = RuleCode.conflictingValues
    let severity = Severity.error
    let meaning =
        "An entry has both \"value\" and \"defaultValue\", which are two spellings of the same, so that it "
        + "never wins."
    let advice =
        "Keep \"value\", and delete \"defaultValue\" from the entry."

    let bad = RuleExample(
        #"""
        {
          "payments": {
            "defaultValue": false,
            "valuesByVersion": [
              { "appVersion": ">=1.4.0", "value": true, "defaultValue": false }
            ]
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

    let issueCodes: [SettingIssue.Code] = [.conflictingValues]
}
