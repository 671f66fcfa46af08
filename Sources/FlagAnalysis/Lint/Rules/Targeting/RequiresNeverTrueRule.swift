import FlagResolver

extension RuleCode {
    package static let requiresNeverTrue = RuleCode(rawValue: "requires-never-true")
}

/// A prerequisite that is false for everybody.
struct RequiresNeverTrueRule: Rule {
    let code = RuleCode.requiresNeverTrue
    let severity = Severity.note
    let meaning =
        "An entry requires a Boolean setting that is true for nobody, so the entry does not win until that "
        + "setting changes; often that is a feature that is switched off (reported once for each required setting)."
    let advice = "Leave it if the required setting is switched off on purpose."

    let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "wallet": false,
              "payments": {
                "defaultValue": false,
                "valuesByVersion": [
                  { "requires": «"wallet"», "value": true }
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
            let topic = "\(required.position)"
            guard record.declaredType == .boolean || record.defaultKind == .false,
                !report.hasReported(topic, by: self), setting.isNeverTrue(required)
            else { continue }
            report.add(
                "\(quoted(setting.tree.string(at: name) ?? "")) is true for nobody, so the entry does not win",
                by: self, topic: topic, at: setting.document.span(of: name), about: .setting(setting.settingIndex))
        }
    }
}
