import FlagResolver

extension RuleCode {
    package static let badType = RuleCode(rawValue: "bad-type")
}

/// A declared type that does not exist.
struct BadTypeRule: Rule {
    let code = RuleCode.badType
    let severity = Severity.error
    let meaning = "The \"type\" of a setting is not the name of a type, so the types of its values are not checked."
    let advice = "Write boolean, integer, number, string, array or object, or delete the \"type\"."
    let issueCodes: [SettingIssue.Code] = [.badType]

    let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "payments": { "type": «"bool"», "defaultValue": false }
            }
            """#)
    ]

    let good: RuleExamples = [
        RuleExample(
            #"""
            {
              "payments": { "type": "boolean", "defaultValue": false }
            }
            """#)
    ]

    func check(_ issue: SettingIssue, in document: CheckedDocument, _ report: inout RuleReport) {
        let (span, tree) = (issue.span ?? 0..<0, document.tree)
        let suggestion = tree.string(at: tree.innermostNode(at: span.lowerBound)).flatMap {
            DeclaredType.nearest(to: $0)
        }
        report.add(
            issue.problem.message, by: self, at: span, about: issue.subject,
            help: suggestion.map { Spelling.didYouMean(quoted($0)) },
            fix: suggestion.flatMap { .replacingString(at: span, of: tree, with: $0) })
    }
}
