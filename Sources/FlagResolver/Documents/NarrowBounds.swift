/// The versions that an entry is for, as cuts in one word each, where their components are small.
///
/// Four entries take one line of the processor's cache, and a version is held against both cuts in one comparison.
struct NarrowBounds: Sendable, BitwiseCopyable {
    private let lower: UInt64
    private let width: UInt64

    /// The bounds of an entry, or those that ask for a look at the entry itself.
    init(_ bounds: EntryBounds) {
        guard let lower = bounds.lower.narrowed, let upper = bounds.upper.narrowedCut else {
            self.lower = .max
            width = 0
            return
        }
        self.lower = lower
        width = lower < upper ? upper - lower : 0
    }

    /// Whether a version with this word lies between the cuts; never where the bounds ask for a look at the entry.
    @inline(__always)
    func contains(_ word: UInt64) -> Bool {
        // Below the lower cut the difference wraps around, and is above all widths: no word is all ones.
        word &- lower < width
    }

    /// Whether only the entry itself says which versions it is for.
    @inline(__always)
    var isOpen: Bool { lower == .max }
}

extension VersionWords {
    /// The words as one, in the same order: 16 bits for each of three components, 14 for the fourth, and the rank.
    ///
    /// `nil` where a component does not fit, and so never all ones.
    @inline(__always)
    var narrowed: UInt64? {
        guard (high | low) & 0xFFFF_0000_FFFF_0000 == 0, rank != Rank.beyondWords else { return nil }
        return (high &>> 32) &<< 48 | (high & 0xFFFF) &<< 32 | (low &>> 32) &<< 16 | low & 0xFFFF
    }

    /// The same for an upper cut, the highest of which is above all words.
    fileprivate var narrowedCut: UInt64? {
        self == VersionPosition.highest.words ? .max : narrowed
    }
}
