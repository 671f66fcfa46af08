/// A type that consists of numbers, such as `Int`, `Double?` and `[Int]`.
package protocol DecodableFromNumbers: Decodable {
    /// The same type with an ``ExactNumber`` in place of each number.
    associatedtype Exact: Decodable

    /// The value with the numbers themselves.
    static func value(of exact: Exact) -> Self
}

extension Optional: DecodableFromNumbers where Wrapped: DecodableFromNumbers {
    package static func value(of exact: Wrapped.Exact?) -> Wrapped? { exact.map { Wrapped.value(of: $0) } }
}

extension Array: DecodableFromNumbers where Element: DecodableFromNumbers {
    package static func value(of exact: [Element.Exact]) -> [Element] { exact.map { Element.value(of: $0) } }
}

extension Set: DecodableFromNumbers where Element: DecodableFromNumbers {
    package static func value(of exact: [Element.Exact]) -> Set<Element> {
        Set(exact.lazy.map { Element.value(of: $0) })
    }
}

extension Dictionary: DecodableFromNumbers where Key: Decodable, Value: DecodableFromNumbers {
    package static func value(of exact: [Key: Value.Exact]) -> [Key: Value] {
        exact.mapValues { Value.value(of: $0) }
    }
}

extension SingleValueDecodingContainer {
    /// Decodes a value; if it consists of numbers, by the rule of ``NumberType``.
    func decodeExactly<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard let numbers = type as? any DecodableFromNumbers.Type, let value = try decode(numbers: numbers) as? Value
        else { return try decode(type) }
        return value
    }

    private func decode<Value: DecodableFromNumbers>(numbers type: Value.Type) throws -> any Decodable {
        Value.value(of: try decode(Value.Exact.self))
    }

    /// Whether a value that was decoded is one by the rule of ``NumberType``.
    package func isExact<Value>(_ value: Value) -> Bool {
        guard let type = Value.self as? any DecodableFromNumbers.Type else { return true }
        return (try? decode(numbers: type)) != nil
    }
}

extension KeyedDecodingContainer {
    /// Decodes a value; if it consists of numbers, by the rule of ``NumberType``.
    func decodeExactly<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        guard let numbers = type as? any DecodableFromNumbers.Type,
            let value = try decode(numbers: numbers, forKey: key) as? Value
        else { return try decode(type, forKey: key) }
        return value
    }

    private func decode<Value: DecodableFromNumbers>(numbers type: Value.Type, forKey key: Key) throws -> any Decodable
    {
        Value.value(of: try decode(Value.Exact.self, forKey: key))
    }
}
