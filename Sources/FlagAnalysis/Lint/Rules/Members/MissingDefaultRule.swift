import FlagResolver

/// A setting without a default.
struct MissingDefaultRule: Rule {
    let code = RuleCode.missingDefault
    let severity = Severity.error
    let meaning =
        "A setting has entries and no default, so that it has no value for any version, not even for those of "
        + "its entries."
    let advice =
        "Add a \"defaultValue\", the value for every version that no entry contains."

    let bad = RuleExample(
        #"""
        {
          "payments": {
            "valuesByVersion": [
              { "appVersion": ">=1.4.0", "value": true }
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

    let issueCodes: [SettingIssue.Code] = [.missingDefault]
}
