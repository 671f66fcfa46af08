import FlagResolver

extension RuleCode {
    package static let valueOutOfRange = RuleCode(rawValue: "value-out-of-range")
}

/// A number below the minimum or above the maximum of its setting.
struct ValueOutOfRangeRule: Rule {
    let code = RuleCode.valueOutOfRange
    let severity = Severity.error
    let meaning =
        "A number is below the \"minimum\" or above the \"maximum\" of its setting; apps still get it."
    let advice = "Correct the number, or the bound if apps can handle it."

    let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "refreshInterval": {
                "minimum": 60,
                "maximum": 3600,
                "defaultValue": 900,
                "valuesByVersion": [
                  { "appVersion": ">=2.0.0", "value": «30» },
                  { "when": { "country": "AT" }, "value": «3600.5» }
                ]
              }
            }
            """#)
    ]

    let good: RuleExamples = [
        RuleExample(
            #"""
            {
              "refreshInterval": {
                "minimum": 60,
                "maximum": 3600,
                "defaultValue": 900,
                "valuesByVersion": [
                  { "appVersion": ">=2.0.0", "value": 60 }
                ]
              }
            }
            """#)
    ]

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        let tree = document.tree
        for setting in document.settings.indices {
            guard let constraints = SettingConstraints(of: setting, in: document.settings) else { continue }
            for value in document.settings.valueNodes(of: setting) {
                // Values and bounds that are not numbers have their own findings.
                let low = constraints.minimum.flatMap { tree.isLess(value, than: $0, of: tree) == true ? $0 : nil }
                let high = constraints.maximum.flatMap { tree.isLess($0, than: value, of: tree) == true ? $0 : nil }
                guard let bound = low ?? high else { continue }
                report.add(
                    "the value \(document.text(ofValue: value)) is "
                        + "\(low != nil ? "below the \"minimum\"" : "above the \"maximum\""), "
                        + document.text(ofValue: bound),
                    by: self, at: document.span(of: value), about: .setting(setting),
                    related: [RelatedLocation(document.span(of: bound), "the bound is here")],
                    help: "correct it, or change the bound")
            }
        }
    }
}
