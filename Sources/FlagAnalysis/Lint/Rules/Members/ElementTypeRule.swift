import FlagResolver

extension RuleCode {
    package static let elementType = RuleCode(rawValue: "element-type")
}

/// An element of an array that does not have the declared type.
struct ElementTypeRule: Rule {
    let code = RuleCode.elementType
    let severity = Severity.error
    let meaning =
        "An element of an array does not have the \"elementType\" of its setting, so an app that reads the array with this type "
        + "skips the whole value."
    let advice = "Correct the element, or \"elementType\"."

    let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "countries": {
                "elementType": "string",
                "defaultValue": ["AT", «49»],
                "valuesByVersion": [
                  { "appVersion": ">=2.0.0", "value": ["AT", «null»] }
                ]
              }
            }
            """#)
    ]

    let good: RuleExamples = [
        RuleExample(#"{ "countries": { "elementType": "string", "defaultValue": ["AT", "DE"] } }"#)
    ]

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        let tree = document.tree
        for setting in document.settings.indices {
            guard let constraints = SettingConstraints(of: setting, in: document.settings),
                let type = constraints.typeOfElements(in: tree)
            else { continue }
            for value in document.settings.valueNodes(of: setting) where tree.kind(of: value) == .array {
                var count = 0
                for (index, element) in tree.elements(of: value).enumerated() where !type.contains(element, of: tree) {
                    count += 1
                    guard count <= Self.maximumCount else { break }
                    report.add(
                        "element \(index + 1) is \(tree.typeName(at: element)), expected \(type.nameWithArticle) as "
                            + "declared",
                        by: self, at: document.span(of: element), about: .setting(setting))
                }
            }
        }
    }

    /// An array with more mismatches was not meant to have this element type.
    private static let maximumCount = 20
}
