extension VersionSet {
    /// The versions that are in either set.
    ///
    /// - Complexity: O(*n*) in the number of intervals of both sets. For many sets use ``init(unionOf:)``.
    public func union(_ other: VersionSet) -> VersionSet {
        combined(.union, with: other)
    }

    /// The versions that are in any of some sets.
    ///
    /// - Complexity: O(*n* log *n*) in the number of intervals of all sets.
    public init(unionOf sets: some Sequence<VersionSet>) {
        self.init(sets.flatMap(\.intervals))
    }

    /// The versions that are in both sets.
    ///
    /// - Complexity: O(*n*) in the number of intervals of both sets.
    public func intersection(_ other: VersionSet) -> VersionSet {
        combined(.intersection, with: other)
    }

    /// The versions of this set that are not in the other one.
    ///
    /// - Complexity: O(*n*) in the number of intervals of both sets.
    public func subtracting(_ other: VersionSet) -> VersionSet {
        combined(.difference, with: other)
    }

    /// The versions that are in exactly one of the two sets.
    ///
    /// - Complexity: O(*n*) in the number of intervals of both sets.
    public func symmetricDifference(_ other: VersionSet) -> VersionSet {
        combined(.symmetricDifference, with: other)
    }

    /// The versions that are not in this set.
    ///
    /// - Complexity: O(*n*) in the number of intervals.
    public var complement: VersionSet {
        VersionSet.all.subtracting(self)
    }

    /// Whether every version of this set is also in the other one.
    ///
    /// - Complexity: O(*n*) in the number of intervals of both sets.
    public func isSubset(of other: VersionSet) -> Bool {
        // Nearly every set has packed bounds, which need no walk along the version line.
        if let bounds = packedBounds, let others = other.packedBounds { return bounds.isSubset(of: others) }
        return Self.allSegments(of: self, other) { _, isInSelf, isInOther in !isInSelf || isInOther }
    }

    /// Whether no version is in both sets.
    ///
    /// - Complexity: O(*n*) in the number of intervals of both sets.
    public func isDisjoint(with other: VersionSet) -> Bool {
        Self.allSegments(of: self, other) { _, isInSelf, isInOther in !(isInSelf && isInOther) }
    }

    /// Which versions an operation keeps. With closures instead, the compiler would copy ``combined(_:with:)`` for each.
    private enum Operation {
        case union, intersection, difference, symmetricDifference

        func keeps(_ isInLeft: Bool, _ isInRight: Bool) -> Bool {
            switch self {
            case .union: isInLeft || isInRight
            case .intersection: isInLeft && isInRight
            case .difference: isInLeft && !isInRight
            case .symmetricDifference: isInLeft != isInRight
            }
        }
    }

    private func combined(_ operation: Operation, with other: VersionSet) -> VersionSet {
        var intervals: [VersionInterval] = []
        var openLower: VersionCut?
        func close(at upper: VersionCut) {
            guard let lower = openLower else { return }
            intervals.append(VersionInterval(unchecked: lower, upper))
            openLower = nil
        }
        _ = Self.allSegments(of: self, other) { start, isInSelf, isInOther in
            if !operation.keeps(isInSelf, isInOther) {
                close(at: start)
            } else if openLower == nil {
                openLower = start
            }
            return true
        }
        close(at: .highest)
        return VersionSet(canonical: intervals)
    }

    /// Whether a condition holds for every segment of the version line between two cuts of either set.
    ///
    /// The condition gets the lower cut of a segment, and whether the segment is in the left and in the right set.
    /// Segments are visited in ascending order, up to the first for which the condition fails.
    private static func allSegments(
        of left: VersionSet,
        _ right: VersionSet,
        satisfy condition: (VersionCut, Bool, Bool) -> Bool
    ) -> Bool {
        var leftIndex = 0
        var rightIndex = 0
        var start = VersionCut.lowest
        // The indices count the cuts of each set up to `start`, so an odd index means that the segment is in the set.
        while start < .highest {
            if left.cut(at: leftIndex) == start { leftIndex += 1 }
            if right.cut(at: rightIndex) == start { rightIndex += 1 }
            guard condition(start, !leftIndex.isMultiple(of: 2), !rightIndex.isMultiple(of: 2)) else { return false }
            start = min(left.cut(at: leftIndex) ?? .highest, right.cut(at: rightIndex) ?? .highest)
        }
        return true
    }

    /// A cut, by its index among the cuts of all intervals in ascending order. Lower cuts have even indices.
    private func cut(at index: Int) -> VersionCut? {
        guard index / 2 < intervalCount else { return nil }
        let interval = interval(at: index / 2)
        return index.isMultiple(of: 2) ? interval.lower : interval.upper
    }
}
