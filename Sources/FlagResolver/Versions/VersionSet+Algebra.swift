extension VersionSet {
    /// The versions that are in either set.
    ///
    /// - Complexity: Linear in the number of stretches of both.
    public func union(_ other: VersionSet) -> VersionSet {
        combined(with: other) { $0 || $1 }
    }

    /// The versions that are in both sets.
    ///
    /// - Complexity: Linear in the number of stretches of both.
    public func intersection(_ other: VersionSet) -> VersionSet {
        combined(with: other) { $0 && $1 }
    }

    /// The versions of this set that are not in the other one.
    ///
    /// - Complexity: Linear in the number of stretches of both.
    public func subtracting(_ other: VersionSet) -> VersionSet {
        combined(with: other) { $0 && !$1 }
    }

    /// The versions that are in exactly one of the two sets.
    ///
    /// - Complexity: Linear in the number of stretches of both.
    public func symmetricDifference(_ other: VersionSet) -> VersionSet {
        combined(with: other) { $0 != $1 }
    }

    /// The versions that are not in this set.
    ///
    /// - Complexity: Linear in the number of stretches.
    public var complement: VersionSet {
        VersionSet.all.subtracting(self)
    }

    /// Whether every version of this set is in the other one too.
    ///
    /// - Complexity: Linear in the number of stretches of both.
    public func isSubset(of other: VersionSet) -> Bool {
        if let bounds = ordinaryBounds, let otherBounds = other.ordinaryBounds { return bounds.isWithin(otherBounds) }
        return Self.allRegions(of: self, other) { _, inSelf, inOther in !inSelf || inOther }
    }

    /// Whether no version is in both sets.
    ///
    /// - Complexity: Linear in the number of stretches of both.
    public func isDisjoint(with other: VersionSet) -> Bool {
        Self.allRegions(of: self, other) { _, inSelf, inOther in !(inSelf && inOther) }
    }

    /// The versions for which a rule holds, that looks at the membership in both sets.
    private func combined(with other: VersionSet, where rule: (Bool, Bool) -> Bool) -> VersionSet {
        var stretches: [VersionStretch] = []
        var openLower: VersionCut?
        func close(at upper: VersionCut) {
            guard let lower = openLower else { return }
            stretches.append(VersionStretch(unchecked: lower, upper))
            openLower = nil
        }
        _ = Self.allRegions(of: self, other) { start, inSelf, inOther in
            if !rule(inSelf, inOther) {
                close(at: start)
            } else if openLower == nil {
                openLower = start
            }
            return true
        }
        close(at: .highest)
        return VersionSet(ordered: stretches)
    }

    /// Whether a condition holds for every region of the version line in which membership in both sets is constant.
    ///
    /// The condition gets the region's lower cut and whether the region is in the left and in the right set. Regions
    /// come in ascending order, and the first for which the condition fails is the last one it is asked for.
    private static func allRegions(
        of left: VersionSet,
        _ right: VersionSet,
        satisfy condition: (VersionCut, Bool, Bool) -> Bool
    ) -> Bool {
        var leftIndex = 0
        var rightIndex = 0
        var start = VersionCut.lowest
        // A set's cuts are passed at their place, so that an odd number of them passed means to be inside.
        while start < .highest {
            var next = VersionCut.highest
            if leftIndex < left.cutCount {
                if left.cut(at: leftIndex) == start { leftIndex += 1 }
                if leftIndex < left.cutCount { next = left.cut(at: leftIndex) }
            }
            if rightIndex < right.cutCount {
                if right.cut(at: rightIndex) == start { rightIndex += 1 }
                if rightIndex < right.cutCount { next = min(next, right.cut(at: rightIndex)) }
            }
            guard condition(start, !leftIndex.isMultiple(of: 2), !rightIndex.isMultiple(of: 2)) else { return false }
            start = next
        }
        return true
    }
}
