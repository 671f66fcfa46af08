import FlagResolver

/// A number in the place of a requirement.
struct NumericVersionRule: Rule {
    let code = RuleCode.numericVersion
    let severity = Severity.error
    let meaning =
        "A version is written as a JSON number, in which 1.10 is the same as 1.1; the entry never wins."
    let advice =
        "Put the version in quotes."

    let bad = RuleExample(
        #"""
        {
          "payments": {
            "defaultValue": false,
            "valuesByVersion": [
              { "appVersion": 1.10, "value": true }
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
              { "appVersion": "1.10", "value": true }
            ]
          }
        }
        """#)

    let issueCodes: [SettingIssue.Code] = [.numericVersion]
}
