/// A set of versions: intervals of the version line, in canonical form.
///
/// ```swift
/// let affected = try VersionSet(parsing: ">=1.4.0 <2.0.0")
/// affected.contains("1.9.3")                              // true
/// affected.subtracting(VersionSet("1.4.2")).description   // ">=1.4.0 <2.0.0 !=1.4.2"
/// affected.complement.description                         // "<1.4.0 || >=2.0.0"
/// ```
///
/// 1. All operations are exact for all of the infinitely many versions. Equal sets are equal values.
/// 2. Every set prints as a requirement that parses back to the same set.
/// 3. A set of one interval between common versions allocates no memory.
public struct VersionSet: Hashable, Sendable {
    /// Every set has exactly one representation.
    private enum Storage: Hashable, Sendable {
        /// At most one interval, between packed cuts. In the empty set both are the lowest cut.
        case packed(PackedBounds)
        /// Any other set: intervals in ascending order, with at least one version between two neighbours.
        case intervals([VersionInterval])
    }

    private let storage: Storage

    private init(storage: Storage) {
        self.storage = storage
    }

    /// Every version.
    public static let all = VersionSet(.all)

    /// No version.
    public static let none = VersionSet(PackedBounds(lower: .lowest, upper: .lowest))

    /// The versions of one interval.
    public init(_ interval: VersionInterval) {
        storage = interval.packedBounds.map { .packed($0) } ?? .intervals([interval])
    }

    /// The versions between two cuts; none if the lower cut does not lie below the upper one.
    public init(from lower: VersionCut, to upper: VersionCut) {
        self = lower < upper ? VersionSet(VersionInterval(unchecked: lower, upper)) : .none
    }

    /// One version.
    public init(_ version: AppVersion) {
        self.init(VersionInterval(version))
    }

    /// The versions between packed cuts; none if the lower cut does not lie below the upper one.
    package init(_ bounds: PackedBounds) {
        storage = .packed(bounds.lower < bounds.upper ? bounds : PackedBounds(lower: .lowest, upper: .lowest))
    }

    /// The versions of any of some intervals, which may overlap and come in any order.
    ///
    /// - Complexity: O(*n* log *n*) in the number of intervals, O(*n*) if they are in ascending order.
    public init(_ intervals: some Sequence<VersionInterval>) {
        self.init(canonical: Self.merged(Array(intervals)))
    }

    /// Intervals in canonical form. This is not generic, because other modules call a generic function unspecialized.
    private static func merged(_ intervals: [VersionInterval]) -> [VersionInterval] {
        guard intervals.count > 1 else { return intervals }
        var merged: [VersionInterval] = []
        for interval in intervals.sorted(by: { $0.lower < $1.lower }) {
            guard let last = merged.last, interval.lower <= last.upper else {
                merged.append(interval)
                continue
            }
            guard last.upper < interval.upper else { continue }
            merged[merged.count - 1] = VersionInterval(unchecked: last.lower, interval.upper)
        }
        return merged
    }

    /// The versions of intervals that are known to be in canonical form.
    init(canonical intervals: [VersionInterval]) {
        switch intervals.count {
        case 0: self = .none
        case 1: self.init(intervals[0])
        default: self.init(storage: .intervals(intervals))
        }
    }

    /// Whether the set contains no version.
    public var isEmpty: Bool { intervalCount == 0 }

    /// Whether the set contains a version.
    ///
    /// - Complexity: O(log *n*) in the number of intervals.
    public func contains(_ version: AppVersion) -> Bool {
        switch storage {
        case .packed(let bounds):
            return bounds.contains(version.packed)
        case .intervals(let intervals):
            let index = firstIndex { version.position < $0.upper.position }
            return index < intervals.count && intervals[index].contains(version)
        }
    }

    /// Whether the set contains a version between two cuts.
    ///
    /// - Complexity: O(log *n*) in the number of intervals.
    package func overlaps(from lower: VersionCut, to upper: VersionCut) -> Bool {
        let index = firstIndex { lower < $0.upper }
        return index < intervalCount && interval(at: index).lower < upper
    }

    /// The index of the first interval that satisfies a condition, which all intervals after it must satisfy as well;
    /// ``intervalCount`` if none does.
    package func firstIndex(where condition: (VersionInterval) -> Bool) -> Int {
        (0..<intervalCount).partitionPoint { condition(interval(at: $0)) }
    }
}

extension VersionSet {
    /// The intervals of the set in ascending order. At least one version lies between two neighbours.
    public var intervals: [VersionInterval] {
        switch storage {
        case .packed: (0..<intervalCount).map { interval(at: $0) }
        case .intervals(let intervals): intervals
        }
    }

    /// How many intervals the set has.
    package var intervalCount: Int {
        switch storage {
        case .packed(let bounds): bounds.upper == .lowest ? 0 : 1
        case .intervals(let intervals): intervals.count
        }
    }

    /// An interval by its index in ``intervals``. Unlike that property, this allocates no memory.
    package func interval(at index: Int) -> VersionInterval {
        switch storage {
        case .packed(let bounds): VersionInterval(unchecked: VersionCut(bounds.lower), VersionCut(bounds.upper))
        case .intervals(let intervals): intervals[index]
        }
    }

    /// The bounds of a set of at most one interval between packed cuts; `nil` for any other set.
    package var packedBounds: PackedBounds? {
        guard case .packed(let bounds) = storage else { return nil }
        return bounds
    }

    /// Whether the set is in canonical form: its intervals contain a version, are in order and apart, and are packed if
    /// they can be.
    ///
    /// - Complexity: O(*n*) in the number of intervals.
    package var isCanonical: Bool {
        switch storage {
        case .packed(let bounds): return bounds.lower < bounds.upper || self == .none
        case .intervals(let intervals):
            return intervals.allSatisfy { $0.lower < $0.upper }
                && zip(intervals, intervals.dropFirst()).allSatisfy { $0.upper < $1.lower }
                && (intervals.count > 1 || intervals.allSatisfy { $0.packedBounds == nil })
        }
    }
}
