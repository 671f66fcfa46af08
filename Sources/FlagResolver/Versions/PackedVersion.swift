/// The leading components of a version in two machine words, which compare as integers.
///
/// ```text
///         63            32 31             2 1    0
/// high:  [  component 0  ][   component 1         ]
/// low:   [  component 2  ][ component 3   ][ rank ]
/// ```
///
/// 1. A component that is too large for its field fills the field with ones, and all later fields are zero. A value of
///    all ones also counts as too large, so a full field always means *too large*.
/// 2. If two packed versions differ, their order is the order of the positions on the version line.
/// 3. If they are equal, positions of the ranks ``Rank/release`` and ``Rank/afterRelease`` are equal too. Positions of
///    the other ranks can still differ in their ``VersionDetail``; see ``needsDetail``.
///
/// Nearly every version and every bound needs nothing beyond its packed version, so comparing two of them accesses no
/// memory and touches no reference count.
@usableFromInline
package struct PackedVersion: BitwiseCopyable, Hashable, Sendable {
    /// Orders the positions that have the same components.
    package enum Rank {
        /// A pre-release. The detail holds its identifiers; a position without a detail is the lowest one, `-0`.
        static var prerelease: UInt64 { 0 }
        /// The release, which is also the cut just before it.
        static var release: UInt64 { 1 }
        /// The cut just after the release.
        static var afterRelease: UInt64 { 2 }
        /// The components do not fit. The detail holds all of them.
        static var unpacked: UInt64 { 3 }
    }

    @usableFromInline package private(set) var high: UInt64 = 0
    @usableFromInline package private(set) var low: UInt64 = 0

    /// Below every version: the position of `0.0.0-0`, the lowest one.
    static let lowest = PackedVersion()
    /// Above every version.
    static let highest = PackedVersion(high: .max, low: .max)

    /// All components zero, with the rank of a pre-release.
    init() {}

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The largest value of a 32-bit field.
    static let fullField: UInt64 = 0xFFFF_FFFF
    /// The largest value of the fourth component's field.
    private static let fullFourthField: UInt64 = 0x3FFF_FFFF

    /// A number with one more decimal digit. A number that is too large for every field stays unchanged, so it cannot
    /// overflow.
    static func number(_ number: UInt64, appending digit: UInt8) -> UInt64 {
        number < fullField ? number &* 10 &+ UInt64(digit &- UInt8(ascii: "0")) : number
    }

    /// A component; zero for an index above 3, which has no field.
    func component(_ index: Int) -> UInt64 {
        switch index {
        case 0: high >> 32
        case 1: high & Self.fullField
        case 2: low >> 32
        case 3: low >> 2 & Self.fullFourthField
        default: 0
        }
    }

    /// Sets a component that is still zero. All earlier components must be set and fit their fields.
    ///
    /// - Returns: Whether the component fits its field. A component without a field fits if it is zero.
    mutating func setComponent(_ index: Int, to value: UInt64) -> Bool {
        let limit = index == 3 ? Self.fullFourthField : Self.fullField
        let field = min(value, limit)
        switch index {
        case 0: high |= field << 32
        case 1: high |= field
        case 2: low |= field << 32
        case 3: low |= field << 2
        default: return value == 0
        }
        return value < limit
    }

    /// The components up to an index, the last of them incremented, with the rank of a pre-release.
    ///
    /// - Returns: `nil` if the increased component does not fit its field, or has none.
    func incremented(at index: Int) -> PackedVersion? {
        guard index < 4 else { return nil }
        var result = PackedVersion()
        for earlier in 0..<index { _ = result.setComponent(earlier, to: component(earlier)) }
        return result.setComponent(index, to: component(index) + 1) ? result : nil
    }

    /// The rank, a value of ``Rank``.
    var rank: UInt64 { low & 3 }

    /// The same components with another rank.
    func ranked(_ rank: UInt64) -> PackedVersion {
        PackedVersion(high: high, low: low & ~3 | rank)
    }

    /// Whether positions with equal packed versions can differ in their detail.
    package var needsDetail: Bool { rank == Rank.prerelease || rank == Rank.unpacked }
}

extension PackedVersion: Comparable {
    @inlinable
    package static func < (left: PackedVersion, right: PackedVersion) -> Bool {
        left.high < right.high || (left.high == right.high && left.low < right.low)
    }
}

/// The versions between two cuts without a detail: the form of nearly every requirement.
package struct PackedBounds: BitwiseCopyable, Hashable, Sendable {
    /// The lower cut.
    package internal(set) var lower: PackedVersion
    /// The upper cut. If it is not above the lower one, no version lies between them.
    package internal(set) var upper: PackedVersion

    package init(lower: PackedVersion, upper: PackedVersion) {
        self.lower = lower
        self.upper = upper
    }

    /// Whether a version lies between the cuts.
    ///
    /// The packed version decides even if the version has a detail. A cut without a detail lies before or after all
    /// versions with the same components, or between their pre-releases and their release, which differ in rank.
    package func contains(_ version: PackedVersion) -> Bool {
        lower <= version && version < upper
    }

    /// Whether every version between the cuts also lies between those of other bounds.
    func isSubset(of other: PackedBounds) -> Bool {
        upper <= lower || (other.lower <= lower && upper <= other.upper)
    }
}
