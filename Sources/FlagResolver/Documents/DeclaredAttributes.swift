/// The attributes that `$attributes` declares. They never change a value; tools check conditions against them.
package struct DeclaredAttributes: Sendable {
    /// The type of an attribute.
    package enum AttributeType: String, Sendable, CaseIterable {
        case string
        case boolean
        case integer
        case number
        case version
    }

    /// The declaration of one attribute.
    package struct Declaration: Sendable {
        /// `nil` if it is missing or unknown.
        package let type: AttributeType?
        /// The possible strings; `nil` if any string is possible.
        package let values: [String]?
        /// Whether every client gives the attribute.
        package let isRequired: Bool
    }

    private var declarations: [ExactText: Declaration] = [:]

    /// The declarations of a document; `nil` if it has none, or they are not an object.
    package init?(of tree: JSONTree) {
        guard let node = tree.member(named: "$attributes" as StaticString, of: 0), tree.kind(of: node) == .object else {
            return nil
        }
        for (key, value) in tree.members(of: node) where !tree.isMetadata(key: key) {
            declarations[ExactText(tree.string(at: key) ?? "")] = Self.declaration(at: value, of: tree)
        }
    }

    private static func declaration(at node: Int, of tree: JSONTree) -> Declaration {
        let type = tree.member(named: "type" as StaticString, of: node).flatMap { tree.string(at: $0) }
        let values = tree.member(named: "values" as StaticString, of: node)
            .flatMap { tree.kind(of: $0) == .array ? tree.elements(of: $0).compactMap { tree.string(at: $0) } : nil }
        let required = tree.member(named: "required" as StaticString, of: node)
        return Declaration(
            type: type.flatMap { AttributeType(rawValue: $0) }, values: values,
            isRequired: required.map { tree.kind(of: $0) == .true } ?? false)
    }

    /// The declaration of an attribute; `nil` if it is not declared.
    package subscript(name: String) -> Declaration? { declarations[ExactText(name)] }

    /// The names of all declared attributes, in no particular order.
    package var names: some Collection<String> { declarations.keys.lazy.map(\.text) }

    /// Whether every client gives an attribute, by its declaration.
    package func isRequired(_ name: String) -> Bool { self[name]?.isRequired ?? false }
}
