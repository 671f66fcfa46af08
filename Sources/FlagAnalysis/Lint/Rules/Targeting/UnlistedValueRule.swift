import FlagResolver

extension RuleCode {
    package static let unlistedValue = RuleCode(rawValue: "unlisted-value")
}

/// A string that is not among the declared values of its attribute.
struct UnlistedValueRule: Rule {
    let code = RuleCode.unlistedValue
    let severity = Severity.warning
    let meaning =
        "A condition names a string that is not among the \"values\" that \"$attributes\" declares for the "
        + "attribute, most likely a misspelt one."
    let advice = "Correct the string, or add it to the declared \"values\"."

    let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "$attributes": {
                "country": { "type": "string", "values": ["DE", "AT"] },
                "launches": { "type": "integer" },
                "osVersion": { "type": "version" }
              },
              "payments": {
                "defaultValue": false,
                "valuesByVersion": [
                  { "when": { "country": ["DE", «"AUT"»] }, "value": true },
                  { "when": { "country": { "startsWith": «"F"» } }, "value": true }
                ]
              }
            }
            """#)
    ]

    let good: RuleExamples = [
        RuleExample(
            #"""
            {
              "$attributes": {
                "country": { "type": "string", "values": ["DE", "AT"] },
                "launches": { "type": "integer" },
                "osVersion": { "type": "version" }
              },
              "payments": {
                "defaultValue": false,
                "valuesByVersion": [
                  { "when": { "country": ["DE", "AT"] }, "value": true }
                ]
              }
            }
            """#)
    ]

    func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        guard !setting.document.listedValues.isEmpty else { return }
        for entry in setting.targetedEntries {
            for attribute in entry.attributes {
                guard let values = setting.document.listedValues[attribute.name] else { continue }
                for form in ConditionForm.forms(of: attribute.condition, in: setting.tree) {
                    check(form, attribute.name, values, in: setting, &report)
                }
            }
        }
    }

    private func check(
        _ form: ConditionForm, _ attribute: String, _ values: ListedValues, in setting: CheckedSetting,
        _ report: inout RuleReport
    ) {
        guard let text = setting.tree.string(at: form.node) else { return }
        func add(_ message: String, _ suggestion: String?) {
            report.add(
                message, by: self, at: setting.document.span(of: form.node), about: .setting(setting.settingIndex),
                meant: suggestion, help: "add it to the declared \"values\", or correct it")
        }
        switch form.kind {
        case .string where !values.contains(text):
            add(
                "\(quoted(text)) is not among the declared values of \(quoted(attribute))",
                report.nearest(to: text, in: values.strings))
        case .prefix where !values.containsString(startingWith: text):
            add("no declared value of \(quoted(attribute)) starts with \(quoted(text))", nil)
        case .string, .prefix, .boolean, .number, .bound, .version: break
        }
    }
}
