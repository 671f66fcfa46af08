/// The type that a setting declares for its values, with the names of JSON Schema.
///
/// A number without a fraction is an integer in any spelling (`3`, `3.0`, `3e0`), and every integer is a number. `null`
/// has none of these types.
package enum DeclaredType: UInt8, Sendable, CaseIterable, BitwiseCopyable {
    case none
    case boolean
    case integer
    case number
    case string
    case array
    case object

    /// The name in documents; `nil` for ``none``.
    package var name: String? {
        switch self {
        case .none: nil
        case .boolean: "boolean"
        case .integer: "integer"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }

    /// The name of a value of this type in messages, with its article.
    package var nameWithArticle: String {
        switch self {
        case .none: "a value"
        case .boolean: "a boolean"
        case .integer: "an integer"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The type with a name; `nil` if there is none.
    package init?(name: String) {
        guard let type = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = type
    }

    /// Whether a value has this type; ``none`` contains every value.
    package func contains(_ node: Int, of tree: JSONTree) -> Bool {
        contains(tree.nodes[node]) ?? tree.isIntegral(at: node)
    }

    /// The same from the node alone; `nil` for a number whose text must be read.
    func contains(_ node: JSONNode) -> Bool? {
        switch self {
        case .none: true
        case .boolean: node.kind.isBool
        case .integer: node.kind != .number ? false : node.isInteger ? true : nil
        case .number: node.kind == .number
        case .string: node.kind == .string
        case .array: node.kind == .array
        case .object: node.kind == .object
        }
    }

    /// The type that the values of a setting should have according to its default; ``none`` for `null`.
    package init(ofDefault node: Int, in tree: JSONTree) {
        self = DeclaredType(ofDefault: tree.nodes[node]) ?? (tree.isIntegral(at: node) ? .integer : .number)
    }

    /// The same from the node alone; `nil` for a number whose text must be read.
    init?(ofDefault node: JSONNode) {
        switch node.kind {
        case .null: self = .none
        case .true, .false: self = .boolean
        case .number:
            guard node.isInteger else { return nil }
            self = .integer
        case .string: self = .string
        case .array: self = .array
        case .object: self = .object
        }
    }
}
