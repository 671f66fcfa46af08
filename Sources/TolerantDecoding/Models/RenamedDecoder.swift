import FlagResolver

/// A decoder for a value under another key than the one its model declares: its paths have the key of the document.
///
/// The value may be decoded after the call that found its key, so the decoder and its containers rename the key in each call.
struct RenamedDecoder: Decoder {
    let base: any Decoder
    let key: RenamedKey

    var codingPath: [any CodingKey] { key.renaming(base.codingPath) }
    var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try key.container { try base.container(keyedBy: type) }
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try key.unkeyedContainer { try base.unkeyedContainer() }
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        let container = try CodingPath.withRenamedKey(key) { try base.singleValueContainer() }
        return RenamedSingleValueContainer(base: container, key: key)
    }
}

extension RenamedKey {
    fileprivate func container<Key>(
        _ base: () throws -> KeyedDecodingContainer<Key>
    ) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(RenamedKeyedContainer(base: try CodingPath.withRenamedKey(self, base), key: self))
    }

    fileprivate func unkeyedContainer(
        _ base: () throws -> any UnkeyedDecodingContainer
    ) throws -> any UnkeyedDecodingContainer {
        RenamedUnkeyedContainer(base: try CodingPath.withRenamedKey(self, base), key: self)
    }

    fileprivate func decoder(_ base: () throws -> any Decoder) throws -> any Decoder {
        RenamedDecoder(base: try CodingPath.withRenamedKey(self, base), key: self)
    }
}

private struct RenamedSingleValueContainer: SingleValueDecodingContainer {
    let base: any SingleValueDecodingContainer
    let key: RenamedKey

    var codingPath: [any CodingKey] { key.renaming(base.codingPath) }

    func decodeNil() -> Bool { base.decodeNil() }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try CodingPath.withRenamedKey(key) { try base.decode(type) }
    }
}

private struct RenamedUnkeyedContainer: UnkeyedDecodingContainer {
    var base: any UnkeyedDecodingContainer
    let key: RenamedKey

    var codingPath: [any CodingKey] { key.renaming(base.codingPath) }
    var count: Int? { base.count }
    var isAtEnd: Bool { base.isAtEnd }
    var currentIndex: Int { base.currentIndex }

    mutating func decodeNil() throws -> Bool {
        try CodingPath.withRenamedKey(key) { try base.decodeNil() }
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try CodingPath.withRenamedKey(key) { try base.decode(type) }
    }

    mutating func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try key.container { try base.nestedContainer(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try key.unkeyedContainer { try base.nestedUnkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder {
        try key.decoder { try base.superDecoder() }
    }
}

private struct RenamedKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let base: KeyedDecodingContainer<Key>
    let key: RenamedKey

    var codingPath: [any CodingKey] { key.renaming(base.codingPath) }
    var allKeys: [Key] { base.allKeys }

    func contains(_ key: Key) -> Bool { base.contains(key) }

    func decodeNil(forKey key: Key) throws -> Bool {
        try CodingPath.withRenamedKey(self.key) { try base.decodeNil(forKey: key) }
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try CodingPath.withRenamedKey(self.key) { try base.decode(type, forKey: key) }
    }

    func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try self.key.container { try base.nestedContainer(keyedBy: type, forKey: key) }
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try self.key.unkeyedContainer { try base.nestedUnkeyedContainer(forKey: key) }
    }

    func superDecoder() throws -> any Decoder {
        try self.key.decoder { try base.superDecoder() }
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        try self.key.decoder { try base.superDecoder(forKey: key) }
    }
}
