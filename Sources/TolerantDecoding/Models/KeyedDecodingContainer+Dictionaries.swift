public import FlagResolver

// Decoders convert the keys of every dictionary but those of `[String: Value]`. Therefore a dictionary whose keys are an enum
// is decoded as one of these, and its keys are made from the text that the document has.

/// A dictionary whose keys are not converted.
@usableFromInline
struct UnconvertedDictionary<Name: Hashable & CodingKeyRepresentable, Value: Decodable>: Decodable {
    @usableFromInline let values: [Name: Value]

    @usableFromInline
    init(from decoder: any Decoder) throws {
        let members = try decoder.singleValueContainer().decode([String: Value].self)
        var values: [Name: Value] = [:]
        values.reserveCapacity(members.count)
        for (text, value) in members {
            let key = DynamicKey(ofDictionary: text)
            guard let name = Name(codingKey: key) else {
                throw DecodingError.dataCorrupted(
                    DecodingError.Context(
                        codingPath: decoder.codingPath + [key],
                        debugDescription: "the key is not a value of \(Name.self)"))
            }
            values[name] = value
        }
        self.values = values
    }
}

extension UnconvertedDictionary: TransparentWrapper {
    @usableFromInline
    package static var wrappedType: any Any.Type { [Name: Value].self }
}

extension DynamicKey {
    /// A key of a dictionary: an integer if the text is exactly that of one, because integer types require one.
    init(ofDictionary text: String) {
        if let number = Int(text), String(number) == text { self.init(number) } else { self.init(text) }
    }
}

extension KeyedDecodingContainer {
    /// Decodes a dictionary whose keys are an enum, without converting the keys.
    ///
    /// - Throws: `DecodingError`, also for a key that the enum does not have.
    @inlinable
    public func decode<Name, Value>(_ type: [Name: Value].Type, forKey key: Key) throws -> [Name: Value]
    where Name: RawRepresentable & Decodable & CodingKeyRepresentable, Value: Decodable {
        try decodeCanonical(UnconvertedDictionary<Name, Value>.self, forKey: key).values
    }

    /// Decodes a dictionary whose keys are an enum, without converting the keys.
    ///
    /// It is `nil` if it is missing or null.
    ///
    /// - Throws: `DecodingError`, also for a key that the enum does not have.
    @inlinable
    public func decodeIfPresent<Name, Value>(_ type: [Name: Value].Type, forKey key: Key) throws -> [Name: Value]?
    where Name: RawRepresentable & Decodable & CodingKeyRepresentable, Value: Decodable {
        try decodeCanonicalIfPresent(UnconvertedDictionary<Name, Value>.self, forKey: key)?.values
    }
}

extension KeyedDecodingContainer where Key: TolerantCodingKey {
    /// Decodes a dictionary whose keys are an enum, without converting the keys.
    ///
    /// - Throws: `DecodingError`, also for a key that the enum does not have.
    @inlinable
    public func decode<Name, Value>(_ type: [Name: Value].Type, forKey key: Key) throws -> [Name: Value]
    where Name: RawRepresentable & Decodable & CodingKeyRepresentable, Value: Decodable {
        try decodeAnyName(UnconvertedDictionary<Name, Value>.self, forKey: key) { try decodeCanonical($0, forKey: $1) }
            .values
    }

    /// Decodes a dictionary whose keys are an enum, without converting the keys.
    ///
    /// It is `nil` if it is missing or null.
    ///
    /// - Throws: `DecodingError`, also for a key that the enum does not have.
    @inlinable
    public func decodeIfPresent<Name, Value>(_ type: [Name: Value].Type, forKey key: Key) throws -> [Name: Value]?
    where Name: RawRepresentable & Decodable & CodingKeyRepresentable, Value: Decodable {
        try decodeAnyNameIfPresent(UnconvertedDictionary<Name, Value>.self, forKey: key) {
            try decodeCanonicalIfPresent($0, forKey: $1)
        }?.values
    }
}
