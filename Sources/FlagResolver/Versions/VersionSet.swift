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
/// 3. Invariant: the stretches are in ascending order, and between two neighbours lies at least one version that is
///    in neither. A set of one stretch needs no memory besides itself.
public struct VersionSet: Hashable, Sendable {
    /// The lowest stretch; `nil` exactly where the set is empty.
    package let first: VersionStretch?
    /// The stretches after the first.
    package let rest: [VersionStretch]

    /// Every version.
    public static let all = VersionSet(.all)

    /// No version.
    public static let none = VersionSet(first: nil, rest: [])

    /// The versions of one stretch.
    public init(_ stretch: VersionStretch) {
        self.init(first: stretch, rest: [])
    }

    /// The versions between two cuts; none where the lower cut does not lie below the upper one.
    public init(from lower: VersionCut, to upper: VersionCut) {
        self.init(first: VersionStretch(from: lower, to: upper), rest: [])
    }

    /// One version.
    public init(_ version: AppVersion) {
        self.init(VersionStretch(version))
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
        self.init(first: merged.first, rest: Array(merged.dropFirst()))
    }

    /// Stretches that are known to keep the invariant.
    init(first: VersionStretch?, rest: [VersionStretch]) {
        self.first = first
        self.rest = rest
    }

    /// Whether the set holds no version.
    public var isEmpty: Bool { first == nil }

    /// Whether the set holds a version.
    ///
    /// - Complexity: O(log *n*) in the number of stretches.
    public func contains(_ version: AppVersion) -> Bool {
        guard let first, first.lower.position <= version.position else { return false }
        if rest.isEmpty || version.position < first.upper.position { return first.contains(version) }
        var candidates = rest[...]
        while candidates.count > 1 {
            let middle = candidates.startIndex + candidates.count / 2
            let isAtOrAbove = candidates[middle].lower.position <= version.position
            candidates = isAtOrAbove ? candidates[middle...] : candidates[..<middle]
        }
        return candidates.first?.contains(version) ?? false
    }
}

extension VersionSet {
    /// The stretches of a set, in ascending order; between two neighbours lies at least one version.
    public struct Stretches: RandomAccessCollection, Hashable, Sendable {
        private let first: VersionStretch?
        private let rest: [VersionStretch]

        init(of set: VersionSet) {
            first = set.first
            rest = set.rest
        }

        /// The index of the first stretch.
        public var startIndex: Int { 0 }
        /// The number of stretches.
        public var endIndex: Int { first == nil ? 0 : rest.count + 1 }

        /// The stretch at an index.
        public subscript(index: Int) -> VersionStretch {
            guard index == 0, let first else { return rest[index - 1] }
            return first
        }
    }

    /// The stretches of the set, in ascending order.
    public var stretches: Stretches { Stretches(of: self) }

    /// Whether the set has its one form: stretches that are not empty, in order, and apart.
    ///
    /// - Complexity: Linear in the number of stretches.
    package var keepsInvariant: Bool {
        guard first != nil || rest.isEmpty else { return false }
        let stretches = stretches
        return stretches.allSatisfy { $0.lower < $0.upper }
            && zip(stretches, stretches.dropFirst()).allSatisfy { $0.upper < $1.lower }
    }
}
