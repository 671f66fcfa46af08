extension VersionSet: CustomStringConvertible {
    /// The set as a requirement that parses back to the same set.
    ///
    /// 1. `*` is every version and `<0.0.0-0` none.
    /// 2. Alternatives are in ascending order: `1.4.0` for a single version, bounds such as `>=1.4.1 <1.4.3` otherwise.
    /// 3. Stretches with only one version between them are one alternative without that version: `!=1.4.0`.
    /// 4. Versions have at least three components; further zeros at the end and build metadata are dropped.
    ///
    /// - Complexity: Linear in the length of the result.
    public var description: String {
        guard !isEmpty else { return "<0.0.0-0" }
        var alternatives: [String] = []
        var holes: [AppVersion] = []
        var open: VersionStretch?
        for stretch in stretches {
            if let previous = open {
                let hole = VersionStretch(from: previous.upper, to: stretch.lower)?.singleVersion
                if let hole, previous.singleVersion == nil, stretch.singleVersion == nil {
                    holes.append(hole)
                    open = VersionStretch(unchecked: previous.lower, stretch.upper)
                    continue
                }
                alternatives.append(Self.alternative(previous, without: holes))
                holes = []
            }
            open = stretch
        }
        if let open { alternatives.append(Self.alternative(open, without: holes)) }
        return alternatives.joined(separator: " || ")
    }

    private static func alternative(_ stretch: VersionStretch, without holes: [AppVersion]) -> String {
        guard !holes.isEmpty else { return stretch.description }
        let bounds = stretch.boundsDescription
        return ((bounds.isEmpty ? [] : [bounds]) + holes.map { "!=\($0)" }).joined(separator: " ")
    }
}

extension VersionSet: Codable {
    /// Decodes a set from the text of a requirement.
    ///
    /// - Throws: `DecodingError` where there is no string, or the string is not a requirement; in the latter case its
    ///   underlying error is the ``VersionSyntaxError``.
    public init(from decoder: any Decoder) throws {
        let text = try VersionCoding.text(from: decoder, expecting: "a requirement such as \">=1.4.0\"")
        self = try VersionCoding.parsed(at: decoder.codingPath) { () throws(VersionSyntaxError) in
            try VersionSet(parsing: text)
        }
    }

    /// Encodes the set as its ``description``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
