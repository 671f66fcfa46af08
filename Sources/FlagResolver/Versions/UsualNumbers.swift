/// One to three components of at most four digits, as the versions of most apps have them.
///
/// They are read from eight bytes at a time, without a branch on how many digits a component has: a processor could only
/// guess it.
struct UsualNumbers: BitwiseCopyable {
    /// The components as words of rank 0.
    let words: VersionWords
    /// How many components were written.
    let count: Int

    /// Reads components joined with dots. For anything else, such as a longer one or a fourth, `nil`, and `offset` stays.
    @inline(__always)
    init?(_ bytes: RawSpan, _ offset: inout Int) {
        var reader = ComponentReader(bytes, at: offset)
        guard let first = reader.component(bytes) else { return nil }
        var second: UInt64 = 0
        var third: UInt64 = 0
        var count = 1
        if reader.skipDot() {
            guard let number = reader.component(bytes) else { return nil }
            second = number
            count = 2
            if reader.skipDot() {
                guard let number = reader.component(bytes), !reader.skipDot() else { return nil }
                third = number
                count = 3
            }
        }
        offset = reader.offset
        words = VersionWords(high: first << 32 | second, low: third << 32)
        self.count = count
    }
}

/// A place in some bytes, and the bytes from there on in a machine word.
private struct ComponentReader {
    private(set) var offset: Int
    /// The next byte lowest; above those that are available, zeros.
    private var word: UInt64
    private var available = 8

    @inline(__always)
    init(_ bytes: RawSpan, at offset: Int) {
        self.offset = offset
        word = bytes.wordOrRest(at: offset)
    }

    /// Reads one to four digits; `nil` where there are none or more.
    @inline(__always)
    mutating func component(_ bytes: RawSpan) -> UInt64? {
        var count = digitCount
        if count >= available {
            word = bytes.wordOrRest(at: offset)
            available = 8
            count = digitCount
        }
        guard UInt(bitPattern: count &- 1) < 4 else { return nil }
        // The last digit goes to the highest byte, so that zeros stand before the first, and pairs of them are joined.
        let digits = (word &<< UInt64(64 &- 8 &* count)) >> 32 & 0x0F0F_0F0F
        let pairs = (digits &* 10 &+ digits >> 8) & 0x00FF_00FF
        skip(count)
        return (pairs &* 100 &+ pairs >> 16) & 0xFFFF
    }

    /// Moves past a dot, if there is one. After a component the next byte is always available.
    @inline(__always)
    mutating func skipDot() -> Bool {
        guard UInt8(truncatingIfNeeded: word) == UInt8(ascii: ".") else { return false }
        skip(1)
        return true
    }

    /// How many digits the word begins with, up to eight.
    @inline(__always)
    private var digitCount: Int {
        // The lowest mark is exact: what carries or borrows has a mark of its own.
        let others = ((word &+ 0x4646_4646_4646_4646) | (word &- 0x3030_3030_3030_3030)) & 0x8080_8080_8080_8080
        return others.trailingZeroBitCount >> 3
    }

    @inline(__always)
    private mutating func skip(_ count: Int) {
        word = word &>> UInt64(8 &* count)
        available &-= count
        offset &+= count
    }
}
