#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A decoder of a text with ``MarkedNumbers``: numbers follow the rule of ``NumberType``, in every type that is decoded.
struct NumberDecoder: Decoder {
    let base: any Decoder
    let numbers: MarkedNumbers

    var codingPath: [any CodingKey] { base.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        do {
            return KeyedDecodingContainer(
                NumberKeyedContainer(base: try base.container(keyedBy: type), numbers: numbers))
        } catch {
            throw problem(of: [String: Bool].self) ?? error
        }
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        do {
            return NumberUnkeyedContainer(base: try base.unkeyedContainer(), numbers: numbers)
        } catch {
            throw problem(of: [Bool].self) ?? error
        }
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        NumberValueContainer(base: try base.singleValueContainer())
    }
}

/// A value that is decoded with a ``NumberDecoder``.
struct ExactValue<Value: Decodable>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
        guard let numbers = MarkedNumbers.current else {
            value = try decoder.singleValueContainer().decode(Value.self)
            return
        }
        value = try NumberDecoder(base: decoder, numbers: numbers).value()
    }
}

extension NumberDecoder {
    /// Decodes the current value.
    fileprivate func value<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        if let number = markedNumber {
            if let type = type as? any NumberType.Type {
                guard let value = type.init(number: number) as? Value else {
                    throw DecodingError.numberDoesNotFit(at: codingPath)
                }
                return value
            }
            if Self.isDecodedByBase(type) || type is any StringKeyed.Type {
                return try numbers.decode(type, from: number, at: codingPath)
            }
        } else if let type = type as? any StringKeyed.Type, let value = try type.value(from: base) as? Value {
            return value
        } else if Self.isDecodedByBase(type) {
            return try base.singleValueContainer().decode(type)
        }
        return try Value(from: self)
    }

    /// The number that the current value stands for; `nil` if it is another value.
    var markedNumber: JSONValue? {
        (try? base.singleValueContainer().decode(String.self)).flatMap { numbers.number($0) }
    }

    /// Why a number is not a value of a type; `nil` if the current value is no marked number.
    private func problem<Value: Decodable>(of type: Value.Type) -> (any Error)? {
        guard let number = markedNumber else { return nil }
        do {
            _ = try numbers.decode(type, from: number, at: codingPath)
            return nil
        } catch {
            return error
        }
    }

    /// Whether the decoder has a meaning of its own for a type, or only it can decode the type.
    private static func isDecodedByBase(_ type: Any.Type) -> Bool {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            if type == Int128.self || type == UInt128.self { return true }
        }
        return type is any NumberType.Type || type == Bool.self || type == String.self || type == Date.self
            || type == Data.self || type == URL.self || type == Decimal.self
    }

}

/// A dictionary whose keys a decoder keeps, whatever its key strategy.
private protocol StringKeyed: Decodable {
    static func value(from decoder: any Decoder) throws -> Self
}

extension Dictionary: StringKeyed where Key == String, Value: Decodable {
    fileprivate static func value(from decoder: any Decoder) throws -> [String: Value] {
        try decoder.singleValueContainer().decode([String: ExactValue<Value>].self).mapValues(\.value)
    }
}

private struct NumberValueContainer: SingleValueDecodingContainer {
    let base: any SingleValueDecodingContainer

    var codingPath: [any CodingKey] { base.codingPath }

    func decodeNil() -> Bool { base.decodeNil() }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try base.decode(ExactValue<Value>.self).value
    }
}

private struct NumberUnkeyedContainer: UnkeyedDecodingContainer {
    var base: any UnkeyedDecodingContainer
    let numbers: MarkedNumbers

    var codingPath: [any CodingKey] { base.codingPath }
    var count: Int? { base.count }
    var isAtEnd: Bool { base.isAtEnd }
    var currentIndex: Int { base.currentIndex }

    mutating func decodeNil() throws -> Bool { try base.decodeNil() }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try base.decode(ExactValue<Value>.self).value
    }

    mutating func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        KeyedDecodingContainer(
            NumberKeyedContainer(base: try base.nestedContainer(keyedBy: type), numbers: numbers))
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        NumberUnkeyedContainer(base: try base.nestedUnkeyedContainer(), numbers: numbers)
    }

    mutating func superDecoder() throws -> any Decoder {
        NumberDecoder(base: try base.superDecoder(), numbers: numbers)
    }
}

private struct NumberKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let base: KeyedDecodingContainer<Key>
    let numbers: MarkedNumbers

    var codingPath: [any CodingKey] { base.codingPath }
    var allKeys: [Key] { base.allKeys }

    func contains(_ key: Key) -> Bool { base.contains(key) }

    func decodeNil(forKey key: Key) throws -> Bool { try base.decodeNil(forKey: key) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try base.decode(ExactValue<Value>.self, forKey: key).value
    }

    func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        KeyedDecodingContainer(
            NumberKeyedContainer<NestedKey>(
                base: try base.nestedContainer(keyedBy: type, forKey: key), numbers: numbers))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        NumberUnkeyedContainer(base: try base.nestedUnkeyedContainer(forKey: key), numbers: numbers)
    }

    func superDecoder() throws -> any Decoder {
        NumberDecoder(base: try base.superDecoder(), numbers: numbers)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        NumberDecoder(base: try base.superDecoder(forKey: key), numbers: numbers)
    }
}
