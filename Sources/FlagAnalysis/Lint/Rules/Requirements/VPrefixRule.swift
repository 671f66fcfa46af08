extension RuleCode {
    package static let vPrefix = RuleCode(rawValue: "v-prefix")
}

/// A version with a "v".
package struct VPrefixRule: VersionSpellingRule {
    package let code = RuleCode.vPrefix
    package let severity = Severity.note
    package let meaning = "A version has a \"v\" before it, which does not count."
    package let advice = "Write the version without the \"v\"."

    package let bad: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": ">=«v1.4.0»", "value": true }"#)
    ]

    package let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": ">=1.4.0", "value": true }"#)
    ]

    let trait = RequirementTraits.prefix

    func problem(of version: VersionText, _ text: String) -> (message: String, correction: String)? {
        version.hasPrefix ? ("\(quoted(text)) is read without its \"v\"", String(text.dropFirst())) : nil
    }
}
