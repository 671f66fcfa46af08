/// The versions that an entry is for, as two cuts in machine words.
///
/// Nearly every requirement is one stretch between two cuts that are plain words. Any other is a position in
/// ``LoadedSettings/sets``, written as bounds that contain no version: a lower one that no version reaches.
@usableFromInline
package struct EntryBounds: Sendable, BitwiseCopyable {
    /// The words of the cuts, where ``isOrdinary``.
    @usableFromInline package let lower: VersionWords
    @usableFromInline package let upper: VersionWords

    /// Whether the versions are those between two cuts that are words alone. The lower one may lie above the other.
    @inlinable
    package var isOrdinary: Bool { lower.high != .max }

    /// The position in ``LoadedSettings/sets``, unless ``isOrdinary``.
    @usableFromInline
    var setIndex: Int { Int(truncatingIfNeeded: lower.low) }

    /// The bounds of a set; one that does not fit is appended to `sets`.
    init(_ set: VersionSet, sets: inout [VersionSet]) {
        if let bounds = set.ordinaryBounds {
            self.init(bounds)
        } else {
            self.init(lower: VersionWords(high: .max, low: UInt64(sets.count)), upper: VersionWords(high: 0, low: 0))
            sets.append(set)
        }
    }

    /// The bounds of a requirement that is words alone.
    init(_ bounds: OrdinaryBounds) {
        self.init(lower: bounds.lower, upper: bounds.upper)
    }

    private init(lower: VersionWords, upper: VersionWords) {
        self.lower = lower
        self.upper = upper
    }

    /// The versions that the entry is for.
    package func versions(sets: borrowing [VersionSet]) -> VersionSet {
        guard !isOrdinary else { return VersionSet(OrdinaryBounds(lower: lower, upper: upper)) }
        return sets[setIndex]
    }

    /// Whether the entry is for a version.
    ///
    /// Where the cuts have no more than words, these decide for every version: a cut with the words of a pre-release and
    /// nothing else stands before the least of them.
    @inline(__always)
    func contains(_ version: AppVersion, words: VersionWords, sets: borrowing [VersionSet]) -> Bool {
        if lower <= words { return words < upper }
        return !isOrdinary && isInSet(version, of: sets)
    }

    @inline(never)
    private func isInSet(_ version: AppVersion, of sets: borrowing [VersionSet]) -> Bool {
        sets[setIndex].contains(version)
    }
}

extension EntryBounds {
    /// Whether two entries are for the same versions, whatever document each is of.
    @inlinable
    package func isSame(
        as other: EntryBounds, sets: borrowing [VersionSet], otherSets: borrowing [VersionSet]
    ) -> Bool {
        guard isOrdinary, other.isOrdinary else {
            // Sets have one form, so that none that fits into words is elsewhere.
            return isOrdinary == other.isOrdinary && sets[setIndex] == otherSets[other.setIndex]
        }
        return (lower == other.lower && upper == other.upper) || (upper <= lower && other.upper <= other.lower)
    }

    /// Whether the entry is for any version between two cuts.
    ///
    /// - Complexity: O(log *n*) in the number of the requirement's stretches.
    package func overlaps(from lower: VersionCut, to upper: VersionCut, sets: borrowing [VersionSet]) -> Bool {
        guard isOrdinary else { return sets[setIndex].overlaps(from: lower, to: upper) }
        return self.lower < self.upper
            && VersionPosition(words: self.lower, detail: nil) < upper.position
            && lower.position < VersionPosition(words: self.upper, detail: nil)
    }
}

extension VersionSet {
    fileprivate func overlaps(from lower: VersionCut, to upper: VersionCut) -> Bool {
        var low = 0
        var high = stretchCount
        while low < high {
            let middle = (low + high) / 2
            if stretch(at: middle).upper <= lower { low = middle + 1 } else { high = middle }
        }
        return low < stretchCount && stretch(at: low).lower < upper
    }
}
