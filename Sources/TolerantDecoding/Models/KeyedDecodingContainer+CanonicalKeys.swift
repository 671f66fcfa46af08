import FlagResolver

// The container's own functions. In extensions for tolerant keys, their names are those of the overloads for these keys.
// The types that most models have get functions of their own, because the generic ones are slower.
extension KeyedDecodingContainer {
    @inlinable
    func containsCanonicalKey(_ key: Key) -> Bool {
        contains(key)
    }

    @inlinable
    func decodeCanonical<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decode(type, forKey: key)
    }

    @inlinable
    func decodeCanonicalIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try decodeIfPresent(type, forKey: key)
    }

    @inlinable
    func decodeCanonical(_ type: String.Type, forKey key: Key) throws -> String {
        try decode(type, forKey: key)
    }

    @inlinable
    func decodeCanonicalIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try decodeIfPresent(type, forKey: key)
    }

    @inlinable
    func decodeCanonical(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try decode(type, forKey: key)
    }

    @inlinable
    func decodeCanonicalIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try decodeIfPresent(type, forKey: key)
    }

    @inlinable
    func decodeCanonical(_ type: Double.Type, forKey key: Key) throws -> Double {
        try decode(type, forKey: key)
    }

    @inlinable
    func decodeCanonicalIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try decodeIfPresent(type, forKey: key)
    }

    @inlinable
    func decodeCanonical(_ type: Int.Type, forKey key: Key) throws -> Int {
        try decode(type, forKey: key)
    }

    @inlinable
    func decodeCanonicalIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try decodeIfPresent(type, forKey: key)
    }

    func canonicalSuperDecoder(forKey key: Key) throws -> any Decoder {
        try superDecoder(forKey: key)
    }

    func decodeCanonicalNil(forKey key: Key) throws -> Bool {
        try decodeNil(forKey: key)
    }

    func canonicalNestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try nestedContainer(keyedBy: type, forKey: key)
    }

    func canonicalNestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try nestedUnkeyedContainer(forKey: key)
    }

    /// A reporter for the decoder of this container.
    ///
    /// A container gives access to its decoder's `userInfo` only through the decoder for one of its keys.
    func reporter(forKey key: Key) throws -> IssueReporter {
        IssueReporter(try superDecoder(forKey: key).userInfo)
    }
}
