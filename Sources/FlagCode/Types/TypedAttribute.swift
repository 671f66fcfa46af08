import FlagResolver

/// An attribute that a document declares, with its Swift name and type.
package struct TypedAttribute: Sendable {
    /// The name in contexts, such as `country`.
    package let name: String
    package let identifier: SwiftIdentifier
    package let type: AttributeType

    /// The `description` of the declaration.
    package let description: String?

    package enum AttributeType: Hashable, Sendable {
        case boolean
        case integer
        case double
        case string
        case version
        case choice(SwiftChoice)
        /// A value of any type, because none is declared.
        case any
    }
}

extension TypedAttribute {
    /// The attributes that a document declares, in document order, without those that every context has.
    ///
    /// - Parameter problems: Problems with other declarations are appended.
    static func attributes(of document: SettingsDocument, problems: inout [CodeProblem]) -> [TypedAttribute] {
        let tree = document.tree
        guard let list = tree.member(named: "$attributes" as StaticString, of: 0) else { return [] }
        guard let declared = DeclaredAttributes(of: tree) else {
            problems.append(
                CodeProblem(
                    "\"$attributes\" is \(tree.typeName(at: list)), expected an object of attributes",
                    help: "declare attributes as in { \"country\": { \"type\": \"string\" } }", at: list, of: tree))
            return []
        }
        var attributes: [TypedAttribute] = []
        var taken: [SwiftIdentifier: String] = [:]
        var types: Set<SwiftIdentifier> = []
        for (key, value) in tree.members(of: list) where !tree.isMetadata(key: key) {
            let name = tree.string(at: key) ?? ""
            if name.withUTF8Bytes({ AttributeName($0) }) == .targetingKey { continue }
            do throws(CodeProblem) {
                let attribute = try TypedAttribute(name, declared[name], key: key, at: value, of: tree, &types)
                if let other = taken.updateValue(name, forKey: attribute.identifier) {
                    throw CodeProblem(
                        "the attributes \(SettingProblem.quoted(other)) and \(SettingProblem.quoted(name)) have the same Swift"
                            + " name, \(attribute.identifier.text)",
                        help: "rename one of them", at: key, of: tree)
                }
                attributes.append(attribute)
            } catch {
                problems.append(error)
            }
        }
        return attributes
    }

    private init(
        _ name: String, _ declaration: DeclaredAttributes.Declaration?, key: Int, at node: Int, of tree: JSONTree,
        _ types: inout Set<SwiftIdentifier>
    ) throws(CodeProblem) {
        let quoted = SettingProblem.quoted(name)
        guard name.withUTF8Bytes({ AttributeName($0) }) == .attribute, let identifier = SwiftIdentifier(attribute: name)
        else {
            throw CodeProblem(
                "conditions cannot test an attribute with the name \(quoted)",
                help:
                    "use an ASCII letter, then letters, digits, \"_\" and \"-\"; \"appVersion\" and \"date\" are taken",
                at: key, of: tree)
        }
        guard let declaration, tree.kind(of: node) == .object,
            declaration.type != nil || tree.member(named: "type" as StaticString, of: node) == nil
        else {
            throw CodeProblem(
                "the declaration of the attribute \(quoted) has no readable type",
                help: "use { \"type\": … } with \"string\", \"boolean\", \"integer\", \"number\" or \"version\"",
                at: node,
                of: tree)
        }
        self.name = name
        self.identifier = identifier
        description = tree.member(named: "description" as StaticString, of: node).flatMap { tree.string(at: $0) }
        type =
            switch declaration.type {
            case .boolean: .boolean
            case .integer: .integer
            case .number: .double
            case .version: .version
            case .string, nil: try Self.stringType(name, declaration, at: node, of: tree, &types)
            }
    }

    private static func stringType(
        _ name: String, _ declaration: DeclaredAttributes.Declaration, at node: Int, of tree: JSONTree,
        _ types: inout Set<SwiftIdentifier>
    ) throws(CodeProblem) -> AttributeType {
        guard let list = tree.member(named: "values" as StaticString, of: node) else {
            return declaration.type == nil ? .any : .string
        }
        guard tree.kind(of: list) == .array, tree.elements(of: list).allSatisfy({ tree.kind(of: $0) == .string }),
            let values = declaration.values
        else {
            throw CodeProblem(
                "the \"values\" of the attribute \(SettingProblem.quoted(name)) are"
                    + " \(ValueExcerpt.text(of: list, in: tree)), expected an array of strings",
                help: "list the strings in use, or delete \"values\"", at: list, of: tree)
        }
        guard !values.isEmpty else { return .string }
        guard let type = SwiftIdentifier(type: name), types.insert(type).inserted else {
            throw CodeProblem(
                "the type of the attribute \(SettingProblem.quoted(name)) would have the same Swift name as another one",
                help: "rename one of them", at: list, of: tree)
        }
        return .choice(SwiftChoice(name: type, cases: try SwiftChoice.cases(for: values, at: list, of: tree)))
    }
}

extension SwiftIdentifier {
    /// The name of the property for an attribute; the property `context` holds the context itself.
    fileprivate init?(attribute name: String) {
        self.init(member: name == "context" ? "context-value" : name)
    }
}
