import FlagResolver

extension RuleCode {
    package static let badAttributes = RuleCode(rawValue: "bad-attributes")
}

/// A declaration of an attribute that cannot be read.
struct BadAttributesRule: Rule {
    let code = RuleCode.badAttributes
    let severity = Severity.error
    let meaning =
        "A declaration in \"$attributes\" cannot be read, so conditions on the attribute are not compared with it."
    let advice = "Correct the declaration; its members are \"type\", \"values\", \"required\" and \"description\"."

    let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "$attributes": {
                "country": { "type": «"text"» },
                "launches": { «"tpye"»: "integer" },
                "plan": { "type": "string", "values": «"free"», "required": «1» },
                "premium": «true»,
                «"date"»: { "type": "string" }
              },
              "payments": true
            }
            """#),
        RuleExample(#"{ "$attributes": «["country"]», "payments": true }"#),
    ]

    let good: RuleExamples = [
        RuleExample(
            #"""
            {
              "$attributes": {
                "country": { "type": "string", "values": ["DE", "AT"], "required": true, "description": "ISO 3166-1" }
              },
              "payments": true
            }
            """#)
    ]

    private enum Detail: FindingDetail {
        case notObject(found: String)
        case badName(String)
        case declarationNotObject(name: String, found: String)
        case unknownType(name: String, text: String, suggestion: String?)
        case badMember(name: String, member: String, found: String, expected: String)
        case unknownMember(name: String, member: String, suggestion: String?)

        func namesSubject(in context: FindingContext) -> Bool { true }

        func message(in context: FindingContext) -> String {
            switch self {
            case .notObject(let found): "\"$attributes\" is \(found), expected an object of attributes"
            case .badName(let name): "conditions cannot test an attribute with the name \(context.quoted(name))"
            case .declarationNotObject(let name, let found):
                "the declaration of \(context.quoted(name)) is \(found), expected an object such as { \"type\": \"string\" }"
            case .unknownType(let name, let text, _):
                "\(context.quoted(text)) is not a type of attributes, so \(context.quoted(name)) has no declared type"
            case .badMember(let name, let member, let found, let expected):
                "\"\(member)\" of \(context.quoted(name)) is \(found), expected \(expected)"
            case .unknownMember(let name, let member, _):
                "the declaration of \(context.quoted(name)) has the unknown member \(context.quoted(member))"
            }
        }

        func help(in context: FindingContext) -> String? {
            switch self {
            case .badName:
                "use an ASCII letter, then letters, digits, \"_\" and \"-\"; \"appVersion\" and \"date\" are taken"
            case .unknownType(_, _, let suggestion?), .unknownMember(_, _, let suggestion?):
                Spelling.didYouMean(context.quoted(suggestion))
            case .unknownType: "use \"string\", \"boolean\", \"integer\", \"number\" or \"version\""
            case .unknownMember:
                "a declaration has \"type\", \"values\", \"required\", \"description\", and members that start with \"$\""
            default: nil
            }
        }
    }

    private static let members = ["type", "values", "required", "description"]

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        let tree = document.tree
        guard let node = tree.member(named: "$attributes" as StaticString, of: 0) else { return }
        // The node of a member's key comes right before that of its value.
        let subject = Finding.Subject.metadata(key: node - 1)
        func add(_ detail: Detail, _ node: Int) {
            report.add(detail, by: self, at: document.span(of: node), about: subject)
        }
        guard tree.kind(of: node) == .object else {
            add(.notObject(found: tree.typeName(at: node)), node)
            return
        }
        for (key, value) in tree.members(of: node) where !tree.isMetadata(key: key) {
            let name = tree.string(at: key) ?? ""
            switch name.withUTF8Bytes({ AttributeName($0) }) {
            case .attribute, .targetingKey: break
            case .appVersion, .date, nil: add(.badName(name), key)
            }
            guard tree.kind(of: value) == .object else {
                add(.declarationNotObject(name: name, found: tree.typeName(at: value)), value)
                continue
            }
            for (member, content) in tree.members(of: value) where !tree.isMetadata(key: member) {
                let text = tree.string(at: member) ?? ""
                if !Self.members.contains(text) {
                    let free = Self.members.filter { tree.member(named: $0, of: value) == nil }
                    add(
                        .unknownMember(name: name, member: text, suggestion: Spelling.nearest(to: text, in: free)),
                        member)
                } else if let detail = detail(of: text, content, attribute: name, in: tree) {
                    add(detail, content)
                }
            }
        }
    }

    /// What is wrong with a member of a declaration; `nil` if nothing is.
    private func detail(of member: String, _ node: Int, attribute name: String, in tree: JSONTree) -> Detail? {
        func unexpected(_ expected: String) -> Detail {
            .badMember(name: name, member: member, found: tree.typeName(at: node), expected: expected)
        }
        switch member {
        case "type":
            guard let text = tree.string(at: node) else { return unexpected("the name of a type in quotes") }
            guard DeclaredAttributes.AttributeType(rawValue: text) == nil else { return nil }
            let names = DeclaredAttributes.AttributeType.allCases.map(\.rawValue)
            return .unknownType(name: name, text: text, suggestion: Spelling.nearest(to: text, in: names))
        case "values":
            let isList =
                tree.kind(of: node) == .array && tree.elements(of: node).allSatisfy { tree.kind(of: $0) == .string }
            return isList ? nil : unexpected("an array of strings")
        case "required": return tree.kind(of: node).isBool ? nil : unexpected("true or false")
        default: return tree.kind(of: node) == .string ? nil : unexpected("a string")
        }
    }
}
