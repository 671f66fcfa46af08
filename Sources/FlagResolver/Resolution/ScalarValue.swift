/// The types whose values are read straight from the bytes of a document, without a decoder.
///
/// Generic code asks for the type once, with a few comparisons of addresses, and passes it on as a value. A cast to a
/// protocol, and generic types inside, would cost several times as much as reading a value; see `Docs/Performance.md`,
/// *Ablations*.
@usableFromInline
package enum ScalarType: Sendable {
    case bool
    case int
    case double
    case string

    /// The type as one of these; `nil` if its values need a decoder.
    @inlinable
    package init?(_ type: Any.Type) {
        if type == Bool.self {
            self = .bool
        } else if type == Int.self {
            self = .int
        } else if type == Double.self {
            self = .double
        } else if type == String.self {
            self = .string
        } else {
            return nil
        }
    }

    /// The type as Swift knows it.
    package var type: any (Decodable & Equatable & Sendable).Type {
        switch self {
        case .bool: Bool.self
        case .int: Int.self
        case .double: Double.self
        case .string: String.self
        }
    }
}

/// A value of a ``ScalarType``.
@usableFromInline
package enum ScalarValue: Sendable, Equatable {
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)

    /// The value of a type that generic code has; `nil` if it is of none of the types.
    @inlinable
    package init?(_ value: some Any) {
        switch value {
        case let value as Bool: self = .bool(value)
        case let value as Int: self = .int(value)
        case let value as Double: self = .double(value)
        case let value as String: self = .string(value)
        default: return nil
        }
    }

    /// The value as the type that generic code asked for.
    @inlinable
    package func value<Value>(as type: Value.Type) -> Value? {
        switch self {
        case .bool(let value): value as? Value
        case .int(let value): value as? Value
        case .double(let value): value as? Value
        case .string(let value): value as? Value
        }
    }

    /// The value of a type at a node of the given kind; `nil` if the JSON there has another type.
    package init?(_ type: ScalarType, at node: Int, _ kind: JSONKind, of tree: borrowing JSONTree) {
        let value: ScalarValue? =
            switch type {
            case .bool: Bool.read(node, kind, of: tree).map { .bool($0) }
            case .int: Int.read(node, kind, of: tree).map { .int($0) }
            case .double: Double.read(node, kind, of: tree).map { .double($0) }
            case .string: String.read(node, kind, of: tree).map { .string($0) }
            }
        guard let value else { return nil }
        self = value
    }
}

extension SettingProblem {
    /// Why a node has no value of a type.
    package init(_ type: ScalarType, notAt node: Int, of tree: JSONTree) {
        let isNumeric = type == .int || type == .double
        // Only the size of a number can keep an integer from being an `Int` or a `Double`.
        let isIntegral = tree.nodes[node].kind == .number && tree.isIntegral(at: node)
        self =
            isIntegral && isNumeric
            ? .numberDoesNotFit(type.type)
            : .wrongType(found: tree.typeName(at: node), expected: "a value of type \(type.type)")
    }
}
