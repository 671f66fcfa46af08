import FlagResolver

extension RuleCode {
    package static let unusedAllow = RuleCode(rawValue: "unused-allow")
}

/// An `"$allow"` for a rule that finds nothing there.
package struct UnusedAllowRule: Rule {
    package let code = RuleCode.unusedAllow
    package let severity = Severity.warning
    package let meaning =
        "An \"$allow\" names a rule that finds nothing there, so it would hide a future finding that nobody has "
        + "looked at."
    package let advice = "Delete the member."

    package init() {}

    package let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "payments": {
                "$allow": { «"value-island"»: "until 2.1 is out" },
                "defaultValue": false,
                "valuesByVersion": [
                  { "appVersion": ">=1.4.0", "value": true }
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
                "$allow": { "value-island": "until 2.1 is out" },
                "defaultValue": false,
                "valuesByVersion": [
                  { "appVersion": ">=1.4.0 <2.0.0", "value": true }
                ]
              }
            }
            """#)
    ]

    package func check(unused: [Suppression], in document: CheckedDocument, _ report: inout RuleReport) {
        for suppression in unused {
            report.add(
                "\"$allow\" names \(quoted(suppression.code)), which finds nothing here", by: self,
                at: document.span(of: suppression.key), help: "delete it")
        }
    }
}
