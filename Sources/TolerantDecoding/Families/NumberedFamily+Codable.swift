extension NumberedFamily: Decodable where Element: Decodable {
    /// Decodes a family that is an object of its own, whose keys are nothing but the numbers.
    ///
    /// As a property of a model, a family is collected from the keys of the model's own object instead.
    public init(from decoder: any Decoder) throws {
        self = try decoder.container(keyedBy: DynamicKey.self).family(of: Element.self, prefix: "")
    }
}

extension NumberedFamily: Encodable where Element: Encodable {
    /// Encodes an object with the numbers as keys.
    ///
    /// As a property of a model with ``TolerantCodingKey``, a family is encoded into the model's own object instead.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: DynamicKey.self)
        for member in members {
            try container.encode(member.value, forKey: DynamicKey(member.number.description))
        }
    }
}

extension KeyedEncodingContainer where Key: TolerantCodingKey {
    /// Encodes each member of a family under the raw value of the key and its number.
    public mutating func encode<Element: Encodable>(_ family: NumberedFamily<Element>, forKey key: Key) throws {
        for member in family.members {
            let spelling = key.rawValue + member.number.description
            let encoder = KeySpelling.$current.withValue(spelling) { superEncoder(forKey: key) }
            var container = encoder.singleValueContainer()
            try container.encode(member.value)
        }
    }

    /// Encodes each member of a family, if there is one, under the raw value of the key and its number.
    public mutating func encodeIfPresent<Element: Encodable>(
        _ family: NumberedFamily<Element>?,
        forKey key: Key
    ) throws {
        if let family { try encode(family, forKey: key) }
    }
}
