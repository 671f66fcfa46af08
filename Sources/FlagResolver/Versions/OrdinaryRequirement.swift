/// A requirement that is one stretch between ordinary versions, read straight into machine words.
///
/// Nearly all are: `1.4.0`, `>=1.4.0`, `>=1.4.0 <2.0.0`. This reads that part of the grammar and nothing else, always with
/// the result of ``RequirementParser``; it has none for any other text, be it a requirement or not.
struct OrdinaryRequirement: BitwiseCopyable {
    /// The cuts at either end; the lower one is below the upper one.
    private(set) var lower = VersionCut.lowest.words
    private(set) var upper = VersionCut.highest.words

    init?(_ text: RawSpan) {
        var position = 0
        while true {
            guard readComparator(text, &position) else { return nil }
            if position == text.byteCount { break }
            guard text.byte(at: position) == UInt8(ascii: " ") else { return nil }
            position += 1
        }
        guard lower < upper else { return nil }
    }

    /// Narrows the bounds by a comparator, or returns false where there is none that is ordinary.
    @inline(__always)
    private mutating func readComparator(_ text: RawSpan, _ position: inout Int) -> Bool {
        let sign = text.byte(at: position)
        guard sign == UInt8(ascii: ">") || sign == UInt8(ascii: "<") else {
            guard let version = Self.readVersion(text, &position) else { return false }
            lower = max(lower, version)
            upper = min(upper, version.ranked(VersionWords.Rank.afterRelease))
            return true
        }
        position += 1
        let includesVersion = text.byte(at: position) == UInt8(ascii: "=")
        if includesVersion { position += 1 }
        guard let version = Self.readVersion(text, &position) else { return false }
        // The cut is after the version in `>` and `<=`, and before it in `>=` and `<`.
        if sign == UInt8(ascii: ">") {
            lower = max(lower, includesVersion ? version : version.ranked(VersionWords.Rank.afterRelease))
        } else {
            upper = min(upper, includesVersion ? version.ranked(VersionWords.Rank.afterRelease) : version)
        }
        return true
    }

    /// The whole of a text as an ordinary version: one to three numbers of at most nine digits.
    static func version(_ text: RawSpan) -> VersionWords? {
        var position = 0
        guard let version = readVersion(text, &position), position == text.byteCount else { return nil }
        return version
    }

    @inline(__always)
    private static func readVersion(_ text: RawSpan, _ position: inout Int) -> VersionWords? {
        guard let first = readNumber(text, &position) else { return nil }
        var second: UInt64 = 0
        var third: UInt64 = 0
        if text.byte(at: position) == UInt8(ascii: ".") {
            position += 1
            guard let number = readNumber(text, &position) else { return nil }
            second = number
            if text.byte(at: position) == UInt8(ascii: ".") {
                position += 1
                guard let number = readNumber(text, &position) else { return nil }
                third = number
            }
        }
        return VersionWords(high: first << 32 | second, low: third << 32 | VersionWords.Rank.release)
    }

    /// A number of at most nine digits, which fits every field.
    @inline(__always)
    private static func readNumber(_ text: RawSpan, _ position: inout Int) -> UInt64? {
        let start = position
        var value: UInt64 = 0
        while true {
            let digit = text.byte(at: position) &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            value = value &* 10 &+ UInt64(digit)
            position &+= 1
        }
        // A longer run of digits may have wrapped around; its value is not used.
        return 1...9 ~= position &- start ? value : nil
    }
}
