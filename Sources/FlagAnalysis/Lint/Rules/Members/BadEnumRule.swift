import FlagResolver

extension RuleCode {
    package static let badEnum = RuleCode(rawValue: "bad-enum")
}

/// A list of allowed values that cannot be used as one.
struct BadEnumRule: Rule {
    let code = RuleCode.badEnum
    let severity = Severity.error
    let meaning =
        "The \"enum\" of a setting is not a list of different values of the setting's type, so the values of the setting are "
        + "not compared with what was meant."
    let advice = "List every allowed value once, as in [\"legacy\", \"modern\"]."

    let bad: RuleExamples = [
        RuleExample(#"{ "style": { "enum": «"legacy"», "defaultValue": "legacy" } }"#),
        RuleExample(#"{ "style": { "enum": «[]», "defaultValue": "legacy" } }"#),
        RuleExample(
            #"{ "style": { "type": "string", "enum": ["legacy", «2», «"legacy"»], "defaultValue": "legacy" } }"#),
    ]

    let good: RuleExamples = [
        RuleExample(
            #"""
            {
              "style": { "type": "string", "enum": ["legacy", "modern"], "defaultValue": "legacy" },
              "limit": { "enum": [10, 20, null], "defaultValue": null }
            }
            """#)
    ]

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        for setting in document.settings.indices {
            guard let list = AllowedValues.list(of: setting, in: document.settings) else { continue }
            check(list, of: setting, in: document, &report)
        }
    }

    private func check(
        _ list: Int, of setting: SettingIndex, in document: CheckedDocument, _ report: inout RuleReport
    ) {
        let tree = document.tree
        func add(_ message: String, at node: Int, first: Int? = nil, help: String) {
            report.add(
                message, by: self, at: document.span(of: node), about: .setting(setting),
                related: first.map { [RelatedLocation(document.span(of: $0), "the first is here")] } ?? [], help: help)
        }
        let helpOnList = "list every allowed value, or delete \"enum\" to allow all"
        guard tree.kind(of: list) == .array else {
            return add(
                "\"enum\" is \(tree.typeName(at: list)), expected an array of the allowed values", at: list,
                help: helpOnList)
        }
        let type = document.loaded[setting].declaredType
        var seen: [[UInt8]: Int] = [:]
        for value in tree.elements(of: list) {
            if !type.contains(value, of: tree) {
                add(
                    "\"enum\" lists \(tree.typeName(at: value)), expected \(type.nameWithArticle) as declared",
                    at: value, help: "correct it, or delete \"type\"")
            } else if let first = seen.updateValue(value, forKey: tree.canonicalText(of: value)) {
                add(
                    "\"enum\" lists \(document.text(ofValue: value)) twice", at: value, first: first,
                    help: "delete one of them")
            }
        }
        if tree.elements(of: list).first(where: { _ in true }) == nil {
            add("\"enum\" is empty, so it allows no value", at: list, help: helpOnList)
        }
    }
}
