/// What synthesized code calls for the properties of a model with tolerant keys.
///
/// The compiler prefers the container's own functions for particular types to a generic one, so each of them has a
/// counterpart here.
///
/// They are inlinable. In the module of the model, they then cost little more than the container's own functions. They pass
/// closures, because a function of the container as a value would be allocated for each property.
extension KeyedDecodingContainer where Key: TolerantCodingKey {
    /// Decodes a value under the canonical name or an alias of its key.
    ///
    /// - Throws: `DecodingError`. If the key is missing, the message names the nearest key of the object.
    @inlinable
    public func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decodeAnyName(type, forKey: key) { try decodeCanonical($0, forKey: $1) }
    }

    /// Decodes a value under the canonical name or an alias of its key; `nil` if it is missing or null.
    ///
    /// - Throws: `DecodingError` for a value of another type.
    @inlinable
    public func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try decodeAnyNameIfPresent(type, forKey: key) { try decodeCanonicalIfPresent($0, forKey: $1) }
    }

    /// Decodes null or a value under the canonical name or an alias of its key.
    ///
    /// - Returns: `nil` if the object has none of these keys.
    ///
    /// - Throws: `DecodingError` for a value of another type.
    public func decodeIfPresent<Value: Decodable>(
        _ type: OptionalValue<Value>.Type,
        forKey key: Key
    ) throws -> OptionalValue<Value>? {
        guard contains(key) else { return nil }
        return try decodeAnyName(type, forKey: key) { try decodeCanonical($0, forKey: $1) }
    }

    /// Decodes an optional value or null, leniently; `nil` if no name of the key is present.
    ///
    /// - Throws: `DecodingError` for a value that is not in the list of spellings.
    public func decode<Value: LenientlyDecodable>(
        _ type: Lenient<OptionalValue<Value>?>.Type,
        forKey key: Key
    ) throws -> Lenient<OptionalValue<Value>?> {
        guard contains(key) else { return Lenient(wrappedValue: nil) }
        let value = try decodeAnyName(Lenient<OptionalValue<Value>>.self, forKey: key) {
            try decodeCanonical($0, forKey: $1)
        }
        return Lenient(wrappedValue: value.wrappedValue)
    }

    /// Decodes an optional lenient value; `nil` if no name of the key is present, or the value is null.
    ///
    /// - Throws: `DecodingError` for a value that is not in the list of spellings.
    public func decode<Value: LenientlyDecodable>(
        _ type: Lenient<Value?>.Type,
        forKey key: Key
    ) throws -> Lenient<Value?> {
        let value = try decodeAnyNameIfPresent(type, forKey: key) { try decodeCanonicalIfPresent($0, forKey: $1) }
        return value ?? Lenient(wrappedValue: nil)
    }

    /// Decodes an optional lossy collection; `nil` if no name of the key is present, or the value is null.
    ///
    /// - Throws: `DecodingError` if the value is not a collection; in strict mode, also for an element.
    public func decode<Value: LossilyDecodable>(
        _ type: Lossy<Value?>.Type,
        forKey key: Key
    ) throws -> Lossy<Value?> {
        let value = try decodeAnyNameIfPresent(type, forKey: key) { try decodeCanonicalIfPresent($0, forKey: $1) }
        return value ?? Lossy(wrappedValue: nil)
    }

    /// Decodes a string under the canonical name or an alias of its key.
    @inlinable
    public func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try decodeAnyName(type, forKey: key) { try decodeCanonical($0, forKey: $1) }
    }

    /// Decodes a string under the canonical name or an alias of its key; `nil` if it is missing or null.
    @inlinable
    public func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try decodeAnyNameIfPresent(type, forKey: key) { try decodeCanonicalIfPresent($0, forKey: $1) }
    }

    /// Decodes a Boolean under the canonical name or an alias of its key.
    @inlinable
    public func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try decodeAnyName(type, forKey: key) { try decodeCanonical($0, forKey: $1) }
    }

    /// Decodes a Boolean under the canonical name or an alias of its key; `nil` if it is missing or null.
    @inlinable
    public func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try decodeAnyNameIfPresent(type, forKey: key) { try decodeCanonicalIfPresent($0, forKey: $1) }
    }

    /// Decodes a number under the canonical name or an alias of its key.
    @inlinable
    public func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try decodeAnyName(type, forKey: key) { try decodeCanonical($0, forKey: $1) }
    }

    /// Decodes a number under the canonical name or an alias of its key; `nil` if it is missing or null.
    @inlinable
    public func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try decodeAnyNameIfPresent(type, forKey: key) { try decodeCanonicalIfPresent($0, forKey: $1) }
    }

    /// Decodes a number under the canonical name or an alias of its key.
    @inlinable
    public func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
        try decodeAnyName(type, forKey: key) { try decodeCanonical($0, forKey: $1) }
    }

    /// Decodes a number under the canonical name or an alias of its key; `nil` if it is missing or null.
    @inlinable
    public func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        try decodeAnyNameIfPresent(type, forKey: key) { try decodeCanonicalIfPresent($0, forKey: $1) }
    }

    /// Decodes an integer under the canonical name or an alias of its key.
    @inlinable
    public func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        try decodeAnyName(type, forKey: key) { try decodeCanonical($0, forKey: $1) }
    }

    /// Decodes an integer under the canonical name or an alias of its key; `nil` if it is missing or null.
    @inlinable
    public func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try decodeAnyNameIfPresent(type, forKey: key) { try decodeCanonicalIfPresent($0, forKey: $1) }
    }

    /// Decodes an integer under the canonical name or an alias of its key.
    @inlinable
    public func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
        try decodeAnyName(type, forKey: key) { try decodeCanonical($0, forKey: $1) }
    }

    /// Decodes an integer under the canonical name or an alias of its key; `nil` if it is missing or null.
    @inlinable
    public func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
        try decodeAnyNameIfPresent(type, forKey: key) { try decodeCanonicalIfPresent($0, forKey: $1) }
    }

    /// Decodes an integer under the canonical name or an alias of its key.
    @inlinable
    public func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
        try decodeAnyName(type, forKey: key) { try decodeCanonical($0, forKey: $1) }
    }

    /// Decodes an integer under the canonical name or an alias of its key; `nil` if it is missing or null.
    @inlinable
    public func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
        try decodeAnyNameIfPresent(type, forKey: key) { try decodeCanonicalIfPresent($0, forKey: $1) }
    }

    /// Decodes an integer under the canonical name or an alias of its key.
    @inlinable
    public func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
        try decodeAnyName(type, forKey: key) { try decodeCanonical($0, forKey: $1) }
    }

    /// Decodes an integer under the canonical name or an alias of its key; `nil` if it is missing or null.
    @inlinable
    public func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
        try decodeAnyNameIfPresent(type, forKey: key) { try decodeCanonicalIfPresent($0, forKey: $1) }
    }

    /// Decodes an integer under the canonical name or an alias of its key.
    @inlinable
    public func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        try decodeAnyName(type, forKey: key) { try decodeCanonical($0, forKey: $1) }
    }

    /// Decodes an integer under the canonical name or an alias of its key; `nil` if it is missing or null.
    @inlinable
    public func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        try decodeAnyNameIfPresent(type, forKey: key) { try decodeCanonicalIfPresent($0, forKey: $1) }
    }

    /// Decodes an integer under the canonical name or an alias of its key.
    @inlinable
    public func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
        try decodeAnyName(type, forKey: key) { try decodeCanonical($0, forKey: $1) }
    }

    /// Decodes an integer under the canonical name or an alias of its key; `nil` if it is missing or null.
    @inlinable
    public func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
        try decodeAnyNameIfPresent(type, forKey: key) { try decodeCanonicalIfPresent($0, forKey: $1) }
    }

    /// Decodes an integer under the canonical name or an alias of its key.
    @inlinable
    public func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
        try decodeAnyName(type, forKey: key) { try decodeCanonical($0, forKey: $1) }
    }

    /// Decodes an integer under the canonical name or an alias of its key; `nil` if it is missing or null.
    @inlinable
    public func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
        try decodeAnyNameIfPresent(type, forKey: key) { try decodeCanonicalIfPresent($0, forKey: $1) }
    }

    /// Decodes an integer under the canonical name or an alias of its key.
    @inlinable
    public func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
        try decodeAnyName(type, forKey: key) { try decodeCanonical($0, forKey: $1) }
    }

    /// Decodes an integer under the canonical name or an alias of its key; `nil` if it is missing or null.
    @inlinable
    public func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
        try decodeAnyNameIfPresent(type, forKey: key) { try decodeCanonicalIfPresent($0, forKey: $1) }
    }

    /// Decodes an integer under the canonical name or an alias of its key.
    @inlinable
    public func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
        try decodeAnyName(type, forKey: key) { try decodeCanonical($0, forKey: $1) }
    }

    /// Decodes an integer under the canonical name or an alias of its key; `nil` if it is missing or null.
    @inlinable
    public func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
        try decodeAnyNameIfPresent(type, forKey: key) { try decodeCanonicalIfPresent($0, forKey: $1) }
    }

    /// Decodes an integer under the canonical name or an alias of its key.
    @inlinable
    public func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
        try decodeAnyName(type, forKey: key) { try decodeCanonical($0, forKey: $1) }
    }

    /// Decodes an integer under the canonical name or an alias of its key; `nil` if it is missing or null.
    @inlinable
    public func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
        try decodeAnyNameIfPresent(type, forKey: key) { try decodeCanonicalIfPresent($0, forKey: $1) }
    }
}

// What code that decodes by hand calls, and synthesized code of enumerations with associated values.
extension KeyedDecodingContainer where Key: TolerantCodingKey {
    /// Whether the object has the canonical name or an alias of a key.
    public func contains(_ key: Key) -> Bool {
        containsCanonicalKey(key) || anyName(of: key) != nil
    }

    /// Whether the value under the canonical name or an alias of a key is null.
    ///
    /// - Throws: `DecodingError.keyNotFound` if the object has no name of the key.
    public func decodeNil(forKey key: Key) throws -> Bool {
        guard let name = try nameToRead(of: key) else { return try decodeCanonicalNil(forKey: key) }
        return try DocumentKey.with(name) { try decodeCanonicalNil(forKey: key) }
    }

    /// The object under the canonical name or an alias of a key.
    ///
    /// - Throws: `DecodingError` if the value is missing or is not an object.
    public func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        guard let name = try nameToRead(of: key) else {
            return try canonicalNestedContainer(keyedBy: type, forKey: key)
        }
        return try renamedDecoder(key, under: name).container(keyedBy: type)
    }

    /// The array under the canonical name or an alias of a key.
    ///
    /// - Throws: `DecodingError` if the value is missing or is not an array.
    public func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        guard let name = try nameToRead(of: key) else { return try canonicalNestedUnkeyedContainer(forKey: key) }
        return try renamedDecoder(key, under: name).unkeyedContainer()
    }

    /// A decoder for the value under the canonical name or an alias of a key.
    ///
    /// - Throws: `DecodingError` if the value is missing.
    public func superDecoder(forKey key: Key) throws -> any Decoder {
        guard let name = try nameToRead(of: key) else { return try canonicalSuperDecoder(forKey: key) }
        return try renamedDecoder(key, under: name)
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *)
extension KeyedDecodingContainer where Key: TolerantCodingKey {
    /// Decodes an integer under the canonical name or an alias of its key.
    @inlinable
    public func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        try decodeAnyName(type, forKey: key) { try decodeCanonical($0, forKey: $1) }
    }

    /// Decodes an integer under the canonical name or an alias of its key; `nil` if it is missing or null.
    @inlinable
    public func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
        try decodeAnyNameIfPresent(type, forKey: key) { try decodeCanonicalIfPresent($0, forKey: $1) }
    }

    /// Decodes an integer under the canonical name or an alias of its key.
    @inlinable
    public func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try decodeAnyName(type, forKey: key) { try decodeCanonical($0, forKey: $1) }
    }

    /// Decodes an integer under the canonical name or an alias of its key; `nil` if it is missing or null.
    @inlinable
    public func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
        try decodeAnyNameIfPresent(type, forKey: key) { try decodeCanonicalIfPresent($0, forKey: $1) }
    }
}
