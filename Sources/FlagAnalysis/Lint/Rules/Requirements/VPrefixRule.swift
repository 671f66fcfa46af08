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
            #"""
            {
              "payments": {
                "defaultValue": false,
                "valuesByVersion": [
                  { "appVersion": ">=«v1.4.0»", "value": true }
                ]
              }
            }
            """#)
    ]

    package let good: RuleExamples = [
        RuleExample(
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
    ]

    package struct Detail: FindingDetail {
        package let text: String

        package func message(in context: FindingContext) -> String {
            "\(context.quoted(text)) is read without its \"v\""
        }

        package func help(in context: FindingContext) -> String? {
            "write \(context.quoted(String(text.dropFirst())))"
        }

        package func fix(in context: FixContext) -> FindingFix? {
            context.replacing(text, with: String(text.dropFirst()))
        }
    }

    let trait = RequirementTraits.prefix

    func detail(of version: VersionText, _ text: String) -> (any FindingDetail)? {
        version.hasPrefix ? Detail(text: text) : nil
    }
}
