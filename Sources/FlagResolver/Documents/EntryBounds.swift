/// The versions that an entry is for, as two cuts in machine words.
///
/// Nearly every requirement is one stretch between two cuts that are plain words. Any other is a position in
/// ``LoadedSettings/sets``, written as bounds that contain no version: a lower one that no version reaches.
package struct EntryBounds: Sendable, BitwiseCopyable {
    let lower: VersionWords
    let upper: VersionWords

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
        guard lower.high == .max else { return VersionSet(OrdinaryBounds(lower: lower, upper: upper)) }
        return sets[Int(lower.low)]
    }

    /// Whether the entry is for a version.
    ///
    /// Where the cuts have no more than words, these decide for every version: a cut with the words of a pre-release and
    /// nothing else stands before the least of them.
    @inline(__always)
    func contains(_ version: AppVersion, words: VersionWords, sets: borrowing [VersionSet]) -> Bool {
        if lower <= words { return words < upper }
        return lower.high == .max && isInSet(version, of: sets)
    }

    @inline(never)
    private func isInSet(_ version: AppVersion, of sets: borrowing [VersionSet]) -> Bool {
        sets[Int(lower.low)].contains(version)
    }
}
