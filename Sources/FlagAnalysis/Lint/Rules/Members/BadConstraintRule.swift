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

    private enum Detail: FindingDetail {
        case notNumber(member: String, kind: JSONKind, found: String)
        case reversed(minimum: Int, maximum: Int)
        case withoutEffect(member: String, type: String)
        case notType(kind: JSONKind, found: String, suggestion: String?)
        case notDate(kind: JSONKind, found: String)

        func message(in context: FindingContext) -> String {
            switch self {
            case .notNumber(let member, _, let found): "\"\(member)\" is \(found), expected a number"
            case .reversed(let minimum, let maximum):
                "\"maximum\" is \(context.value(maximum)), less than \"minimum\", \(context.value(minimum))"
            case .withoutEffect(let member, let type): "\"\(member)\" has no effect: the setting is declared as \(type)"
            case .notType(_, let found, _): "\"elementType\" is \(found), expected the name of a type"
            case .notDate(_, let found): "\"expires\" is \(found), expected a date"
            }
        }

        func help(in context: FindingContext) -> String? {
            switch self {
            case .notNumber(_, .string, _): "write the number without quotes"
            case .notNumber(let member, _, _): "write a number, or delete \"\(member)\""
            case .reversed: "are the two swapped?"
            case .withoutEffect: "delete it, or correct \"type\""
            case .notType(_, _, let suggestion?): Spelling.didYouMean(context.quoted(suggestion))
            case .notType(.null, _, _):
                "write the name of a type such as \"string\", or delete \"elementType\""
            case .notType: "the types are \(BadConstraintRule.typeNames.joined(separator: ", "))"
            case .notDate(.null, _):
                "write a date such as \"2026-12-01\", or delete \"expires\""
            case .notDate: "write a date such as \"2026-12-01\", or a date-time with a zone"
            }
        }
    }

    private static let typeNames = DeclaredType.allCases.compactMap(\.name)

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        for setting in document.settings.indices {
            guard let constraints = SettingConstraints(of: setting, in: document.settings) else { continue }
            for (node, detail) in problems(of: constraints, of: setting, in: document) {
                report.add(detail, by: self, at: document.span(of: node), about: .setting(setting))
            }
        }
    }

    private func problems(
        of constraints: SettingConstraints, of setting: SettingIndex, in document: CheckedDocument
    ) -> [(node: Int, detail: Detail)] {
        let tree = document.tree
        let type = document.loaded[setting].declaredType
        var problems: [(node: Int, detail: Detail)] = []
        for (member, node) in [("minimum", constraints.minimum), ("maximum", constraints.maximum)] {
            guard let node else { continue }
            if tree.kind(of: node) != .number {
                problems.append(
                    (node, .notNumber(member: member, kind: tree.kind(of: node), found: tree.typeName(at: node))))
            } else if ![.none, .integer, .number].contains(type) {
                problems.append((node, .withoutEffect(member: member, type: type.nameWithArticle)))
            }
        }
        if let minimum = constraints.minimum, let maximum = constraints.maximum,
            tree.isLess(maximum, than: minimum, of: tree) == true
        {
            problems.append((maximum, .reversed(minimum: minimum, maximum: maximum)))
        }
        if let node = constraints.elementType {
            if constraints.typeOfElements(in: tree) == nil {
                problems.append((node, notType(node, of: tree)))
            } else if ![.none, .array].contains(type) {
                problems.append((node, .withoutEffect(member: "elementType", type: type.nameWithArticle)))
            }
        }
        if let node = constraints.expires, constraints.expiry(in: tree) == nil {
            problems.append((node, .notDate(kind: tree.kind(of: node), found: text(of: node, in: tree))))
        }
        return problems
    }

    private func notType(_ node: Int, of tree: JSONTree) -> Detail {
        let suggestion = tree.string(at: node).flatMap { Spelling.nearest(to: $0, in: Self.typeNames) }
        return .notType(kind: tree.kind(of: node), found: text(of: node, in: tree), suggestion: suggestion)
    }

    /// `"text"`, `an array`
    private func text(of node: Int, in tree: JSONTree) -> String {
        tree.string(at: node).map { SettingProblem.quoted($0) } ?? tree.typeName(at: node)
    }
}
