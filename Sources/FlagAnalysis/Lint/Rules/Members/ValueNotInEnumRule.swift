import FlagResolver

extension RuleCode {
    package static let valueNotInEnum = RuleCode(rawValue: "value-not-in-enum")
}

/// A value that is not among those that the setting allows.
struct ValueNotInEnumRule: Rule {
    let code = RuleCode.valueNotInEnum
    let severity = Severity.error
    let meaning =
        "A value is not in the \"enum\" of its setting, most likely a misspelt one: apps still get it, and do not "
        + "know what to do with it."
    let advice = "Correct the value, or add it to \"enum\" if apps know it."

    let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "style": {
                "enum": ["legacy", "modern"],
                "defaultValue": «"old"»,
                "valuesByVersion": [
                  { "appVersion": ">=2.0.0", "value": «"modren"» },
                  { "when": { "country": "AT" }, "value": "modern" }
                ]
              }
            }
            """#)
    ]

    let good: RuleExamples = [
        RuleExample(
            #"""
            {
              "style": {
                "enum": ["legacy", "modern"],
                "defaultValue": "legacy",
                "valuesByVersion": [
                  { "appVersion": ">=2.0.0", "value": "modern" }
                ]
              }
            }
            """#)
    ]

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        let tree = document.tree
        for setting in document.settings.indices {
            // An "enum" that is empty or not a list has its own finding.
            guard let allowed = AllowedValues(of: setting, in: document.settings), !allowed.nodes.isEmpty else {
                continue
            }
            lazy var strings = allowed.strings ?? []
            for value in document.settings.valueNodes(of: setting) where !allowed.contains(value) {
                let suggestion = tree.string(at: value).flatMap { report.nearest(to: $0, in: strings) }
                report.add(
                    "the value \(document.text(ofValue: value)) is not in \"enum\"", by: self,
                    at: document.span(of: value), about: .setting(setting), meant: suggestion,
                    help: "correct it, or add it to \"enum\"")
            }
        }
    }
}
