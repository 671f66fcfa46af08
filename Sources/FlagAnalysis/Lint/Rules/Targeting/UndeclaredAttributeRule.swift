import FlagResolver

extension RuleCode {
    package static let undeclaredAttribute = RuleCode(rawValue: "undeclared-attribute")
}

/// An attribute that `$attributes` does not declare.
struct UndeclaredAttributeRule: Rule {
    let code = RuleCode.undeclaredAttribute
    let severity = Severity.warning
    let meaning =
        "A condition tests an attribute that \"$attributes\" does not declare, so no client may give it, and "
        + "the condition never holds (reported once for each name that is not a misspelt one; documents without "
        + "\"$attributes\" are not checked)."
    let advice = "Correct the name, or declare the attribute in \"$attributes\"."

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
                  { "when": { «"contry"»: "DE" }, "value": true }
                ]
              }
            }
            """#),
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
                  { "rollout": { "percent": 25, "salt": "payments", "by": «"account"» }, "value": true }
                ]
              }
            }
            """#),
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
                  { "when": { "country": "DE" }, "value": true }
                ]
              }
            }
            """#),
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "when": { "country": "DE" }, "value": true }"#),
    ]

    func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        guard let declared = setting.document.attributes else { return }
        for entry in setting.targetedEntries {
            for attribute in entry.attributes {
                check(attribute.name, at: attribute.key, declared, in: setting, &report)
            }
            for rollout in entry.rollouts {
                guard let by = setting.tree.member(named: "by" as StaticString, of: rollout.node),
                    let name = setting.tree.string(at: by)
                else { continue }
                check(name, at: by, declared, in: setting, &report)
            }
        }
    }

    /// What every context may have, and what the store gives.
    private static let others = ["appVersion", "date", "targetingKey"] + StoreAttribute.allCases.map(\.rawValue)

    private func check(
        _ name: String, at node: Int, _ declared: DeclaredAttributes, in setting: CheckedSetting,
        _ report: inout RuleReport
    ) {
        guard declared[name] == nil, !Self.others.contains(name), !report.hasReported(name, by: self) else { return }
        let suggestion = report.nearest(to: name, in: declared.names + Self.others)
        report.add(
            "\"$attributes\" does not declare \(quoted(name))", by: self, topic: suggestion == nil ? name : nil,
            at: setting.document.span(of: node), about: .setting(setting.settingIndex), meant: suggestion,
            help: "declare it, so that its conditions can be checked")
    }
}
