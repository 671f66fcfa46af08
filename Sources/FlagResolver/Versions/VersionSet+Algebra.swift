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
        Self.allRegions(of: self, other) { _, inSelf, inOther in !inSelf || inOther }
    }

    /// Whether no version is in both sets.
    ///
    /// - Complexity: Linear in the number of stretches of both.
    public func isDisjoint(with other: VersionSet) -> Bool {
        Self.allRegions(of: self, other) { _, inSelf, inOther in !(inSelf && inOther) }
    }

    /// The versions for which a rule holds, that looks at the membership in both sets.
    private func combined(with other: VersionSet, where rule: (Bool, Bool) -> Bool) -> VersionSet {
        var first: VersionStretch?
        var rest: [VersionStretch] = []
        var openLower: VersionCut?
        func close(at upper: VersionCut) {
            guard let lower = openLower else { return }
            let stretch = VersionStretch(unchecked: lower, upper)
            if first == nil { first = stretch } else { rest.append(stretch) }
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
        return VersionSet(first: first, rest: rest)
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
        var leftCuts = Boundaries(of: left)
        var rightCuts = Boundaries(of: right)
        var start = VersionCut.lowest
        while start < .highest {
            leftCuts.pass(start)
            rightCuts.pass(start)
            guard condition(start, leftCuts.isInside, rightCuts.isInside) else { return false }
            start = min(leftCuts.next, rightCuts.next)
        }
        return true
    }

    /// The cuts of a set, walked through in ascending order.
    private struct Boundaries {
        private let stretches: Stretches
        private var index = 0
        /// Whether the versions just above the last cut passed are in the set.
        private(set) var isInside = false
        /// The next cut at which membership changes.
        private(set) var next: VersionCut

        init(of set: VersionSet) {
            stretches = set.stretches
            next = stretches.first?.lower ?? .highest
        }

        /// Moves past the next cut where it is the given one.
        mutating func pass(_ cut: VersionCut) {
            guard next == cut, index < stretches.count else { return }
            if isInside {
                index += 1
                next = index < stretches.count ? stretches[index].lower : .highest
            } else {
                next = stretches[index].upper
            }
            isInside.toggle()
        }
    }
}
