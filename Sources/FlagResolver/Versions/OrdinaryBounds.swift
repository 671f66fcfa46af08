/// The versions between two cuts that are words alone: what most requirements denote.
///
/// It is the fast way from the bytes of a requirement to a test of membership: nothing in it is counted by reference
/// or allocated. For an ordinary version (``AppVersion/isOrdinary``), `contains(version.words)` says whether the
/// requirement contains it.
@usableFromInline
package struct OrdinaryBounds: BitwiseCopyable, Hashable, Sendable {
    /// The words of the lower cut.
    @usableFromInline package private(set) var lower: VersionWords
    /// The words of the upper cut; not above the lower one where no version lies between them.
    @usableFromInline package private(set) var upper: VersionWords

    /// The bounds that a requirement spells, or `nil` where only ``VersionSet/init(utf8:)`` can read it or say what is
    /// wrong with it.
    ///
    /// Read here are comparators separated by blanks, all operators but `!=`, and versions of usual numbers only.
    @inline(__always)
    package init?(utf8 bytes: Span<UInt8>) {
        self = Self.read(bytes)
        guard lower.high != Self.unreadable.lower.high else { return nil }
    }

    /// What stands for a requirement that cannot be read here; no bounds that are read begin beyond all words.
    ///
    /// Four words are returned in registers. An optional of them would be written to memory piece by piece, and be waited
    /// for when it is read from there as a whole.
    private static var unreadable: OrdinaryBounds {
        OrdinaryBounds(lower: VersionPosition.highest.words, upper: VersionPosition.lowest.words)
    }

    /// The bounds of a requirement of usual versions, bare or after one of the operators that compare.
    ///
    /// Nothing here is lent to another function, so that all of it stays in registers too. Operators are told by their
    /// bytes: as values of ``RequirementOperator`` they would be branched on twice, to read them and to apply them.
    @inline(never)
    private static func read(_ bytes: Span<UInt8>) -> OrdinaryBounds {
        var bounds = OrdinaryBounds.all
        var offset = 0
        VersionScanner.skipBlanks(bytes, &offset)
        guard offset < bytes.count else { return unreadable }
        while true {
            let sign = bytes.byte(at: offset)
            let isFollowedByEqual = bytes.byte(at: offset &+ 1) == UInt8(ascii: "=")
            if !VersionScanner.isDigit(sign) {
                guard (UInt8(ascii: "<")...UInt8(ascii: ">")).contains(sign) else { return readUnusual(bytes) }
                offset &+= isFollowedByEqual ? 2 : 1
                VersionScanner.skipBlanks(bytes, &offset)
            }
            let numbers = UsualNumbers(bytes, at: offset)
            guard numbers.count > 0 else { return readUnusual(bytes) }
            bounds.narrow(sign, orEqual: isFollowedByEqual, numbers.words)
            // What may follow without a blank, and a hyphen after one, is for the full parser.
            offset = numbers.end
            guard offset < bytes.count else { return bounds }
            guard VersionScanner.isBlank(numbers.next) else { return unreadable }
            VersionScanner.skipBlanks(bytes, &offset)
            if offset == bytes.count { return bounds }
        }
    }

    /// The same for versions of more or longer numbers, and for all operators but `!=`.
    @inline(never)
    private static func readUnusual(_ bytes: Span<UInt8>) -> OrdinaryBounds {
        var bounds = OrdinaryBounds.all
        var offset = 0
        VersionScanner.skipBlanks(bytes, &offset)
        while offset < bytes.count {
            guard bounds.narrow(bytes, &offset) else { return unreadable }
            VersionScanner.skipBlanks(bytes, &offset)
        }
        return bounds
    }

    /// The bounds of a stretch, or `nil` where one of its cuts is more than words.
    init?(_ stretch: VersionStretch) {
        guard stretch.lower.position.detail == nil, stretch.upper.position.detail == nil else { return nil }
        self.init(lower: stretch.lower.words, upper: stretch.upper.words)
    }

    /// The bounds between two cuts.
    package init(lower: VersionWords, upper: VersionWords) {
        self.lower = lower
        self.upper = upper
    }

    /// The bounds between which every version lies.
    private static var all: OrdinaryBounds {
        OrdinaryBounds(lower: VersionPosition.lowest.words, upper: VersionPosition.highest.words)
    }

    /// The bounds between which no version lies.
    static var none: OrdinaryBounds {
        OrdinaryBounds(lower: VersionPosition.lowest.words, upper: VersionPosition.lowest.words)
    }

    /// The stretch between the bounds, or `nil` where no version lies between them.
    var stretch: VersionStretch? {
        guard lower < upper else { return nil }
        return VersionStretch(
            unchecked: VersionCut(at: VersionPosition(words: lower, detail: nil)),
            VersionCut(at: VersionPosition(words: upper, detail: nil))
        )
    }

    /// Whether a version of any kind lies between the bounds.
    func contains(_ version: AppVersion) -> Bool {
        if version.isOrdinary { return contains(version.words) }
        return stretch?.contains(version) ?? false
    }

    /// Whether an ordinary version with these words lies between the bounds.
    package func contains(_ words: VersionWords) -> Bool {
        lower <= words && words < upper
    }

    /// Whether no version lies between these bounds that does not lie between the others.
    func isWithin(_ other: OrdinaryBounds) -> Bool {
        (other.lower <= lower && upper <= other.upper) || upper <= lower
    }

    /// Reads one comparator up to the blank after it, or says that it is none of the usual ones.
    private mutating func narrow(_ bytes: Span<UInt8>, _ offset: inout Int) -> Bool {
        guard let sign = RequirementOperator(bytes, &offset), sign != .notEqual else { return false }
        if sign != .none { VersionScanner.skipBlanks(bytes, &offset) }
        guard let numbers = VersionNumbers(bytes, &offset), numbers.fitWords, !numbers.hasWildcard else {
            return false
        }
        if offset < bytes.count, !VersionScanner.isBlank(bytes[offset]) { return false }
        guard sign == .tilde || sign == .caret else {
            narrow(sign, numbers.words)
            return true
        }
        let index = sign == .caret ? numbers.leading : min(1, numbers.count - 1)
        guard let next = numbers.wordsBeforeNext(of: index) else { return false }
        lower = max(lower, numbers.words.ranked(VersionWords.Rank.release))
        upper = min(upper, next)
        return true
    }

    /// Narrows the bounds by an operator that compares with the release of some numbers.
    @inline(__always)
    private mutating func narrow(_ sign: RequirementOperator, _ numbers: VersionWords) {
        switch sign {
        case .none, .equal: narrow(UInt8(ascii: "="), orEqual: true, numbers)
        case .below: narrow(UInt8(ascii: "<"), orEqual: false, numbers)
        case .atMost: narrow(UInt8(ascii: "<"), orEqual: true, numbers)
        case .above: narrow(UInt8(ascii: ">"), orEqual: false, numbers)
        case .atLeast: narrow(UInt8(ascii: ">"), orEqual: true, numbers)
        case .notEqual, .tilde, .caret: break
        }
    }

    /// The same by the sign that an operator begins with; one that is neither `<` nor `>` stands for equality.
    @inline(__always)
    private mutating func narrow(_ sign: UInt8, orEqual: Bool, _ numbers: VersionWords) {
        let release = numbers.ranked(VersionWords.Rank.release)
        let afterRelease = numbers.ranked(VersionWords.Rank.afterRelease)
        if sign == UInt8(ascii: ">") {
            lower = max(lower, orEqual ? release : afterRelease)
        } else if sign == UInt8(ascii: "<") {
            upper = min(upper, orEqual ? afterRelease : release)
        } else {
            lower = max(lower, release)
            upper = min(upper, afterRelease)
        }
    }
}
