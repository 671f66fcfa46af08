extension RuleCode {
    package static let leadingZero = RuleCode(rawValue: "leading-zero")
}

/// A version with leading zeros.
package struct LeadingZeroRule: VersionSpellingRule {
    package let code = RuleCode.leadingZero
    package let severity = Severity.note
    package let meaning = "A component of a version has a leading zero, which does not count: 1.04 is 1.4."
    package let advice = "Write the version without the zero."

    package let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "$minimumVersion": "«01.2»",
              "payments": {
                "defaultValue": false,
                "valuesByVersion": [
                  { "appVersion": ">=«1.04.0»", "value": true }
                ]
              }
            }
            """#)
    ]

    package let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": ">=1.4.0 <10.0.0", "value": true }"#)
    ]

    let trait = RequirementTraits.leadingZero

    func problem(of version: VersionText, _ text: String) -> (message: String, correction: String)? {
        guard version.hasLeadingZero else { return nil }
        let meaning = version.withoutLeadingZeros
        return ("\(quoted(text)) is read as \(meaning): leading zeros do not count", meaning)
    }
}
