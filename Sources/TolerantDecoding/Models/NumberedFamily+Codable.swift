import FlagResolver

/// Collects the members of a numbered family from the keys of an object.
struct FamilyReader {
    /// The canonical prefix, then its aliases.
    let prefixes: [String]
    var keepsBlanks = false

    private struct NumberedKey {
        let number: FamilyNumber
        /// The index of the prefix.
        let prefix: Int
        let key: String

        /// Of keys with the same number, the one with the canonical prefix is first, then the shortest.
        static func precedes(_ left: NumberedKey, _ right: NumberedKey) -> Bool {
            guard left.number == right.number else { return left.number < right.number }
            return (left.prefix, left.key.utf8.count, left.key) < (right.prefix, right.key.utf8.count, right.key)
        }
    }

    init(prefixes: [String], keepsBlanks: Bool = false) {
        self.prefixes = prefixes
        self.keepsBlanks = keepsBlanks
    }

    init<Key: TolerantCodingKey>(_ key: Key) {
        prefixes = [key.rawValue] + (AliasTable.of(Key.self)?[key.rawValue] ?? [])
    }

    func hasMembers(among keys: [String]) -> Bool {
        keys.contains { key in prefixes.contains { Self.number(of: key, after: $0) != nil } }
    }

    /// Reads the members.
    ///
    /// - Parameters:
    ///   - keys: The keys of the object.
    ///   - report: Reports a problem with a key.
    ///   - decode: Calls `body` with the decoder for the value of a key.
    /// - Complexity: O(*n* + *m* log *m*) for *n* keys, *m* of which belong to the family.
    func read<Element: Decodable>(
        _ type: Element.Type,
        keys: [String],
        report: (_ problem: DecodingProblem, _ key: String) throws -> Void,
        decode: (_ key: String, _ body: (any Decoder) throws -> Element?) throws -> Element?
    ) throws -> NumberedFamily<Element> {
        var members: [NumberedFamily<Element>.Member] = []
        var rest = numberedKeys(among: keys)[...]
        while let used = rest.first {
            let ignored = rest.dropFirst().prefix { $0.number == used.number }
            rest = rest.dropFirst(1 + ignored.count)
            if !ignored.isEmpty {
                try report(.repeatedFamilyNumber(used: used.key, ignored: ignored.map(\.key)), used.key)
            }
            if let value = try decode(used.key, { try element(type, from: $0) }) {
                members.append(NumberedFamily.Member(used.number, value))
            }
        }
        return NumberedFamily(sorted: members)
    }

    private static func number(of key: String, after prefix: String) -> FamilyNumber? {
        guard key.utf8.starts(with: prefix.utf8) else { return nil }
        return FamilyNumber(digits: key.utf8.dropFirst(prefix.utf8.count))
    }

    /// The keys of the family in the order of their numbers.
    private func numberedKeys(among keys: [String]) -> [NumberedKey] {
        var result: [NumberedKey] = []
        for key in keys {
            for (index, prefix) in prefixes.enumerated() {
                guard let number = Self.number(of: key, after: prefix) else { continue }
                result.append(NumberedKey(number: number, prefix: index, key: key))
                break
            }
        }
        return result.sorted(by: NumberedKey.precedes)
    }

    /// The value of a member; `nil` to leave it out.
    private func element<Element: Decodable>(_ type: Element.Type, from decoder: any Decoder) throws -> Element? {
        let missing = (type as? any OptionalType.Type)?.nilValue as? Element
        let container = try decoder.singleValueContainer()
        guard !container.decodeNil() else { return missing }
        do {
            let value = try container.decode(type)
            if !keepsBlanks, missing == nil, let text = value as? String, text.allSatisfy(\.isWhitespace) { return nil }
            return value
        } catch {
            if let text = try? container.decode(String.self), text.allSatisfy(\.isWhitespace) { return missing }
            return try decoder.decodeLeniently(type, after: error)
        }
    }
}

/// `Optional` and ``OptionalValue``, whatever they wrap.
private protocol OptionalType {
    static var nilValue: Any { get }
}

extension Optional: OptionalType {
    fileprivate static var nilValue: Any { Self.none as Any }
}

extension OptionalValue: OptionalType {
    fileprivate static var nilValue: Any { Self.null }
}

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
        try family(FamilyReader(prefixes: [prefix], keepsBlanks: keepingBlanks), among: allKeys.map(\.stringValue))
    }

    /// Collects the members that a reader finds among the keys of the object.
    func family<Element: Decodable>(
        _ reader: FamilyReader,
        among keys: [String]
    ) throws -> NumberedFamily<Element> {
        try reader.read(
            Element.self,
            keys: keys,
            report: { problem, key in
                try self.reporter(forKey: DynamicKey(key)).report(problem, at: codingPath + [DynamicKey(key)])
            },
            decode: { key, body in try body(superDecoder(forKey: DynamicKey(key))) }
        )
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
    public func decode<Element>(
        _ type: NumberedFamily<Element>.Type,
        forKey key: Key
    ) throws -> NumberedFamily<Element> where Element: Decodable {
        let reader = FamilyReader(key)
        return try family(reader, forKey: key, among: documentKeys(withAnyOf: reader.prefixes))
    }

    /// Collects the numbered family that has the raw value of the key as its prefix.
    ///
    /// - Returns: `nil` if the family has no members.
    ///
    /// - Throws: `DecodingError` with the path of a value of another type; in strict mode, also if two keys have the same
    ///   number.
    /// - Complexity: O(*n* + *m* log *m*) for *n* keys of the object, *m* of which belong to the family.
    public func decodeIfPresent<Element>(
        _ type: NumberedFamily<Element>.Type,
        forKey key: Key
    ) throws -> NumberedFamily<Element>? where Element: Decodable {
        let reader = FamilyReader(key)
        let keys = documentKeys(withAnyOf: reader.prefixes)
        return reader.hasMembers(among: keys) ? try family(reader, forKey: key, among: keys) : nil
    }

    private func family<Element: Decodable>(
        _ reader: FamilyReader,
        forKey key: Key,
        among keys: [String]
    ) throws -> NumberedFamily<Element> {
        try reader.read(
            Element.self,
            keys: keys,
            report: { problem, name in
                try reporter(forKey: key).report(problem, at: codingPath + [DynamicKey(name)])
            },
            decode: { name, body in try decode(key, under: name, body) }
        )
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
            let encoder = DocumentKey.$current.withValue(name) { superEncoder(forKey: key) }
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
