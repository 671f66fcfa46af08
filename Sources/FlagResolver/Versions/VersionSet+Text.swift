extension VersionSet: CustomStringConvertible {
    /// The set as a requirement that parses back to the same set.
    ///
    /// 1. `*` is every version and `<0.0.0-0` is none.
    /// 2. Alternatives are in ascending order: `1.4.0` for a single version, otherwise bounds such as `>=1.4.1 <1.4.3`.
    /// 3. Intervals with only one version between them are one alternative without that version, as in `!=1.4.0`.
    /// 4. Versions have at least three components, without further zeros at the end and without build metadata.
    ///
    /// - Complexity: O(*n*) in the length of the result.
    public var description: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the bytes of ``description``.
    package func write(to bytes: inout [UInt8]) {
        if intervalCount == 1 {
            Self.write(CollectionOfOne(interval(at: 0)), to: &bytes)
        } else {
            Self.write(intervals, to: &bytes)
        }
    }

    /// Appends the ``description`` of the set that consists of some intervals.
    ///
    /// - Parameter intervals: The intervals in ascending order, with at least one version between two neighbours.
    /// - Complexity: O(*n*) in the length of what is appended.
    package static func write(_ intervals: some Sequence<VersionInterval>, to bytes: inout [UInt8]) {
        let start = bytes.count
        var alternative: Alternative?
        for interval in intervals {
            if alternative?.extend(to: interval) == true { continue }
            alternative?.write(to: &bytes)
            if alternative != nil { bytes.write(" || ") }
            alternative = Alternative(interval)
        }
        alternative?.write(to: &bytes)
        if bytes.count == start { bytes.write("<0.0.0-0") }
    }

    /// Intervals with one version between two neighbours, which print as their outer bounds without these versions.
    private struct Alternative {
        private var bounds: VersionInterval
        private var excluded: [VersionCut] = []

        init(_ interval: VersionInterval) {
            bounds = interval
        }

        /// Adds the next interval, unless more than one version lies before it.
        mutating func extend(to next: VersionInterval) -> Bool {
            // A single version is shorter as a separate alternative.
            guard VersionInterval(unchecked: bounds.upper, next.lower).singleVersion != nil,
                bounds.singleVersion == nil, next.singleVersion == nil
            else { return false }
            excluded.append(bounds.upper)
            bounds = VersionInterval(unchecked: bounds.lower, next.upper)
            return true
        }

        func write(to bytes: inout [UInt8]) {
            if let version = bounds.namedVersion { return version.write(to: &bytes) }
            let start = bytes.count
            switch bounds.lower.side {
            case .before(let version): Self.write(">=", version, after: start, to: &bytes)
            case .after(let version): Self.write(">", version, after: start, to: &bytes)
            case .lowest, .highest: break
            }
            switch bounds.upper.side {
            case .before(let version): Self.write("<", version, after: start, to: &bytes)
            case .after(let version): Self.write("<=", version, after: start, to: &bytes)
            case .lowest, .highest: break
            }
            for cut in excluded {
                Self.write("!=", VersionStyle.named(AppVersion(at: cut.position)), after: start, to: &bytes)
            }
            if bytes.count == start { bytes.write("*") }
        }

        /// Appends a comparator, after a space unless it is the first one.
        private static func write(
            _ sign: StaticString, _ version: AppVersion, after start: Int, to bytes: inout [UInt8]
        ) {
            if bytes.count > start { bytes.write(" ") }
            bytes.write(sign)
            version.write(to: &bytes)
        }
    }
}

extension VersionSet: Codable {
    /// Decodes a set from the text of a requirement.
    ///
    /// - Throws: `DecodingError` if the value is not a string or the string is not a requirement. In the latter case its
    ///   underlying error is a ``VersionSyntaxError``.
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
