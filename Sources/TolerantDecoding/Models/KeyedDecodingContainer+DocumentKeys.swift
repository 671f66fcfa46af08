import FlagResolver

extension KeyedDecodingContainer {
    /// Calls the container's own `decode`. In extensions for tolerant keys, `decode` is the overload for these keys.
    func decodeCanonical<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decode(type, forKey: key)
    }

    /// Calls the container's own `decodeIfPresent`.
    func decodeCanonicalIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try decodeIfPresent(type, forKey: key)
    }

    /// A reporter for the decoder of this container.
    ///
    /// A container gives access to its decoder's `userInfo` only through the decoder for one of its keys.
    func reporter(forKey key: Key) throws -> IssueReporter {
        IssueReporter(try superDecoder(forKey: key).userInfo)
    }
}

extension KeyedDecodingContainer where Key: TolerantCodingKey {
    /// Decodes a value under the canonical name or an alias of its key.
    func decodeAnyName<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decode(type, forKey: key, alias: presentAlias(of: key))
    }

    /// Decodes a value under the canonical name or an alias of its key; `nil` if it is missing or null.
    func decodeAnyNameIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try decodeIfPresent(type, forKey: key, alias: presentAlias(of: key))
    }

    /// Decodes a value under an alias or, without one, under the canonical name.
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key, alias: String?) throws -> Value {
        if let alias { return try decode(key, under: alias) { try $0.singleValueContainer().decode(type) } }
        do {
            return try decodeCanonical(type, forKey: key)
        } catch DecodingError.keyNotFound(_, let context) where context.codingPath.count == codingPath.count {
            guard !contains(key) else { throw DecodingError.keyNotFound(key, context) }
            throw missingKey(key.rawValue, among: documentKeys())
        }
    }

    /// Decodes a value under an alias or, without one, under the canonical name; `nil` if it is missing or null.
    func decodeIfPresent<Value: Decodable>(
        _ type: Value.Type,
        forKey key: Key,
        alias: String?
    ) throws -> Value? {
        guard let alias else { return try decodeCanonicalIfPresent(type, forKey: key) }
        return try decode(key, under: alias) { decoder in
            let container = try decoder.singleValueContainer()
            return container.decodeNil() ? nil : try container.decode(type)
        }
    }

    /// The alias under which the document has a field; `nil` if it has the canonical name, or none.
    ///
    /// - Throws: In strict mode, if the document has several names of the field.
    func presentAlias(of key: Key) throws -> String? {
        guard Key.declaresAliases else { return nil }
        let aliases = AliasTable.of(Key.self)[key.rawValue].filter { contains(key, under: $0) }
        guard let first = aliases.first else { return nil }
        let hasCanonicalName = contains(key)
        let used = hasCanonicalName ? key.rawValue : first
        let ignored = aliases.filter { $0 != used }
        if !ignored.isEmpty {
            let problem = DecodingProblem.conflictingKeys(used: used, ignored: ignored)
            try reporter(forKey: key).report(problem, at: codingPath + [DynamicKey(used)])
        }
        return hasCanonicalName ? nil : first
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
        DocumentKey.$current.withValue(name) { contains(key) }
    }

    /// Decodes the value that a field has under another name. Errors and issues have this name in their paths.
    func decode<Value>(
        _ key: Key,
        under name: String,
        _ body: (any Decoder) throws -> Value
    ) throws -> Value {
        let decoder = try DocumentKey.$current.withValue(name) { try superDecoder(forKey: key) }
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
