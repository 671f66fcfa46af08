import FlagResolver

// The container's own functions. In extensions for tolerant keys, their names are those of the overloads for these keys.
// The types that most models have get functions of their own, because the generic ones are slower.
extension KeyedDecodingContainer {
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

extension KeyedDecodingContainer where Key: TolerantCodingKey {
    /// Decodes a value under the name that the object has for its key.
    ///
    /// - Parameter decodeCanonical: Decodes the value under the canonical name. The container's own functions for particular
    ///   types are faster than the generic one.
    @usableFromInline
    func decodeAnyName<Value: Decodable>(
        _ type: Value.Type, forKey key: Key, _ decodeCanonical: (Value.Type, Key) throws -> Value
    ) throws -> Value {
        try withPathsOfThisDecoder {
            if let alias = try presentAlias(of: key) { return try decode(type, forKey: key, under: alias) }
            do {
                return try decodeCanonical(type, key)
            } catch {
                return try decode(type, forKey: key, after: error)
            }
        }
    }

    /// Decodes a value under the name that the object has for its key; `nil` if it is missing or null.
    ///
    /// - Parameter decodeCanonical: Decodes the value under the canonical name.
    @usableFromInline
    func decodeAnyNameIfPresent<Value: Decodable>(
        _ type: Value.Type, forKey key: Key, _ decodeCanonical: (Value.Type, Key) throws -> Value?
    ) throws -> Value? {
        try withPathsOfThisDecoder {
            if let alias = try presentAlias(of: key) { return try decodeIfPresent(type, forKey: key, under: alias) }
            do {
                if let value = try decodeCanonical(type, key) { return value }
            } catch {
                return try canonicalSuperDecoder(forKey: key).decodeLeniently(type, after: error)
            }
            guard !containsCanonicalKey(key), let name = convertedName(of: key) else { return nil }
            return try decodeIfPresent(type, forKey: key, under: name)
        }
    }

    private func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key, under name: String) throws -> Value {
        try decode(key, under: name) { try $0.decodeValue(type) }
    }

    private func decodeIfPresent<Value: Decodable>(
        _ type: Value.Type, forKey key: Key, under name: String
    ) throws -> Value? {
        try decode(key, under: name) { decoder in
            try decoder.singleValueContainer().decodeNil() ? nil : decoder.decodeValue(type)
        }
    }

    /// Decodes a value that could not be decoded under the canonical name.
    @usableFromInline
    func decode<Value: Decodable>(
        _ type: Value.Type, forKey key: Key, after error: any Error
    ) throws -> Value {
        guard case DecodingError.keyNotFound(_, let context) = error, context.codingPath.count == codingPath.count,
            !containsCanonicalKey(key)
        else { return try canonicalSuperDecoder(forKey: key).decodeLeniently(type, after: error) }
        guard let name = convertedName(of: key) else { throw missingKey(key.rawValue, among: documentKeys()) }
        return try decode(type, forKey: key, under: name)
    }

    /// Forgets the renamed keys of another decoder, within one of whose values this one decodes.
    private func withPathsOfThisDecoder<Result>(_ body: () throws -> Result) rethrows -> Result {
        let renamedKeys = CodingPath.renamedKeys
        guard let last = renamedKeys.last, last.depth >= codingPath.count else { return try body() }
        let depth = codingPath.count
        return try CodingPath.$renamedKeys.withValue(renamedKeys.filter { $0.depth < depth }) { try body() }
    }

    /// Calls a function of the container with a key, while its text is the name that the object has for it.
    func access<Result>(_ key: Key, _ body: (Key) throws -> Result) throws -> Result {
        let alias = try presentAlias(of: key)
        guard let name = alias ?? (containsCanonicalKey(key) ? nil : convertedName(of: key)) else {
            return try body(key)
        }
        return try DocumentKey.$current.withValue(name) { try body(key) }
    }

    /// A name other than the canonical one under which the object has a field; `nil` if there is none.
    func anyName(of key: Key) -> String? {
        AliasTable.of(Key.self)?[key.rawValue].first { contains(key, under: $0) } ?? convertedName(of: key)
    }

    /// The alias under which the object has a field; `nil` if it has the canonical name, or no alias.
    ///
    /// - Throws: In strict mode, if the object has several names of the field.
    private func presentAlias(of key: Key) throws -> String? {
        guard let table = AliasTable.of(Key.self) else { return nil }
        let aliases = table[key.rawValue].filter { contains(key, under: $0) }
        guard let first = aliases.first else { return nil }
        let hasCanonicalName = containsCanonicalKey(key)
        let used = hasCanonicalName ? key.rawValue : first
        let ignored = aliases.filter { $0 != used }
        if !ignored.isEmpty {
            let problem = DecodingProblem.conflictingKeys(used: used, ignored: ignored)
            try reporter(forKey: key).report(problem, at: codingPath + [DynamicKey(used)])
        }
        return hasCanonicalName ? nil : first
    }

    /// The canonical name as ``KeyConversion/lowerCamelCase`` converts it, if the object has this key.
    ///
    /// A model may name a property `userID`, and then reads the key `userID` although the decoder converted it to `userId`.
    func convertedName(of key: Key) -> String? {
        // Every optional field that is absent comes here, so the cache of conversions matters.
        let name = KeyConversion.lowerCamelCase.convert(key.rawValue, [])
        return name != key.rawValue && contains(key, under: name) ? name : nil
    }
}

extension KeyedDecodingContainer where Key: TolerantCodingKey {
    /// The keys of the object that have one of several prefixes, in no particular order; by default all keys.
    ///
    /// - Complexity: O(*n*) for *n* keys.
    func documentKeys(withAnyOf prefixes: [String] = [""]) -> [String] {
        let list = DocumentKey.List(prefixes: prefixes)
        DocumentKey.$list.withValue(list) { _ = allKeys }
        return list.keys
    }

    /// Whether the object has a key that the coding keys may not list.
    private func contains(_ key: Key, under name: String) -> Bool {
        DocumentKey.$current.withValue(name) { containsCanonicalKey(key) }
    }

    /// Decodes the value that a field has under another name. Errors and issues have this name in their paths.
    func decode<Value>(
        _ key: Key,
        under name: String,
        _ body: (any Decoder) throws -> Value
    ) throws -> Value {
        let decoder = try DocumentKey.$current.withValue(name) { try canonicalSuperDecoder(forKey: key) }
        let renamedKey = RenamedKey(decoder.codingPath, documentKey: DynamicKey(name))
        return try CodingPath.$renamedKeys.withValue(CodingPath.renamedKeys + [renamedKey]) {
            do {
                return try body(decoder)
            } catch let error as DecodingError {
                throw error.renaming(renamedKey)
            }
        }
    }
}

extension DecodingError {
    /// The same error with the key of the document in its path.
    fileprivate func renaming(_ key: RenamedKey) -> DecodingError {
        guard let old = context else { return self }
        let context = Context(
            codingPath: key.renaming(old.codingPath), debugDescription: old.debugDescription,
            underlyingError: old.underlyingError)
        return switch self {
        case .typeMismatch(let type, _): .typeMismatch(type, context)
        case .valueNotFound(let type, _): .valueNotFound(type, context)
        case .keyNotFound(let key, _): .keyNotFound(key, context)
        case .dataCorrupted: .dataCorrupted(context)
        @unknown default: self
        }
    }
}
