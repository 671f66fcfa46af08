import FlagResolver

/// A value of another type.
struct TypeMismatchRule: Rule {
    let code = RuleCode.typeMismatch
    let severity = Severity.error
    let meaning =
        "A value is not of the setting's declared type, or an entry's value not of the type of the default, "
        + "so that an app that reads it typed skips it."
    let advice =
        "Write the value in the type of the setting; booleans and numbers stand without quotes."

    let bad = RuleExample(
        #"""
        {
          "payments": {
            "defaultValue": false,
            "valuesByVersion": [
              { "appVersion": ">=1.4.0", "value": "true" }
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

    let issueCodes: [SettingIssue.Code] = [.typeMismatch]
}
