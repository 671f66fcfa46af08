import FlagResolver

extension RuleCode {
    package static let badConstraint = RuleCode(rawValue: "bad-constraint")
}

/// A constraint that cannot be checked.
struct BadConstraintRule: Rule {
    let code = RuleCode.badConstraint
    let severity = Severity.error
    let meaning =
        "The \"minimum\", \"maximum\", \"elementType\" or \"expires\" of a setting is invalid, so it is not checked."
    let advice =
        "Write a number, the name of a type such as \"string\", or a date such as \"2026-12-01\"; or delete the member."

    let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "limit": { "minimum": «"1"», "maximum": 20, "defaultValue": 10 },
              "hosts": { "elementType": «"text"», "defaultValue": ["a.example"] },
              "wallet": { "expires": «"next year"», "defaultValue": false }
            }
            """#),
        RuleExample(#"{ "limit": { "minimum": 20, "maximum": «10», "defaultValue": 15 } }"#),
        RuleExample(#"{ "style": { "minimum": «1», "type": "string", "defaultValue": "legacy" } }"#),
    ]

    let good: RuleExamples = [
        RuleExample(
            #"""
            {
              "limit": { "minimum": 1, "maximum": 20, "defaultValue": 10 },
              "hosts": { "elementType": "string", "defaultValue": ["a.example"] },
              "wallet": { "expires": "2026-12-01", "defaultValue": false }
            }
            """#)
    ]

    private static let typeNames = DeclaredType.allCases.compactMap(\.name)

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        for setting in document.settings.indices {
            guard let constraints = SettingConstraints(of: setting, in: document.settings) else { continue }
            check(constraints, of: setting, in: document, &report)
        }
    }

    private func check(
        _ constraints: SettingConstraints, of setting: SettingIndex, in document: CheckedDocument,
        _ report: inout RuleReport
    ) {
        let tree = document.tree
        let type = document.loaded[setting].declaredType
        func add(_ message: String, at node: Int, help: String) {
            report.add(message, by: self, at: document.span(of: node), about: .setting(setting), help: help)
        }
        func addWithoutEffect(_ member: String, at node: Int) {
            add(
                "\"\(member)\" has no effect: the setting is declared as \(type.nameWithArticle)", at: node,
                help: "delete it, or correct \"type\"")
        }
        for (member, node) in [("minimum", constraints.minimum), ("maximum", constraints.maximum)] {
            guard let node else { continue }
            if tree.kind(of: node) != .number {
                add(
                    "\"\(member)\" is \(tree.typeName(at: node)), expected a number", at: node,
                    help: tree.kind(of: node) == .string
                        ? "write the number without quotes" : "write a number, or delete \"\(member)\"")
            } else if ![.none, .integer, .number].contains(type) {
                addWithoutEffect(member, at: node)
            }
        }
        if let minimum = constraints.minimum, let maximum = constraints.maximum,
            tree.isLess(maximum, than: minimum, of: tree) == true
        {
            add(
                "\"maximum\" is \(document.text(ofValue: maximum)), less than \"minimum\", "
                    + document.text(ofValue: minimum),
                at: maximum, help: "are the two swapped?")
        }
        if let node = constraints.elementType {
            if constraints.typeOfElements(in: tree) == nil {
                add(
                    "\"elementType\" is \(text(of: node, in: tree)), expected the name of a type", at: node,
                    help: helpOnType(node, of: tree))
            } else if ![.none, .array].contains(type) {
                addWithoutEffect("elementType", at: node)
            }
        }
        if let node = constraints.expires, constraints.expiry(in: tree) == nil {
            add(
                "\"expires\" is \(text(of: node, in: tree)), expected a date", at: node,
                help: "write a date such as \"2026-12-01\", or "
                    + (tree.kind(of: node) == .null ? "delete \"expires\"" : "a date-time with a zone"))
        }
    }

    private func helpOnType(_ node: Int, of tree: JSONTree) -> String {
        if let suggestion = tree.string(at: node).flatMap({ Spelling.nearest(to: $0, in: Self.typeNames) }) {
            return Spelling.didYouMean(quoted(suggestion))
        }
        return tree.kind(of: node) == .null
            ? "write the name of a type such as \"string\", or delete \"elementType\""
            : "the types are \(Self.typeNames.joined(separator: ", "))"
    }

    /// `"text"`, `an array`
    private func text(of node: Int, in tree: JSONTree) -> String {
        tree.string(at: node).map { quoted($0) } ?? tree.typeName(at: node)
    }
}
