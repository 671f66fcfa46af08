extension VersionSet {
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
    /// - Complexity: As for ``init(parsing:)``.
    @usableFromInline
    package init(utf8 bytes: Span<UInt8>) throws(VersionSyntaxError) {
        if let bounds = PackedBounds(commonRequirement: bytes) {
            self.init(bounds)
            return
        }
        var parser = RequirementParser()
        var fold = RequirementFold()
        while let comparator = try parser.next(in: bytes) { fold.add(comparator, in: bytes) }
        self = fold.result
    }

    /// The versions that satisfy all comparators of any alternative.
    ///
    /// - Parameter bytes: The text that the comparators were parsed from.
    /// - Complexity: O(*n* log *n*) in the number of comparators.
    package init(satisfying comparators: some Sequence<VersionComparator>, in bytes: Span<UInt8>) {
        var fold = RequirementFold()
        for comparator in comparators { fold.add(comparator, in: bytes) }
        self = fold.result
    }
}

/// Collects comparators into the set of versions that satisfy them.
private struct RequirementFold {
    private var alternative: Int?
    // The versions that satisfy the current alternative so far: those between two cuts, without the excluded ones.
    private var lower = VersionCut.lowest
    private var upper = VersionCut.highest
    private var excluded: [VersionInterval] = []
    // The versions that satisfy the earlier alternatives.
    private var intervals: [VersionInterval] = []

    mutating func add(_ comparator: VersionComparator, in bytes: Span<UInt8>) {
        if comparator.alternative != alternative { begin(comparator.alternative) }
        let cuts = comparator.cuts(in: bytes)
        if comparator.sign == .notEqual {
            excluded.append(VersionInterval(unchecked: cuts.lower, cuts.upper))
        } else {
            lower = max(lower, cuts.lower)
            upper = min(upper, cuts.upper)
        }
    }

    /// Finishes the current alternative, and begins another one.
    private mutating func begin(_ next: Int) {
        if alternative != nil { intervals += satisfyingAlternative.intervals }
        alternative = next
        lower = .lowest
        upper = .highest
        excluded = []
    }

    /// The versions that satisfy any alternative; none if there is no comparator.
    var result: VersionSet {
        guard alternative != nil else { return .none }
        return intervals.isEmpty ? satisfyingAlternative : VersionSet(intervals + satisfyingAlternative.intervals)
    }

    private var satisfyingAlternative: VersionSet {
        let versions = VersionSet(from: lower, to: upper)
        return excluded.isEmpty ? versions : versions.subtracting(VersionSet(excluded))
    }
}
