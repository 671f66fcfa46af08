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

    private static let members = ["type", "values", "required", "description"]

    private static let helpOnMembers =
        "a declaration has \"type\", \"values\", \"required\", \"description\", and members that start with \"$\""

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        let tree = document.tree
        guard let node = tree.member(named: "$attributes" as StaticString, of: 0) else { return }
        // The node of a member's key comes right before that of its value.
        let subject = Finding.Subject.metadata(key: node - 1)
        func add(_ message: String, at node: Int, help: String? = nil) {
            report.add(
                message, by: self, at: document.span(of: node), about: subject, namesSubject: true, help: help)
        }
        guard tree.kind(of: node) == .object else {
            return add("\"$attributes\" is \(tree.typeName(at: node)), expected an object of attributes", at: node)
        }
        for (key, value) in tree.members(of: node) where !tree.isMetadata(key: key) {
            let name = tree.string(at: key) ?? ""
            switch name.withUTF8Bytes({ AttributeName($0) }) {
            case .attribute, .targetingKey: break
            case .appVersion, .date, nil:
                add(
                    "conditions cannot test an attribute with the name \(quoted(name))", at: key,
                    help: "use an ASCII letter, then letters, digits, \"_\" and \"-\"; \"appVersion\" and \"date\" "
                        + "are taken")
            }
            guard tree.kind(of: value) == .object else {
                add(
                    "the declaration of \(quoted(name)) is \(tree.typeName(at: value)), expected an object such as "
                        + "{ \"type\": \"string\" }",
                    at: value)
                continue
            }
            for (member, content) in tree.members(of: value) where !tree.isMetadata(key: member) {
                let text = tree.string(at: member) ?? ""
                if !Self.members.contains(text) {
                    let free = Self.members.filter { tree.member(named: $0, of: value) == nil }
                    add(
                        "the declaration of \(quoted(name)) has the unknown member \(quoted(text))", at: member,
                        help: Spelling.nearest(to: text, in: free).map { Spelling.didYouMean(quoted($0)) }
                            ?? Self.helpOnMembers)
                } else if let (message, help) = problem(of: text, content, attribute: name, in: tree) {
                    add(message, at: content, help: help)
                }
            }
        }
    }

    /// What is wrong with a member of a declaration; `nil` if nothing is.
    private func problem(
        of member: String, _ node: Int, attribute name: String, in tree: JSONTree
    ) -> (message: String, help: String?)? {
        func unexpected(_ expected: String) -> (message: String, help: String?) {
            ("\"\(member)\" of \(quoted(name)) is \(tree.typeName(at: node)), expected \(expected)", nil)
        }
        switch member {
        case "type":
            guard let text = tree.string(at: node) else { return unexpected("the name of a type in quotes") }
            guard DeclaredAttributes.AttributeType(rawValue: text) == nil else { return nil }
            let names = DeclaredAttributes.AttributeType.allCases.map(\.rawValue)
            return (
                "\(quoted(text)) is not a type of attributes, so \(quoted(name)) has no declared type",
                Spelling.nearest(to: text, in: names).map { Spelling.didYouMean(quoted($0)) }
                    ?? "use \"string\", \"boolean\", \"integer\", \"number\" or \"version\""
            )
        case "values":
            let isList =
                tree.kind(of: node) == .array && tree.elements(of: node).allSatisfy { tree.kind(of: $0) == .string }
            return isList ? nil : unexpected("an array of strings")
        case "required": return tree.kind(of: node).isBool ? nil : unexpected("true or false")
        default: return tree.kind(of: node) == .string ? nil : unexpected("a string")
        }
    }
}
