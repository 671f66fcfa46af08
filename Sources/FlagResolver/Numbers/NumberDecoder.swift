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
    ///
    /// Errors are slow, and few values are marks. So it looks for a mark only where the decoder fails, or would take the
    /// string for a value.
    fileprivate func value<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        switch Meaning.of(type) {
        case .number:
            do {
                return try base.singleValueContainer().decode(type)
            } catch {
                guard let number = markedNumber else { throw error }
                guard let value = (type as? any NumberType.Type)?.init(number: number) as? Value else {
                    throw DecodingError.numberDoesNotFit(at: codingPath)
                }
                return value
            }
        case .text:
            if let number = markedNumber { return try numbers.decode(type, from: number, at: codingPath) }
            return try base.singleValueContainer().decode(type)
        case .ofDecoder:
            do {
                return try base.singleValueContainer().decode(type)
            } catch {
                guard let number = markedNumber else { throw error }
                return try numbers.decode(type, from: number, at: codingPath)
            }
        case nil:
            guard let dictionary = type as? any StringKeyed.Type else { return try Value(from: self) }
            do {
                if let value = try dictionary.value(from: base) as? Value { return value }
            } catch {
                throw problem(of: type) ?? error
            }
            return try Value(from: self)
        }
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
}

/// What a decoder makes of a type by itself.
private enum Meaning {
    /// A ``NumberType``.
    case number
    /// A type that may be read from any string.
    case text
    /// Another type that only the decoder can decode.
    case ofDecoder

    /// `nil` for a type that decodes itself.
    static func of(_ type: Any.Type) -> Meaning? { all[ObjectIdentifier(type)] }

    private static let all: [ObjectIdentifier: Meaning] = {
        let numbers: [any NumberType.Type] = [
            Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self, UInt32.self,
            UInt64.self, Double.self, Float.self,
        ]
        let texts: [Any.Type] = [String.self, Date.self, Data.self, URL.self]
        var others: [Any.Type] = [Bool.self, Decimal.self]
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) { others += [Int128.self, UInt128.self] }
        var all: [ObjectIdentifier: Meaning] = [:]
        for type in numbers { all[ObjectIdentifier(type)] = .number }
        for type in texts { all[ObjectIdentifier(type)] = .text }
        for type in others { all[ObjectIdentifier(type)] = .ofDecoder }
        return all
    }()
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
