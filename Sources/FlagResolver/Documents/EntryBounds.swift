/// The versions that an entry matches, in 32 bytes without a reference.
///
/// Nearly every requirement has packed bounds. Otherwise this holds the index of the set in ``LoadedSettings/sets``.
package struct EntryBounds: Sendable, BitwiseCopyable {
    /// The bounds; both are above every version if they hold the index of a set.
    private let bounds: PackedBounds

    private var isPacked: Bool { bounds.lower.high != .max }

    private var index: Int { Int(truncatingIfNeeded: bounds.lower.low) }

    /// The bounds of a set. A set without packed bounds is appended to `sets`.
    init(_ set: VersionSet, sets: inout [VersionSet]) {
        if let packed = set.packedBounds {
            bounds = packed
        } else {
            let index = PackedVersion(high: .max, low: UInt64(sets.count))
            bounds = PackedBounds(lower: index, upper: index)
            sets.append(set)
        }
    }

    /// The bounds, if they are packed; `nil` if the versions are in ``LoadedSettings/sets``.
    package var packed: PackedBounds? { isPacked ? bounds : nil }

    /// The versions that the entry matches.
    package func versions(sets: borrowing [VersionSet]) -> VersionSet {
        isPacked ? VersionSet(bounds) : sets[index]
    }

    /// Whether the entry matches a version.
    ///
    /// - Complexity: O(log *n*) in the number of the requirement's intervals.
    func contains(_ version: AppVersion, sets: borrowing [VersionSet]) -> Bool {
        bounds.contains(version.packed) || (!isPacked && sets[index].contains(version))
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
