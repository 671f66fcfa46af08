import FlagResolver

extension RuleCode {
    package static let unknownRequires = RuleCode(rawValue: "unknown-requires")
}

/// A prerequisite that does not exist.
struct UnknownRequiresRule: Rule {
    let code = RuleCode.unknownRequires
    let severity = Severity.error
    let meaning = "An entry requires a setting that the document does not have, so the entry never wins."
    let advice = "Correct the name, or add the setting."

    let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "wallet": { "defaultValue": false, "valuesByVersion": [{ "appVersion": ">=2.1.0", "value": true }] },
              "payments": {
                "defaultValue": false,
                "valuesByVersion": [
                  { "requires": «"walet"», "value": true }
                ]
              }
            }
            """#)
    ]

    let good: RuleExamples = [
        RuleExample(
            #"""
            {
              "wallet": { "defaultValue": false, "valuesByVersion": [{ "appVersion": ">=2.1.0", "value": true }] },
              "payments": {
                "defaultValue": false,
                "valuesByVersion": [
                  { "requires": "wallet", "value": true }
                ]
              }
            }
            """#)
    ]

    func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        for (name, required) in setting.prerequisites where required == nil {
            let text = setting.tree.string(at: name) ?? ""
            let suggestion = report.nearestSetting(to: text, in: setting.document.settings)
            report.add(
                "there is no setting \(quoted(text)), so the entry never wins", by: self,
                at: setting.document.span(of: name), about: .setting(setting.settingIndex), meant: suggestion,
                help: "write the full name of a setting of this document")
        }
    }
}
