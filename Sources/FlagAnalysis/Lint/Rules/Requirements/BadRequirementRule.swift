import FlagResolver

/// A requirement that cannot be read.
struct BadRequirementRule: Rule {
    let code = RuleCode.badRequirement
    let severity = Severity.error
    let meaning =
        "A requirement is missing, is not text, or cannot be read, so that its entry never wins."
    let advice =
        "Write a requirement such as \">=1.4.0 <2.0.0\", \"1.4.x\" or \"~1.4.2\"; Docs/Versions.md has the grammar."

    let bad = RuleExample(
        #"""
        {
          "payments": {
            "defaultValue": false,
            "valuesByVersion": [
              { "appVersion": "=>1.4.0", "value": true }
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

    let issueCodes: [SettingIssue.Code] = [.badRequirement]

    func report(_ issue: SettingIssue, in document: CheckedDocument, to report: inout RuleReport) {
        var span = issue.span ?? 0..<0
        // The place within the text, where the text stands in the document as it is.
        if case .badRequirement(let text, let error) = issue.problem, span.count == text.utf8.count + 2 {
            let start = span.lowerBound + 1 + error.offset
            span = start..<(start + error.length)
        }
        report.add(at: span, .issue(issue.problem), about: issue.subject)
    }
}
