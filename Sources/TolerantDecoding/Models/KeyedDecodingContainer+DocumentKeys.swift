import FlagResolver

// The container's own functions. In extensions for tolerant keys, their names are those of the overloads for these keys.
extension KeyedDecodingContainer {
    func containsCanonicalKey(_ key: Key) -> Bool {
        contains(key)
    }

    func decodeCanonical<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decode(type, forKey: key)
    }

    func decodeCanonicalIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
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
    func decodeAnyName<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let alias = try presentAlias(of: key)
        return try leniently(type, forKey: key, alias: alias) {
            if let alias { return try decode(key, under: alias) { try $0.singleValueContainer().decode(type) } }
            do {
                return try decodeCanonical(type, forKey: key)
            } catch DecodingError.keyNotFound(_, let context) where context.codingPath.count == codingPath.count {
                guard !containsCanonicalKey(key) else { throw DecodingError.keyNotFound(key, context) }
                guard let name = convertedName(of: key) else {
                    throw missingKey(key.rawValue, among: documentKeys())
                }
                return try decode(key, under: name) { try $0.singleValueContainer().decode(type) }
            }
        }
    }

    /// Decodes a value under the name that the object has for its key; `nil` if it is missing or null.
    func decodeAnyNameIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        var name = try presentAlias(of: key)
        return try leniently(type, forKey: key, alias: name) {
            if name == nil {
                if let value = try decodeCanonicalIfPresent(type, forKey: key) { return value }
                guard !containsCanonicalKey(key) else { return nil }
                name = convertedName(of: key)
            }
            guard let name else { return nil }
            return try decode(key, under: name) { decoder in
                let container = try decoder.singleValueContainer()
                return container.decodeNil() ? nil : try container.decode(type)
            }
        }
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
    /// All keys of the object, in no particular order.
    ///
    /// - Complexity: O(*n*) for *n* keys.
    func documentKeys() -> [String] {
        let list = DocumentKey.List()
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
        let depth = codingPath.count
        var documentKeys = CodingPath.documentKeys
        documentKeys[depth] = name
        return try CodingPath.$documentKeys.withValue(documentKeys) {
            do {
                return try body(decoder)
            } catch let error as DecodingError {
                throw error.replacingKey(at: depth, by: name)
            }
        }
    }
}

extension DecodingError {
    /// The same error with another key in its path.
    fileprivate func replacingKey(at depth: Int, by name: String) -> DecodingError {
        guard let old = context, old.codingPath.indices.contains(depth) else { return self }
        var path = old.codingPath
        path[depth] = DynamicKey(name)
        let context = Context(
            codingPath: path, debugDescription: old.debugDescription, underlyingError: old.underlyingError)
        return switch self {
        case .typeMismatch(let type, _): .typeMismatch(type, context)
        case .valueNotFound(let type, _): .valueNotFound(type, context)
        case .keyNotFound(let key, _): .keyNotFound(key, context)
        case .dataCorrupted: .dataCorrupted(context)
        @unknown default: self
        }
    }
}
