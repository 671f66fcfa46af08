/// A decoder as small as the protocol allows. It knows no doubles, keeps no positions, and parses nothing.
struct MinimalDecoder: Decoder {
    indirect enum Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
        ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
    {
        case null
        case boolean(Bool)
        case integer(Int)
        case string(String)
        case array([Value])
        case object([String: Value])

        init(nilLiteral: ()) { self = .null }
        init(booleanLiteral value: Bool) { self = .boolean(value) }
        init(integerLiteral value: Int) { self = .integer(value) }
        init(stringLiteral value: String) { self = .string(value) }
        init(arrayLiteral elements: Value...) { self = .array(elements) }
        init(dictionaryLiteral members: (String, Value)...) { self = .object(Dictionary(members) { $1 }) }
    }

    var value: Value
    var codingPath: [any CodingKey] = []
    var userInfo: [CodingUserInfoKey: Any] = [:]
    /// Whether a list moves on to its next element even if an element cannot be decoded. Foundation's decoders do not.
    var movesOnAfterErrors = false

    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = value else { throw mismatch([String: Any].self) }
        return KeyedDecodingContainer(KeyedContainer(decoder: self, members: members))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = value else { throw mismatch([Any].self) }
        return UnkeyedContainer(decoder: self, elements: elements)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        SingleValueContainer(decoder: self)
    }

    func mismatch(_ type: Any.Type) -> DecodingError {
        .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "found \(value)"))
    }

    func decoder(for value: Value, at key: any CodingKey) -> MinimalDecoder {
        var decoder = self
        decoder.value = value
        decoder.codingPath.append(key)
        return decoder
    }

    private struct Index: CodingKey {
        let intValue: Int?
        var stringValue: String { "\(intValue ?? 0)" }
        init(_ index: Int) { intValue = index }
        init?(intValue: Int) { return nil }
        init?(stringValue: String) { return nil }
    }

    private struct SingleValueContainer: SingleValueDecodingContainer {
        let decoder: MinimalDecoder
        var codingPath: [any CodingKey] { decoder.codingPath }

        func decodeNil() -> Bool {
            if case .null = decoder.value { true } else { false }
        }

        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            switch (decoder.value, type) {
            case (.boolean(let value as Value), _), (.integer(let value as Value), _), (.string(let value as Value), _):
                return value
            case (_, is Bool.Type), (_, is Int.Type), (_, is String.Type), (_, is Double.Type):
                throw decoder.mismatch(type)
            default: return try Value(from: decoder)
            }
        }
    }

    private struct UnkeyedContainer: UnkeyedDecodingContainer {
        let decoder: MinimalDecoder
        let elements: [Value]
        var currentIndex = 0
        var codingPath: [any CodingKey] { decoder.codingPath }
        var count: Int? { nil }
        var isAtEnd: Bool { currentIndex >= elements.count }

        mutating func superDecoder() throws -> any Decoder {
            guard !isAtEnd else { throw decoder.mismatch(Any.self) }
            defer { currentIndex += 1 }
            return decoder.decoder(for: elements[currentIndex], at: Index(currentIndex))
        }

        mutating func decodeNil() throws -> Bool {
            guard !isAtEnd, case .null = elements[currentIndex] else { return false }
            currentIndex += 1
            return true
        }

        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            let index = currentIndex
            do {
                return try superDecoder().singleValueContainer().decode(type)
            } catch {
                if !decoder.movesOnAfterErrors { currentIndex = index }
                throw error
            }
        }

        mutating func nestedContainer<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
            try superDecoder().container(keyedBy: type)
        }

        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
            try superDecoder().unkeyedContainer()
        }
    }

    private struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let decoder: MinimalDecoder
        let members: [String: Value]
        var codingPath: [any CodingKey] { decoder.codingPath }
        var allKeys: [Key] { members.keys.sorted().compactMap { Key(stringValue: $0) } }

        func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

        func superDecoder(forKey key: Key) throws -> any Decoder {
            decoder.decoder(for: members[key.stringValue] ?? .null, at: key)
        }

        func superDecoder() throws -> any Decoder { decoder }

        private func present(_ key: Key) throws -> any Decoder {
            guard contains(key) else {
                throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: ""))
            }
            return try superDecoder(forKey: key)
        }

        func decodeNil(forKey key: Key) throws -> Bool {
            try present(key).singleValueContainer().decodeNil()
        }

        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            try present(key).singleValueContainer().decode(type)
        }

        func nestedContainer<NestedKey>(
            keyedBy type: NestedKey.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<NestedKey> {
            try present(key).container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            try present(key).unkeyedContainer()
        }
    }
}
