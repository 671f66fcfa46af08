import FlagResolver

extension KeyedDecodingContainer where Key == DynamicKey {
    /// Collects the values of all keys that consist of a prefix and a number.
    ///
    /// ```swift
    /// let container = try decoder.container(keyedBy: DynamicKey.self)
    /// let amenities = try container.family(of: String.self, prefix: "amenity").values
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the values. With an optional type, nulls are kept as `nil`.
    ///   - prefix: The text before the number.
    ///   - keepingBlanks: Whether to keep strings that are empty or consist of white space.
    /// - Throws: `DecodingError` with the path of a value of another type; in strict mode, also if two keys have the same
    ///   number.
    /// - Complexity: O(*n* + *m* log *m*) for *n* keys, *m* of which belong to the family.
    public func family<Element: Decodable>(
        of type: Element.Type = Element.self,
        prefix: String,
        keepingBlanks: Bool = false
    ) throws -> NumberedFamily<Element> {
        try family(FamilyReader(prefix: prefix, keepsBlanks: keepingBlanks)) ?? NumberedFamily([])
    }

    /// Collects the members that a reader finds among the keys of the object; `nil` if there are none.
    func family<Element: Decodable>(_ reader: FamilyReader) throws -> NumberedFamily<Element>? {
        let keys = reader.numberedKeys(among: allKeys.map(\.stringValue))
        guard !keys.isEmpty else { return nil }
        return try reader.read(
            Element.self,
            keys: keys,
            reportRepetition: { used, ignored in
                try reportRepetition(forKey: DynamicKey(used), used: used, ignored: ignored)
            },
            decode: { try reader.element(Element.self, from: superDecoder(forKey: DynamicKey($0))) }
        )
    }
}

extension KeyedDecodingContainer {
    /// Reports that several members of a family have the same number.
    @usableFromInline
    func reportRepetition(forKey key: Key, used: String, ignored: [String]) throws {
        let problem = DecodingProblem.repeatedFamilyNumber(used: used, ignored: ignored)
        try reporter(forKey: key).report(problem, at: codingPath + [DynamicKey(used)])
    }
}

extension NumberedFamily where Element: Encodable {
    /// Encodes each member under a prefix followed by its number.
    func encode(into container: inout KeyedEncodingContainer<DynamicKey>, prefix: String) throws {
        for member in members {
            try container.encode(member.value, forKey: DynamicKey(prefix + member.number.description))
        }
    }
}

extension KeyedDecodingContainer where Key: TolerantCodingKey {
    /// Collects the numbered family that has the raw value of the key as its prefix.
    ///
    /// - Throws: `DecodingError` with the path of a value of another type; in strict mode, also if two keys have the same
    ///   number.
    /// - Complexity: O(*n* + *m* log *m*) for *n* keys of the object, *m* of which belong to the family.
    @inlinable
    public func decode<Element>(
        _ type: NumberedFamily<Element>.Type,
        forKey key: Key
    ) throws -> NumberedFamily<Element> where Element: Decodable {
        let reader = FamilyReader(field: key.rawValue, aliases: aliases(of: key))
        let keys = familyKeys(of: key, reader)
        if keys.isEmpty { try reportArray(inPlaceOf: key) }
        return try family(reader, forKey: key, keys: keys)
    }

    /// Collects the numbered family that has the raw value of the key as its prefix.
    ///
    /// - Returns: `nil` if the family has no members.
    ///
    /// - Throws: `DecodingError` with the path of a value of another type; in strict mode, also if two keys have the same
    ///   number.
    /// - Complexity: O(*n* + *m* log *m*) for *n* keys of the object, *m* of which belong to the family.
    @inlinable
    public func decodeIfPresent<Element>(
        _ type: NumberedFamily<Element>.Type,
        forKey key: Key
    ) throws -> NumberedFamily<Element>? where Element: Decodable {
        let reader = FamilyReader(field: key.rawValue, aliases: aliases(of: key))
        let keys = familyKeys(of: key, reader)
        guard keys.isEmpty else { return try family(reader, forKey: key, keys: keys) }
        try reportArray(inPlaceOf: key)
        return nil
    }

    /// The keys of a family. Those that continue a longer coding key of the model are not among them.
    @usableFromInline
    func familyKeys(of key: Key, _ reader: FamilyReader) -> [FamilyReader.NumberedKey] {
        reader.numberedKeys(among: documentKeys(endingInDigit: true)).filter { numbered in
            !reader.continuedPrefixes(of: numbered).contains { prefix in
                let name = DocumentKey.canonicalName(ofAlias: prefix, among: Key.Aliases.self) ?? prefix
                return name != key.rawValue && Key(rawValue: name) != nil
            }
        }
    }

    /// Reports an array under the prefix of a family without members: it was probably meant to be the family.
    @usableFromInline
    func reportArray(inPlaceOf key: Key) throws {
        let isArray = DocumentKey.with(key.rawValue) { (try? nestedUnkeyedContainer(forKey: key)) != nil }
        guard isArray else { return }
        let path = codingPath + [DynamicKey(key.rawValue)]
        try reporter(forKey: key).report(.arrayInPlaceOfFamily(prefix: key.rawValue), at: path)
    }

    @inlinable
    func family<Element: Decodable>(
        _ reader: FamilyReader,
        forKey key: Key,
        keys: [FamilyReader.NumberedKey]
    ) throws -> NumberedFamily<Element> {
        try reader.read(
            Element.self,
            keys: keys,
            reportRepetition: { try reportRepetition(forKey: key, used: $0, ignored: $1) },
            decode: { name in
                // Most families are texts, which need no decoder of their own.
                if Element.self == String.self, case .success(let text) = textIfPresent(forKey: key, under: name) {
                    return text.flatMap { FamilyReader.isBlank($0) ? nil : $0 as? Element }
                }
                return try decode(key, under: name) { try reader.element(Element.self, from: $0) }
            }
        )
    }

    /// The text under a name of a field; `nil` if it is null.
    @inlinable
    func textIfPresent(forKey key: Key, under name: String) -> Result<String?, any Error> {
        Result { try DocumentKey.with(name) { try decodeCanonicalIfPresent(String.self, forKey: key) } }
    }
}

extension KeyedDecodingContainer {
    /// Throws, because the model's coding keys give no access to other keys.
    ///
    /// - Throws: `DecodingError` that says how to declare the coding keys.
    public func decode<Element>(
        _ type: NumberedFamily<Element>.Type,
        forKey key: Key
    ) throws -> NumberedFamily<Element> where Element: Decodable {
        throw wrongCodingKeys(forKey: key)
    }

    /// Throws, because the model's coding keys give no access to other keys.
    ///
    /// - Throws: `DecodingError` that says how to declare the coding keys.
    public func decodeIfPresent<Element>(
        _ type: NumberedFamily<Element>.Type,
        forKey key: Key
    ) throws -> NumberedFamily<Element>? where Element: Decodable {
        throw wrongCodingKeys(forKey: key)
    }

    private func wrongCodingKeys(forKey key: Key) -> DecodingError {
        .dataCorrupted(
            DecodingError.Context(
                codingPath: codingPath + [key],
                debugDescription: "The coding keys of a model with a NumberedFamily must conform to TolerantCodingKey, "
                    + "found \(Key.self); declare them as enum CodingKeys: String, TolerantCodingKey."
            ))
    }
}

extension NumberedFamily: Decodable where Element: Decodable {
    /// Decodes an object whose keys are the numbers.
    ///
    /// A family that is a property of a model is collected from the keys of the model's own object instead.
    public init(from decoder: any Decoder) throws {
        self = try decoder.container(keyedBy: DynamicKey.self).family(of: Element.self, prefix: "")
    }
}

extension NumberedFamily: Encodable where Element: Encodable {
    /// Encodes an object whose keys are the numbers.
    ///
    /// A family that is a property of a model with ``TolerantCodingKey`` is encoded into the model's own object instead.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: DynamicKey.self)
        try encode(into: &container, prefix: "")
    }
}

extension KeyedEncodingContainer where Key: TolerantCodingKey {
    /// Encodes each member of a family under the raw value of the key followed by the number.
    public mutating func encode<Element: Encodable>(_ family: NumberedFamily<Element>, forKey key: Key) throws {
        for member in family.members {
            let name = key.rawValue + member.number.description
            let encoder = DocumentKey.with(name) { superEncoder(forKey: key) }
            var container = encoder.singleValueContainer()
            try container.encode(member.value)
        }
    }

    /// Encodes each member of a family under the raw value of the key followed by the number.
    public mutating func encodeIfPresent<Element: Encodable>(
        _ family: NumberedFamily<Element>?,
        forKey key: Key
    ) throws {
        if let family { try encode(family, forKey: key) }
    }
}
