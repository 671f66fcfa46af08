/// The versions that an entry is for, without a reference.
///
/// Nearly every requirement has packed bounds. Any other set is in ``LoadedSettings/sets``, and its index here.
package struct EntryBounds: Sendable, BitwiseCopyable {
    /// The bounds. If they are not ``isPacked``, the lower one is above every version and holds an index.
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

    /// The versions that the entry is for.
    package func versions(sets: borrowing [VersionSet]) -> VersionSet {
        isPacked ? VersionSet(bounds) : sets[index]
    }

    /// Whether the entry is for a version.
    ///
    /// - Complexity: O(log *n*) in the number of the requirement's intervals.
    func contains(_ version: AppVersion, sets: borrowing [VersionSet]) -> Bool {
        bounds.contains(version.packed) || (!isPacked && sets[index].contains(version))
    }

    /// Whether two entries are for the same versions, which may be entries of different documents.
    package func isSame(
        as other: EntryBounds, sets: borrowing [VersionSet], otherSets: borrowing [VersionSet]
    ) -> Bool {
        guard isPacked, other.isPacked else {
            return isPacked == other.isPacked && sets[index] == otherSets[other.index]
        }
        return bounds == other.bounds
    }

    /// Whether the entry is for any version between two cuts.
    ///
    /// - Complexity: O(log *n*) in the number of the requirement's intervals.
    package func overlaps(from lower: VersionCut, to upper: VersionCut, sets: borrowing [VersionSet]) -> Bool {
        versions(sets: sets).overlaps(from: lower, to: upper)
    }
}
