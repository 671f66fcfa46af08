import FlagResolver

extension RuleCode {
    package static let requiresNotBoolean = RuleCode(rawValue: "requires-not-boolean")
}

/// A prerequisite that is not Boolean.
struct RequiresNotBooleanRule: Rule {
    let code = RuleCode.requiresNotBoolean
    let severity = Severity.error
    let meaning = "An entry requires a setting that is not Boolean, so it is never true, and the entry never wins."
    let advice = "Require a Boolean setting."

    let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "checkout": { "defaultValue": "legacy", "valuesByVersion": [{ "appVersion": ">=2.1.0", "value": "true" }] },
              "payments": {
                "defaultValue": false,
                "valuesByVersion": [
                  { "requires": «"checkout"», "value": true }
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
        for case (let name, let required?) in setting.prerequisites {
            let record = setting.document.loaded[required]
            guard !record.isUnresolvable, !setting.document.canBeTrue(required) else { continue }
            if record.declaredType == .boolean || record.defaultKind == .false { continue }
            let value = Int(record.defaultValue)
            report.add(
                "\(quoted(setting.tree.string(at: name) ?? "")) is never true, because it is not Boolean: its "
                    + "default is \(setting.document.text(ofValue: value))",
                by: self, at: setting.document.span(of: name), about: .setting(setting.settingIndex),
                related: [RelatedLocation(setting.document.span(of: value), "its default is here")],
                help: "require a Boolean setting")
        }
    }
}
