/// The type that a setting declares for its values, in JSON Schema's words.
///
/// An integral number is an integer however it is written (`3`, `3.0`, `3e0`), and every integer is a number. `null` is
/// of none of these types.
package enum DeclaredType: UInt8, Sendable, CaseIterable, BitwiseCopyable {
    case none
    case boolean
    case integer
    case number
    case string
    case array
    case object

    /// The word that a document uses; `nil` for ``none``.
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

    /// What a value of this type is called in a message, with its article.
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

    /// The type that a document names; `nil` where it is the name of none.
    package init?(name: String) {
        guard let type = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = type
    }

    /// Whether a value is of this type; every value is where none is declared.
    package func contains(_ node: Int, of tree: JSONTree) -> Bool {
        contains(tree.nodes[node]) ?? tree.isIntegral(at: node)
    }

    /// Whether a value is of this type, as far as its node tells; `nil` for a number whose text has to be read.
    @inline(__always)
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

    /// The type that other values of a setting are expected to have, going by its default; ``none`` for `null`.
    package init(ofDefault node: Int, in tree: JSONTree) {
        self = DeclaredType(ofDefault: tree.nodes[node]) ?? (tree.isIntegral(at: node) ? .integer : .number)
    }

    /// The same as far as the node of the default tells; `nil` for a number whose text has to be read.
    @inline(__always)
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
