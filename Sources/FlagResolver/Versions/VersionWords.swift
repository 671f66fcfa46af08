/// The order of a version or a cut as far as two machine words can hold it.
///
/// 1. `high` holds the first two numeric components, 32 bits each; `low` the third (32 bits), the fourth (30 bits)
///    and a ``Rank`` (2 bits).
/// 2. A component that is too large for its field fills the field with ones, and every later field is zero. A value
///    that would itself be all ones counts as too large, so that a full field always means *too large*.
/// 3. Where the words of two positions differ, they decide the order. Where they are equal, positions of rank
///    ``Rank/release`` and ``Rank/afterRelease`` are equal, and the others differ at most in their detail.
///
/// So for an ordinary version, one of rank ``Rank/release``, the words alone say whether it lies between two cuts,
/// whatever the cuts are: `lower.words <= version.words && version.words < upper.words`.
@usableFromInline
package struct VersionWords: BitwiseCopyable, Hashable, Sendable {
    /// What the lowest two bits of `low` say about a position among those with the same numbers.
    @usableFromInline
    package enum Rank {
        /// A pre-release of the numbers; the detail holds which, and none stands for the least, `0`.
        @inlinable package static var prerelease: UInt64 { 0 }
        /// The release itself, which is also the cut just before it.
        @inlinable package static var release: UInt64 { 1 }
        /// The cut just after the release.
        @inlinable package static var afterRelease: UInt64 { 2 }
        /// The numbers do not fit into the words; the detail decides.
        @inlinable package static var beyondWords: UInt64 { 3 }
    }

    /// The largest value of a field of 32 bits, which stands for every component that does not fit.
    static let fullField: UInt64 = 0xFFFF_FFFF
    /// The largest value of the fourth component's field.
    static let fullFourthField: UInt64 = 0x3FFF_FFFF

    /// The first two components.
    @usableFromInline package let high: UInt64
    /// The third and the fourth component, and the rank.
    @usableFromInline package let low: UInt64

    /// Words as they are.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The rank, a value of ``Rank``.
    @inlinable
    package var rank: UInt64 { low & 3 }

    /// Whether equal words may still stand for different positions.
    @inlinable
    package var leavesOrderOpen: Bool { rank == Rank.prerelease || rank == Rank.beyondWords }

    /// The words with another rank.
    func ranked(_ rank: UInt64) -> VersionWords {
        VersionWords(high: high, low: low & ~3 | rank)
    }

    /// A component of the first four, by its index; a later one is zero.
    func component(_ index: Int) -> UInt64 {
        switch index {
        case 0: high >> 32
        case 1: high & Self.fullField
        case 2: low >> 32
        case 3: low >> 2 & Self.fullFourthField
        default: 0
        }
    }
}

extension VersionWords: Comparable {
    @inlinable
    package static func < (left: VersionWords, right: VersionWords) -> Bool {
        left.high < right.high || (left.high == right.high && left.low < right.low)
    }
}
