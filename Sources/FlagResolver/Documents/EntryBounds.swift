/// The versions that an entry matches, in 32 bytes without a reference.
///
/// Nearly every entry has packed bounds. Otherwise this holds the index of its versions in ``LoadedSettings/sets``.
package struct EntryBounds: Sendable, BitwiseCopyable {
    /// The bounds; both are above every version if they hold the index of a set.
    private let bounds: PackedBounds

    private var isPacked: Bool { bounds.lower.high != .max }

    private var index: Int { Int(truncatingIfNeeded: bounds.lower.low) }

    /// Packed bounds.
    init(_ bounds: PackedBounds) {
        self.bounds = bounds
    }

    /// The index of a set.
    init(setIndex: Int) {
        let index = PackedVersion(high: .max, low: UInt64(setIndex))
        bounds = PackedBounds(lower: index, upper: index)
    }

    /// The bounds, if they are packed; `nil` if the versions are in ``LoadedSettings/sets``.
    package var packed: PackedBounds? { isPacked ? bounds : nil }

    /// The versions that the entry matches.
    package func versions(sets: borrowing [VersionSet]) -> VersionSet {
        isPacked ? VersionSet(bounds) : sets[index]
    }

    /// Whether two entries match the same versions. The entries may be of different documents.
    package func isSame(
        as other: EntryBounds, sets: borrowing [VersionSet], otherSets: borrowing [VersionSet]
    ) -> Bool {
        guard isPacked, other.isPacked else {
            return isPacked == other.isPacked && sets[index] == otherSets[other.index]
        }
        return bounds == other.bounds
    }

    /// Whether the entry matches any version between two cuts.
    ///
    /// - Complexity: O(log *n*) in the number of the requirement's intervals.
    package func overlaps(from lower: VersionCut, to upper: VersionCut, sets: borrowing [VersionSet]) -> Bool {
        versions(sets: sets).overlaps(from: lower, to: upper)
    }
}

extension LoadedSettings {
    /// The versions that an entry matches.
    package func versions(of entry: EntryIndex) -> VersionSet { self[entry].bounds.versions(sets: sets) }
}
