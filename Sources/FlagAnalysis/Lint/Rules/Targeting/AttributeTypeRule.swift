import FlagResolver

extension RuleCode {
    package static let attributeType = RuleCode(rawValue: "attribute-type")
}

/// A condition on values of another type than `$attributes` declares.
struct AttributeTypeRule: Rule {
    let code = RuleCode.attributeType
    let severity = Severity.error
    let meaning =
        "A condition tests values of another type than \"$attributes\" declares for the attribute, so it does "
        + "not hold for any of the declared values."
    let advice = "Write the condition in a form of the declared type, or correct the declaration."

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
                  { "when": { "launches": «"5"» }, "value": true },
                  { "when": { "launches": { ">=": «4.5» } }, "value": true },
                  { "when": { "osVersion": [«"17"», «true»] }, "value": true }
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
                  { "when": { "launches": { ">=": 5 } }, "value": true },
                  { "when": { "osVersion": { "version": ">=17" } }, "value": true }
                ]
              }
            }
            """#)
    ]

    func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        guard let declared = setting.document.attributes else { return }
        for entry in setting.targetedEntries {
            for attribute in entry.attributes {
                guard let type = declared[attribute.name]?.type else { continue }
                for form in ConditionForm.forms(of: attribute.condition, in: setting.tree)
                where !type.contains(form, in: setting.tree) {
                    report.add(
                        "\(quoted(attribute.name)) is declared as \(type.nameWithArticle), and this tests "
                            + form.kind.tested(isInteger: type == .integer),
                        by: self, at: setting.document.span(of: form.node), about: .setting(setting.settingIndex),
                        help: type.helpOnConditions)
                }
            }
            for rollout in entry.rollouts {
                guard let by = setting.tree.member(named: "by" as StaticString, of: rollout.node),
                    let name = setting.tree.string(at: by), let type = declared[name]?.type,
                    type != .string && type != .version
                else { continue }
                report.add(
                    "\(quoted(name)) is declared as \(type.nameWithArticle), and the key of a rollout is a string",
                    by: self, at: setting.document.span(of: by), about: .setting(setting.settingIndex),
                    help: "name an attribute that is a string")
            }
        }
    }
}

extension DeclaredAttributes.AttributeType {
    /// The forms of conditions on an attribute of the type.
    fileprivate var helpOnConditions: String {
        switch self {
        case .string: "write a string, or { \"startsWith\": … }"
        case .boolean: "write true or false"
        case .integer: "write an integer, or bounds such as { \">=\": 5 }"
        case .number: "write a number, or bounds such as { \">=\": 0.5 }"
        case .version: "write { \"version\": … } with a requirement such as \">=17\""
        }
    }
}
