import FlagResolver

extension KeyedDecodingContainer where Key: TolerantCodingKey {
    /// Decodes a value under the name that the object has for its key.
    ///
    /// - Parameter decodeCanonical: Decodes the value under the canonical name. The container's own functions for particular
    ///   types are faster than the generic one.
    @inlinable
    func decodeAnyName<Value: Decodable>(
        _ type: Value.Type, forKey key: Key, _ decodeCanonical: (Value.Type, Key) throws -> Value
    ) throws -> Value {
        guard key.isUsuallyCanonical else {
            return try withPathsOfThisDecoder {
                if let alias = try presentAlias(of: key) {
                    return try decode(type, forKey: key, under: alias, decodeCanonical)
                }
                return try decodeCanonicalName(type, forKey: key, decodeCanonical)
            }
        }
        return try decodeCanonicalName(type, forKey: key, decodeCanonical)
    }

    /// Decodes a value of which the object has no alias.
    @inlinable
    func decodeCanonicalName<Value: Decodable>(
        _ type: Value.Type, forKey key: Key, _ decodeCanonical: (Value.Type, Key) throws -> Value
    ) throws -> Value {
        let value: Value
        do {
            value = try decodeCanonical(type, key)
        } catch {
            return try decode(type, forKey: key, after: error)
        }
        return LenientScalars.mayRound(type) ? try exact(value, forKey: key) : value
    }

    /// Decodes a value under the name that the object has for its key; `nil` if it is missing or null.
    ///
    /// - Parameter decodeCanonical: Decodes the value under the canonical name.
    @inlinable
    func decodeAnyNameIfPresent<Value: Decodable>(
        _ type: Value.Type, forKey key: Key, _ decodeCanonical: (Value.Type, Key) throws -> Value?
    ) throws -> Value? {
        guard key.isUsuallyCanonical else {
            return try withPathsOfThisDecoder {
                if let alias = try presentAlias(of: key) { return try decodeIfPresent(type, forKey: key, under: alias) }
                return try decodeCanonicalNameIfPresent(type, forKey: key, decodeCanonical)
            }
        }
        return try decodeCanonicalNameIfPresent(type, forKey: key, decodeCanonical)
    }

    /// Decodes a value of which the object has no alias; `nil` if it is missing or null.
    @inlinable
    func decodeCanonicalNameIfPresent<Value: Decodable>(
        _ type: Value.Type, forKey key: Key, _ decodeCanonical: (Value.Type, Key) throws -> Value?
    ) throws -> Value? {
        let value: Value?
        do {
            value = try decodeCanonical(type, key)
        } catch {
            return try decodeLeniently(type, forKey: key, after: error)
        }
        if let value { return LenientScalars.mayRound(type) ? try exact(value, forKey: key) : value }
        let name = convertedName(of: key)
        // A scalar without another name is nil, whether its key is missing or null.
        if name == nil, DocumentKey.isScalar(type) { return nil }
        if containsCanonicalKey(key) { return explicitNull(of: type) }
        return try name.flatMap { try decodeIfPresent(type, forKey: key, under: $0) }
    }

    /// Decodes a value that a field has under another name; scalars in the fastest way.
    @inlinable
    func decode<Value: Decodable>(
        _ type: Value.Type, forKey key: Key, under name: String,
        _ decodeCanonical: (Value.Type, Key) throws -> Value
    ) throws -> Value {
        if DocumentKey.isScalar(type), !LenientScalars.mayRound(type),
            let value = try? DocumentKey.with(name, { try decodeCanonical(type, key) })
        {
            return value
        }
        return try decode(type, forKey: key, under: name)
    }

    /// Decodes a value that a field has under another name.
    @usableFromInline
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key, under name: String) throws -> Value {
        try decode(key, under: name) { try $0.decodeValue(type) }
    }

    /// Decodes a value that a field has under another name; `nil` for null.
    @usableFromInline
    func decodeIfPresent<Value: Decodable>(
        _ type: Value.Type, forKey key: Key, under name: String
    ) throws -> Value? {
        try decode(key, under: name) { decoder in
            try decoder.singleValueContainer().decodeNil() ? explicitNull(of: type) : decoder.decodeValue(type)
        }
    }

    /// A value that was decoded under the canonical name, unless the decoder reads leniently and rounded a number of it.
    @usableFromInline
    func exact<Value: Decodable>(_ value: Value, forKey key: Key) throws -> Value {
        LenientScalars.mayBeRounded(value) ? try canonicalSuperDecoder(forKey: key).exact(value) : value
    }

    /// Decodes a value under the canonical name leniently, if the decoder is set to.
    @usableFromInline
    func decodeLeniently<Value: Decodable>(
        _ type: Value.Type, forKey key: Key, after error: any Error
    ) throws -> Value {
        try canonicalSuperDecoder(forKey: key).decodeLeniently(type, after: error)
    }

    /// Decodes a value that could not be decoded under the canonical name.
    @usableFromInline
    func decode<Value: Decodable>(
        _ type: Value.Type, forKey key: Key, after error: any Error
    ) throws -> Value {
        guard case DecodingError.keyNotFound(_, let context) = error, context.codingPath.count == codingPath.count,
            !containsCanonicalKey(key)
        else { return try decodeLeniently(type, forKey: key, after: error) }
        guard let name = convertedName(of: key) else {
            throw missingKey(key.rawValue, among: documentKeys(endingInDigit: false))
        }
        return try decode(type, forKey: key, under: name)
    }

    /// Forgets the renamed keys of another decoder, within one of whose values this one decodes.
    @inlinable
    func withPathsOfThisDecoder<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard DocumentKey.isValueRenamed else { return try body() }
        return try DocumentKey.withPaths(ofDepth: codingPath.count, body)
    }

    /// The name other than the canonical one under which a field is to be read; `nil` if it has the canonical one or none.
    ///
    /// - Throws: In strict mode, if the object has several names of the field.
    func nameToRead(of key: Key) throws -> String? {
        try presentAlias(of: key) ?? (containsCanonicalKey(key) ? nil : convertedName(of: key))
    }

    /// A name other than the canonical one under which the object has a field; `nil` if there is none.
    func anyName(of key: Key) -> String? {
        convertedName(of: key) ?? aliases(of: key).first { contains(key, under: $0) }
    }

    /// The aliases of a field in the order of their declaration.
    @inlinable
    func aliases(of key: Key) -> [String] {
        Key.Aliases.haveName(of: key) ? DocumentKey.names(of: key.rawValue, among: Key.Aliases.self) : []
    }

    /// The alias under which the object has a field; `nil` if it has the canonical name, or no alias.
    ///
    /// - Throws: In strict mode, if the object has several names of the field.
    @inlinable
    func presentAlias(of key: Key) throws -> String? {
        let aliases = aliases(of: key).filter { contains(key, under: $0) }
        guard let first = aliases.first else { return nil }
        let name = containsCanonicalKey(key) ? key.rawValue : convertedName(of: key)
        let used = name ?? first
        let ignored = aliases.filter { $0 != used }
        if !ignored.isEmpty { try reportConflict(of: key, used: used, ignored: ignored) }
        return name == nil ? first : nil
    }

    /// Reports that the object has several names of a field.
    @usableFromInline
    func reportConflict(of key: Key, used: String, ignored: [String]) throws {
        let problem = DecodingProblem.conflictingKeys(used: used, ignored: ignored)
        try reporter(forKey: key).report(problem, at: codingPath + [DynamicKey(used)])
    }

    /// The canonical name as ``KeyConversion/lowerCamelCase`` converts it, if the object has this key.
    ///
    /// A model may name a property `userID`, and then reads the key `userID` although the decoder converted it to `userId`.
    @usableFromInline
    func convertedName(of key: Key) -> String? {
        // Every optional field that is absent comes here, so the cache of conversions matters.
        let name = KeyConversion.lowerCamelCase.convert(key.rawValue, [])
        return name != key.rawValue && contains(key, under: name) ? name : nil
    }
}

extension KeyedDecodingContainer where Key: TolerantCodingKey {
    /// The keys of the object, in no particular order.
    ///
    /// - Parameter endingInDigit: Whether to list only keys that end with a digit.
    /// - Complexity: O(*n*) for *n* keys.
    @inlinable
    func documentKeys(endingInDigit: Bool) -> [String] {
        DocumentKey.list(endingInDigit: endingInDigit) { _ = allKeys }
    }

    /// Whether the object has a key that the coding keys may not list.
    @inlinable
    func contains(_ key: Key, under name: String) -> Bool {
        DocumentKey.with(name) { containsCanonicalKey(key) }
    }

    /// Decodes the value that a field has under another name. Errors and issues have this name in their paths.
    @usableFromInline
    func decode<Value>(
        _ key: Key,
        under name: String,
        _ body: (any Decoder) throws -> Value
    ) throws -> Value {
        let decoder = try DocumentKey.with(name) { try canonicalSuperDecoder(forKey: key) }
        guard let renamedKey = RenamedKey(decoder.codingPath, documentKey: DynamicKey(name)) else {
            return try body(decoder)
        }
        return try CodingPath.withRenamedKey(renamedKey) { try body(decoder) }
    }

    /// A decoder for the value that a field has under another name. All its paths have this name.
    func renamedDecoder(_ key: Key, under name: String) throws -> any Decoder {
        let decoder = try DocumentKey.with(name) { try canonicalSuperDecoder(forKey: key) }
        guard let renamedKey = RenamedKey(decoder.codingPath, documentKey: DynamicKey(name)) else { return decoder }
        return RenamedDecoder(base: decoder, key: renamedKey)
    }
}
