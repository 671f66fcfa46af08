import FlagResolver

extension RuleCode {
    package static let badRequirement = RuleCode(rawValue: "bad-requirement")
}

/// A requirement that cannot be parsed.
struct BadRequirementRule: Rule {
    let code = RuleCode.badRequirement
    let severity = Severity.error
    let meaning = "A requirement is missing, is not text, or cannot be parsed, so its entry never wins."
    let advice =
        "Write a requirement such as \">=1.4.0 <2.0.0\", \"1.4.x\" or \"~1.4.2\"; \"flagctl help requirements\" lists all forms."
    let issueCodes: [SettingIssue.Code] = [.badRequirement]

    let bad: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": "«=>»1.4.0", "value": true }"#),
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "appVersion": «[]», "value": true },
                «{ "value": true }»
                """#),
    ]

    let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": ">=1.4.0", "value": true }"#)
    ]

    func check(_ issue: SettingIssue, in document: CheckedDocument, _ report: inout RuleReport) {
        var span = issue.span ?? 0..<0
        var suggestion: String?
        if case .badRequirement(let text, let error) = issue.problem {
            suggestion = RequirementSuggestion.nearest(to: text)
            // The location within the text, if the text has no escape sequences.
            if span.count == text.utf8.count + 2 {
                let start = span.lowerBound + 1 + error.offset
                span = start..<(start + error.length)
            }
        }
        report.add(
            issue.problem.message, by: self, at: span, about: issue.subject,
            help: suggestion.map { Spelling.didYouMean(quoted($0)) },
            fix: suggestion.flatMap { .replacingString(at: span, of: document.tree, with: $0) })
    }
}
