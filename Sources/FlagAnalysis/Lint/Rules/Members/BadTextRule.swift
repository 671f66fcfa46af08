import FlagResolver

extension RuleCode {
    package static let badText = RuleCode(rawValue: "bad-text")
}

/// A description or an owner that is not a string.
struct BadTextRule: Rule {
    let code = RuleCode.badText
    let severity = Severity.error
    let meaning =
        "The \"owner\" of a setting, or the \"description\" of a setting or of an entry, is not a string, so reports "
        + "and generated code omit it."
    let advice = "Write the text in quotes, or delete the member."

    let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "payments": {
                "description": «["Payments", "inside the app"]»,
                "owner": «42»,
                "defaultValue": false,
                "valuesByVersion": [
                  { "appVersion": ">=1.4.0", "value": true, "description": «null» }
                ]
              }
            }
            """#)
    ]

    let good: RuleExamples = [
        RuleExample(
            #"""
            {
              "payments": {
                "description": "Payments inside the app",
                "owner": "shop",
                "defaultValue": false,
                "valuesByVersion": [
                  { "appVersion": ">=1.4.0", "value": true, "description": "the new provider" }
                ]
              }
            }
            """#)
    ]

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        let tree = document.tree
        for index in document.settings.indices {
            let record = document.loaded[index]
            // A constant is a value, even if it is an object.
            guard record.node != record.defaultValue else { continue }
            let setting = Int(record.node)
            checkMember("description", of: setting, index, in: document, &report)
            checkMember("owner", of: setting, index, in: document, &report)
            guard record.listsEntries, let list = tree.member(named: "valuesByVersion" as StaticString, of: setting)
            else { continue }
            for entry in tree.elements(of: list) where tree.kind(of: entry) == .object {
                checkMember("description", of: entry, isEntry: true, index, in: document, &report)
            }
        }
    }

    private func checkMember(
        _ name: StaticString, of object: Int, isEntry: Bool = false, _ setting: SettingIndex,
        in document: CheckedDocument, _ report: inout RuleReport
    ) {
        let tree = document.tree
        guard let node = tree.member(named: name, of: object), tree.kind(of: node) != .string else { return }
        report.add(
            "\"\(name)\"\(isEntry ? " of an entry" : "") is \(tree.typeName(at: node)), expected a string", by: self,
            at: document.span(of: node), about: .setting(setting),
            help: "write the text in quotes, or delete \"\(name)\"")
    }
}
