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
                    guard let detail = detail(for: form, attribute.name, values, in: setting.tree, &report) else {
                        continue
                    }
                    report.add(
                        detail, by: self, at: setting.document.span(of: form.node),
                        about: .setting(setting.settingIndex))
                }
            }
        }
    }

    private func detail(
        for form: ConditionForm, _ attribute: String, _ values: ListedValues, in tree: JSONTree,
        _ report: inout RuleReport
    ) -> Detail? {
        guard let text = tree.string(at: form.node) else { return nil }
        switch form.kind {
        case .string:
            guard !values.contains(text) else { return nil }
            return Detail(
                attribute: attribute, text: text, isPrefix: false,
                suggestion: report.nearest(to: text, in: values.strings))
        case .prefix:
            guard !values.containsString(startingWith: text) else { return nil }
            return Detail(attribute: attribute, text: text, isPrefix: true, suggestion: nil)
        case .boolean, .number, .bound, .version: return nil
        }
    }

    private struct Detail: FindingDetail {
        let attribute: String
        let text: String
        let isPrefix: Bool
        let suggestion: String?

        func message(in context: FindingContext) -> String {
            isPrefix
                ? "no declared value of \(context.quoted(attribute)) starts with \(context.quoted(text))"
                : "\(context.quoted(text)) is not among the declared values of \(context.quoted(attribute))"
        }

        func help(in context: FindingContext) -> String? {
            suggestion.map { Spelling.didYouMean(context.quoted($0)) }
                ?? "add it to the declared \"values\", or correct it"
        }
    }
}
