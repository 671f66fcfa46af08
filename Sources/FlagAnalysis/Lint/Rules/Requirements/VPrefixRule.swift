import FlagResolver

/// A version with a v.
struct VPrefixRule: VersionSpellingRule {
    let code = RuleCode.vPrefix
    let severity = Severity.note
    let meaning =
        "A version has a \"v\" before it, which does not count."
    let advice =
        "Write the version without the \"v\"."

    let bad = RuleExample(
        #"""
        {
          "payments": {
            "defaultValue": false,
            "valuesByVersion": [
              { "appVersion": ">=v1.4.0", "value": true }
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

    let trait = RequirementTraits.prefix

    func detail(of version: VersionText, _ text: String) -> Finding.Detail? {
        version.hasPrefix ? .vPrefix(text: text) : nil
    }
}
