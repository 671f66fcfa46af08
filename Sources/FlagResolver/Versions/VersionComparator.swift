/// One part of a requirement that a version must satisfy, such as `>=1.4.0`, `1.x`, or an end of `1.2.0 - 1.4.0`.
package struct VersionComparator: Sendable {
    /// What stands before the version. The raw values are the operators as they are written.
    package enum Sign: String, Sendable {
        case none = ""
        case equal = "="
        case notEqual = "!="
        case below = "<"
        case atMost = "<="
        case above = ">"
        case atLeast = ">="
        case tilde = "~"
        case caret = "^"
        /// `*`, which every version satisfies.
        case any = "*"
        /// The lower end of a hyphen range.
        case rangeStart
        /// The upper end of a hyphen range.
        case rangeEnd

        /// Whether versions above the bound are excluded.
        package var isUpperBound: Bool { self == .below || self == .atMost || self == .rangeEnd }

        /// Whether versions below the bound are excluded.
        package var isLowerBound: Bool { self == .above || self == .atLeast || self == .rangeStart }
    }

    package internal(set) var sign = Sign.none
    /// The version, with its own range; empty for `*`.
    package internal(set) var version = ScannedVersion()
    /// The index of the alternative it belongs to: how many `||` precede it.
    package internal(set) var alternative = 0
    var start = 0

    /// Where the comparator is: the operator and the version, with the whitespace between them.
    package var range: Range<Int> { start..<version.range.upperBound }

    /// Where the versions begin and end that the comparator contains. `!=` contains all other versions.
    fileprivate var edges: (lower: VersionEdge, upper: VersionEdge) {
        switch sign {
        case .any: (.lowest, .highest)
        case .none, .equal, .notEqual: version.hasWildcard ? (.series, .nextSeries) : (.before, .after)
        case .below: (.lowest, .before)
        case .atMost, .rangeEnd: (.lowest, .after)
        case .above: (.after, .highest)
        case .atLeast, .rangeStart: (.before, .highest)
        case .tilde: (.before, .nextMinor)
        case .caret: (.before, .nextBreaking)
        }
    }

    /// The cuts between which the versions are that the comparator contains. `!=` contains all other versions.
    func cuts(in bytes: Span<UInt8>) -> (lower: VersionCut, upper: VersionCut) {
        let edges = edges
        return (
            VersionCut(at: version.position(edges.lower, in: bytes)),
            VersionCut(at: version.position(edges.upper, in: bytes))
        )
    }
}

extension PackedBounds {
    /// Removes the versions that a comparator does not contain.
    ///
    /// - Returns: Whether that is possible: both cuts of the comparator are packed, and it does not exclude versions
    ///   between them.
    mutating func intersect(_ comparator: VersionComparator) -> Bool {
        let edges = comparator.edges
        guard comparator.sign != .notEqual, let lower = comparator.version.packed(edges.lower),
            let upper = comparator.version.packed(edges.upper)
        else { return false }
        self.lower = max(self.lower, lower)
        self.upper = min(self.upper, upper)
        return true
    }
}

extension VersionSet {
    /// The versions that satisfy comparators, all those of any alternative.
    ///
    /// - Parameter bytes: The text that the comparators were parsed from.
    /// - Complexity: O(*n* log *n*) in the number of comparators.
    package init(satisfying comparators: some Sequence<VersionComparator>, in bytes: Span<UInt8>) {
        var fold = RequirementFold()
        for comparator in comparators { fold.add(comparator, in: bytes) }
        self = fold.result()
    }

    /// The versions that satisfy a requirement.
    ///
    /// ```swift
    /// let set = try VersionSet(parsing: ">=1.2.0 <2.0.0 || 3.x")
    /// ```
    ///
    /// - Throws: ``VersionSyntaxError``, which says what was found, what was expected, and where.
    /// - Complexity: O(*n* log *n*) in the number of alternatives and O(*n*) in the length of the text.
    @inlinable
    public init(parsing requirement: some StringProtocol) throws(VersionSyntaxError) {
        self = try requirement.withUTF8Bytes { (bytes) throws(VersionSyntaxError) in
            try VersionSet(utf8: Span(_bytes: bytes))
        }
    }

    /// The versions that satisfy a requirement, parsed from its bytes.
    ///
    /// - Throws: ``VersionSyntaxError``, with an offset from the start of these bytes.
    /// - Complexity: As for ``init(parsing:)``. A requirement of one alternative between packed cuts allocates nothing.
    @usableFromInline
    package init(utf8 bytes: Span<UInt8>) throws(VersionSyntaxError) {
        if let bounds = Self.packedBounds(of: bytes) {
            self.init(bounds)
        } else {
            try self.init(unpacked: bytes)
        }
    }

    /// The bounds of a requirement of one alternative between packed cuts; `nil` for any other text.
    private static func packedBounds(of bytes: Span<UInt8>) -> PackedBounds? {
        var bounds = PackedBounds(lower: .lowest, upper: .highest)
        var parser = RequirementParser()
        do {
            while try parser.advance(in: bytes) {
                guard parser.comparator.alternative == 0, bounds.intersect(parser.comparator) else { return nil }
            }
        } catch {
            return nil
        }
        return bounds
    }

    private init(unpacked bytes: Span<UInt8>) throws(VersionSyntaxError) {
        var parser = RequirementParser()
        var fold = RequirementFold()
        while try parser.advance(in: bytes) { fold.add(parser.comparator, in: bytes) }
        self = fold.result()
    }
}

/// Collects comparators into the set of versions that satisfy them.
private struct RequirementFold {
    private var alternative: Int?
    // What satisfies the current alternative so far: the versions between two cuts, without some others.
    private var lower = VersionCut.lowest
    private var upper = VersionCut.highest
    private var excluded: [VersionStretch] = []
    // What satisfies the alternatives before it.
    private var intervals: [VersionStretch] = []

    mutating func add(_ comparator: VersionComparator, in bytes: Span<UInt8>) {
        if comparator.alternative != alternative { begin(comparator.alternative) }
        let cuts = comparator.cuts(in: bytes)
        guard comparator.sign != .notEqual else {
            excluded.append(VersionStretch(unchecked: cuts.lower, cuts.upper))
            return
        }
        if lower < cuts.lower { lower = cuts.lower }
        if cuts.upper < upper { upper = cuts.upper }
    }

    /// Keeps what satisfies the current alternative, and begins another one.
    private mutating func begin(_ next: Int) {
        if alternative != nil { intervals += satisfyingAlternative.stretches }
        alternative = next
        lower = .lowest
        upper = .highest
        excluded = []
    }

    /// The versions that satisfy any alternative.
    func result() -> VersionSet {
        guard alternative != nil else { return .none }
        return intervals.isEmpty ? satisfyingAlternative : VersionSet(intervals + satisfyingAlternative.stretches)
    }

    private var satisfyingAlternative: VersionSet {
        let versions = VersionSet(from: lower, to: upper)
        return excluded.isEmpty ? versions : versions.subtracting(VersionSet(excluded))
    }
}
