import FlagResolver

/// A version with leading zeros.
struct LeadingZeroRule: VersionSpellingRule {
    let code = RuleCode.leadingZero
    let severity = Severity.note
    let meaning =
        "A component of a version has a leading zero, which does not count: 1.04 is 1.4."
    let advice =
        "Write the version without the zero."

    let bad = RuleExample(
        #"""
        {
          "payments": {
            "defaultValue": false,
            "valuesByVersion": [
              { "appVersion": ">=1.04.0", "value": true }
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

    let trait = RequirementTraits.leadingZero

    func detail(of version: VersionText, _ text: String) -> Finding.Detail? {
        version.hasLeadingZero ? .leadingZero(text: text, meaning: version.withoutLeadingZeros) : nil
    }
}
