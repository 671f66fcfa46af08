/// A set of versions: stretches of the version line, in the one form that every set has.
///
/// ```swift
/// let affected = try VersionSet(parsing: ">=1.4.0 <2.0.0")
/// affected.contains("1.9.3")                              // true
/// affected.subtracting(VersionSet("1.4.2")).description   // ">=1.4.0 <2.0.0 !=1.4.2"
/// affected.complement.description                         // "<1.4.0 || >=2.0.0"
/// ```
///
/// 1. All operations are exact, for all of the infinitely many versions. Equal sets are equal values.
/// 2. Every set prints as a requirement that parses back to the same set.
/// 3. A set of one stretch between usual versions takes no memory besides itself.
public struct VersionSet: Hashable, Sendable {
    /// The one form of every set, so that equal sets are equal values.
    @usableFromInline
    enum Storage: Hashable, Sendable {
        /// At most one stretch, whose cuts are words alone; from the lowest cut to itself where the set is empty.
        case bounds(OrdinaryBounds)
        /// Any other set: stretches in ascending order, with at least one version between two neighbours.
        case stretches([VersionStretch])
    }

    @usableFromInline let storage: Storage

    /// Every version.
    public static let all = VersionSet(.all)

    /// No version.
    public static let none = VersionSet(OrdinaryBounds.none)

    /// The versions of one stretch.
    public init(_ stretch: VersionStretch) {
        // Without a list that would be made only to be looked into.
        storage = OrdinaryBounds(stretch).map { .bounds($0) } ?? .stretches([stretch])
    }

    /// The versions between two cuts; none where the lower cut does not lie below the upper one.
    public init(from lower: VersionCut, to upper: VersionCut) {
        self.init(ordered: VersionStretch(from: lower, to: upper).map { [$0] } ?? [])
    }

    /// One version.
    public init(_ version: AppVersion) {
        self.init(VersionStretch(version))
    }

    /// The versions between bounds, which may be in any order.
    package init(_ bounds: OrdinaryBounds) {
        storage = .bounds(bounds.lower < bounds.upper ? bounds : .none)
    }

    /// The versions of any of the stretches, which may come in any order and overlap.
    ///
    /// - Complexity: O(*n* log *n*) in the number of stretches.
    public init(_ stretches: some Sequence<VersionStretch>) {
        var merged: [VersionStretch] = []
        for stretch in stretches.sorted(by: { $0.lower < $1.lower }) {
            guard let last = merged.last, stretch.lower <= last.upper else {
                merged.append(stretch)
                continue
            }
            guard last.upper < stretch.upper else { continue }
            merged[merged.count - 1] = VersionStretch(unchecked: last.lower, stretch.upper)
        }
        self.init(ordered: merged)
    }

    /// Stretches that are known to be in ascending order and apart.
    init(ordered stretches: [VersionStretch]) {
        if stretches.isEmpty {
            storage = .bounds(.none)
        } else if stretches.count == 1, let bounds = OrdinaryBounds(stretches[0]) {
            storage = .bounds(bounds)
        } else {
            storage = .stretches(stretches)
        }
    }

    /// Whether the set holds no version.
    @inlinable
    public var isEmpty: Bool {
        // No other set ends at the lowest cut.
        guard case .bounds(let bounds) = storage else { return false }
        return bounds.upper.high | bounds.upper.low == 0
    }

    /// The bounds of the set, or `nil` where it has several stretches or a cut that is more than words.
    package var ordinaryBounds: OrdinaryBounds? {
        guard case .bounds(let bounds) = storage else { return nil }
        return bounds
    }

    /// Whether the set holds a version.
    ///
    /// - Complexity: O(log *n*) in the number of stretches.
    public func contains(_ version: AppVersion) -> Bool {
        switch storage {
        case .bounds(let bounds): bounds.contains(version)
        case .stretches(let stretches): Self.search(stretches, for: version)
        }
    }

    private static func search(_ stretches: [VersionStretch], for version: AppVersion) -> Bool {
        var candidates = stretches[...]
        while candidates.count > 1 {
            let middle = candidates.startIndex + candidates.count / 2
            let isAtOrAbove = candidates[middle].lower.position <= version.position
            candidates = isAtOrAbove ? candidates[middle...] : candidates[..<middle]
        }
        return candidates.first?.contains(version) ?? false
    }
}

extension VersionSet {
    /// The stretches of the set, in ascending order; between two neighbours lies at least one version.
    public var stretches: [VersionStretch] {
        switch storage {
        case .bounds(let bounds): bounds.stretch.map { [$0] } ?? []
        case .stretches(let stretches): stretches
        }
    }

    /// How many cuts bound the stretches: two each.
    var cutCount: Int {
        switch storage {
        case .bounds: isEmpty ? 0 : 2
        case .stretches(let stretches): 2 * stretches.count
        }
    }

    /// The cut at an index below ``cutCount``: the lower cuts have even indices, the upper ones odd.
    func cut(at index: Int) -> VersionCut {
        let isLower = index.isMultiple(of: 2)
        switch storage {
        case .bounds(let bounds):
            return VersionCut(at: VersionPosition(words: isLower ? bounds.lower : bounds.upper, detail: nil))
        case .stretches(let stretches):
            return isLower ? stretches[index / 2].lower : stretches[index / 2].upper
        }
    }

    /// Whether the set is in its one form: stretches that are not empty, in order, and apart; words where they do.
    ///
    /// - Complexity: Linear in the number of stretches.
    package var keepsInvariant: Bool {
        switch storage {
        case .bounds(let bounds): return bounds == .none || bounds.lower < bounds.upper
        case .stretches(let stretches):
            return stretches.allSatisfy { $0.lower < $0.upper }
                && zip(stretches, stretches.dropFirst()).allSatisfy { $0.upper < $1.lower }
                && (stretches.count > 1 || stretches.allSatisfy { OrdinaryBounds($0) == nil })
        }
    }
}
