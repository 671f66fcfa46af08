extension KeyedDecodingContainer where Key == DynamicKey {
    /// Collects the values of all keys that are made of a prefix and a number.
    ///
    /// ```swift
    /// let container = try decoder.container(keyedBy: DynamicKey.self)
    /// let amenities = try container.family(of: String.self, prefix: "amenity").values
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the values; with an optional one, nulls are kept as `nil`.
    ///   - prefix: What comes before the number.
    ///   - keepingBlanks: Whether text that is empty or nothing but white space is a value, too.
    /// - Throws: `DecodingError` with the path of a value of another type; in strict mode, if two keys have the same
    ///   number.
    /// - Complexity: O(*n* + *m* log *m*) for *n* keys, *m* of which belong to the family.
    public func family<Element: Decodable>(
        of type: Element.Type = Element.self,
        prefix: String,
        keepingBlanks: Bool = false
    ) throws -> NumberedFamily<Element> {
        try FamilyReader(prefix: prefix, keepsBlanks: keepingBlanks).read(
            type,
            keys: allKeys.map(\.stringValue),
            path: codingPath,
            reporter: { try reporter(at: DynamicKey(prefix)) },
            decode: { key, body in try body(superDecoder(forKey: DynamicKey(key))) }
        )
    }
}

extension KeyedDecodingContainer where Key: TolerantCodingKey {
    /// Collects a numbered family, the raw value of the key being the prefix.
    ///
    /// - Throws: `DecodingError` with the path of a value of another type; in strict mode, if two keys have the same
    ///   number.
    /// - Complexity: O(*n* + *m* log *m*) for *n* keys of the object, *m* of which belong to the family.
    public func decode<Element>(
        _ type: NumberedFamily<Element>.Type,
        forKey key: Key
    ) throws -> NumberedFamily<Element> where Element: Decodable {
        try family(of: Element.self, key, among: allSpellings())
    }

    /// Collects a numbered family, the raw value of the key being the prefix; `nil` if it has no members.
    ///
    /// - Throws: `DecodingError` with the path of a value of another type; in strict mode, if two keys have the same
    ///   number.
    /// - Complexity: O(*n* + *m* log *m*) for *n* keys of the object, *m* of which belong to the family.
    public func decodeIfPresent<Element>(
        _ type: NumberedFamily<Element>.Type,
        forKey key: Key
    ) throws -> NumberedFamily<Element>? where Element: Decodable {
        let keys = allSpellings()
        guard FamilyReader(prefix: key.rawValue, keepsBlanks: false).hasMember(among: keys) else { return nil }
        return try family(of: Element.self, key, among: keys)
    }

    private func family<Element: Decodable>(
        of type: Element.Type,
        _ key: Key,
        among keys: [String]
    ) throws -> NumberedFamily<Element> {
        try FamilyReader(prefix: key.rawValue, keepsBlanks: false).read(
            type,
            keys: keys,
            path: codingPath,
            reporter: { try reporter(at: key) },
            decode: { spelling, body in try decode(key, spelled: spelling, body) }
        )
    }
}

extension KeyedDecodingContainer {
    /// Refuses a numbered family in a model whose coding keys reach no keys but their own.
    ///
    /// - Throws: `DecodingError` that says what to declare.
    public func decode<Element>(
        _ type: NumberedFamily<Element>.Type,
        forKey key: Key
    ) throws -> NumberedFamily<Element> where Element: Decodable {
        throw familyOutOfReach(at: key)
    }

    /// Refuses a numbered family in a model whose coding keys reach no keys but their own.
    ///
    /// - Throws: `DecodingError` that says what to declare.
    public func decodeIfPresent<Element>(
        _ type: NumberedFamily<Element>.Type,
        forKey key: Key
    ) throws -> NumberedFamily<Element>? where Element: Decodable {
        throw familyOutOfReach(at: key)
    }

    private func familyOutOfReach(at key: Key) -> DecodingError {
        .dataCorrupted(
            DecodingError.Context(
                codingPath: codingPath + [key],
                debugDescription: "The coding keys of a model with a NumberedFamily conform to TolerantCodingKey, "
                    + "found \(Key.self); declare them as enum CodingKeys: String, TolerantCodingKey."
            ))
    }
}
