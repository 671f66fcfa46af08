extension VersionRequirement: Codable {
    /// Decodes a requirement from a string, or from an array of strings that is not empty.
    ///
    /// - Throws: `DecodingError` with the place of the bad part. For text that is not a requirement its underlying
    ///   error is the ``VersionSyntaxError``.
    public init(from decoder: any Decoder) throws {
        let text: String
        do {
            text = try decoder.singleValueContainer().decode(String.self)
        } catch DecodingError.typeMismatch(_, let context) {
            guard let container = try? decoder.unkeyedContainer() else {
                throw VersionCoding.mismatch(decoder, context, expecting: Self.expectation)
            }
            try self.init(list: container)
            return
        }
        self = try VersionCoding.parsed(at: decoder.codingPath) { () throws(VersionSyntaxError) in
            try VersionRequirement(parsing: text)
        }
    }

    private static let expectation = "a requirement such as \">=1.4.0\", or an array of them"

    private init(list container: any UnkeyedDecodingContainer) throws {
        var container = container
        var texts: [String] = []
        var sets: [VersionSet] = []
        while !container.isAtEnd {
            let element = try container.decode(Element.self)
            texts.append(element.text)
            sets.append(element.set)
        }
        guard !texts.isEmpty else {
            let message =
                "Expected \(Self.expectation), found an empty array; write \"*\" for every version, or remove the entry."
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: container.codingPath, debugDescription: message))
        }
        self.init(list: texts, sets: sets)
    }

    /// One text of a list; a list inside a list is an error.
    private struct Element: Decodable {
        let text: String
        let set: VersionSet

        init(from decoder: any Decoder) throws {
            let text = try VersionCoding.text(from: decoder, expecting: "a requirement such as \">=1.4.0\"")
            set = try VersionCoding.parsed(at: decoder.codingPath) { () throws(VersionSyntaxError) in
                try VersionSet(parsing: text)
            }
            self.text = text
        }
    }

    /// Encodes the requirement as it is written: a string, or an array of strings.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch form {
        case .text(let text): try container.encode(text)
        case .list(let texts): try container.encode(texts)
        }
    }
}
