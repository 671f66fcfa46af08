/// Parses a requirement, one comparator after the other.
///
/// The grammar is in `Docs/Versions.md`. The parser checks all of it in one pass from left to right, without recursion and
/// without allocating memory:
///
/// ```text
/// next ─┬─ comparator ─┬─ sign
///       │              └─ ScannedVersion
///       ├─ rangeEnd ───── ScannedVersion
///       └─ separator ──── "||", a comma, whitespace, or the hyphen of a range
/// ```
///
/// For example, `>= 1.4 <2 || 1.0 - 1.2` yields four comparators:
///
/// | sign          | version | range    | alternative |
/// |---------------|---------|----------|-------------|
/// | `.atLeast`    | `1.4`   | 0..<6    | 0           |
/// | `.below`      | `2`     | 7..<9    | 0           |
/// | `.rangeStart` | `1.0`   | 13..<16  | 1           |
/// | `.rangeEnd`   | `1.2`   | 19..<22  | 1           |
///
/// The callers decide what they mean: ``VersionSet/init(utf8:)`` folds them into a set of versions, `flagctl check`
/// inspects their spelling and location, and `flagctl retarget` replaces their versions.
package struct RequirementParser {
    private var offset = 0
    private var alternative = 0
    private var expected = Expected.requirement

    /// What comes next in the text.
    private enum Expected {
        case requirement
        /// The first comparator of an alternative.
        case alternative
        /// Another comparator of the same alternative.
        case comparator
        /// The upper end of a hyphen range.
        case rangeEnd
        case nothing
    }

    package init() {}

    /// The next comparator; `nil` at the end of the requirement.
    ///
    /// - Parameter bytes: The requirement, the same in every call.
    /// - Throws: ``VersionSyntaxError``, with an offset from the start of the requirement.
    package mutating func next(in bytes: Span<UInt8>) throws(VersionSyntaxError) -> VersionComparator? {
        if expected == .requirement {
            offset = bytes.offset(afterBlanksAt: offset)
            guard offset < bytes.count else { throw VersionSyntaxError(.emptyRequirement, in: bytes, at: offset) }
            try checkAlternative(in: bytes)
            expected = .alternative
        }
        switch expected {
        case .nothing: return nil
        case .rangeEnd: return try rangeEnd(in: bytes)
        default: return try comparator(in: bytes)
        }
    }

    // MARK: Comparators

    private mutating func comparator(in bytes: Span<UInt8>) throws(VersionSyntaxError) -> VersionComparator {
        let start = offset
        var sign = try sign(in: bytes)
        let version: ScannedVersion
        if sign == .none, bytes.byte(at: offset) == UInt8(ascii: "*") {
            offset += 1
            sign = .any
            version = ScannedVersion(emptyAt: offset)
        } else {
            if sign != .none { offset = bytes.offset(afterBlanksAt: offset) }
            guard bytes.startsVersion(at: offset) else { throw missingVersion(after: sign, in: bytes) }
            version = try ScannedVersion(bytes, at: offset, allowsWildcard: true)
            offset = version.range.upperBound
            if version.hasWildcard { try checkWildcard(after: sign, in: bytes) }
        }
        let range = start..<offset
        let alternative = alternative
        try separator(isFirst: expected == .alternative, isPlain: sign == .none && !version.hasWildcard, in: bytes)
        if expected == .rangeEnd { sign = .rangeStart }
        return VersionComparator(sign: sign, version: version, range: range, alternative: alternative)
    }

    private mutating func sign(in bytes: Span<UInt8>) throws(VersionSyntaxError) -> VersionComparator.Sign {
        let isFollowedByEqual = bytes.byte(at: offset + 1) == UInt8(ascii: "=")
        let sign: VersionComparator.Sign
        switch bytes.byte(at: offset) {
        case UInt8(ascii: "="): sign = .equal
        case UInt8(ascii: "<"): sign = isFollowedByEqual ? .atMost : .below
        case UInt8(ascii: ">"): sign = isFollowedByEqual ? .atLeast : .above
        case UInt8(ascii: "~") where !isFollowedByEqual: sign = .tilde
        case UInt8(ascii: "^") where !isFollowedByEqual: sign = .caret
        case UInt8(ascii: "!") where isFollowedByEqual: sign = .notEqual
        case let byte where byte.isSign: throw unknownOperator(in: bytes)
        default: return .none
        }
        let end = offset + (isFollowedByEqual ? 2 : 1)
        guard !bytes.byte(at: end).isSign else { throw unknownOperator(in: bytes) }
        offset = end
        return sign
    }

    private func unknownOperator(in bytes: Span<UInt8>) -> VersionSyntaxError {
        var end = offset
        while bytes.byte(at: end).isSign { end += 1 }
        return VersionSyntaxError(.unknownOperator, in: bytes, at: offset, length: end - offset)
    }

    /// The most helpful error for text that does not begin a version.
    private func missingVersion(after sign: VersionComparator.Sign, in bytes: Span<UInt8>) -> VersionSyntaxError {
        switch bytes.byte(at: offset) {
        case UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: "*"):
            VersionSyntaxError(.wildcardWithoutNumber, in: bytes, at: offset)
        case UInt8(ascii: ","):
            VersionSyntaxError(sign == .none ? .misplacedComma : .missingVersion, in: bytes, at: offset, length: 1)
        case UInt8(ascii: "|") where sign == .none:
            VersionSyntaxError(.singleBar, in: bytes, at: offset, length: 1)
        default:
            VersionSyntaxError(sign == .none ? .expectedComparator : .missingVersion, in: bytes, at: offset)
        }
    }

    /// Checks that a wildcard ends its comparator, and follows no operator except `=` or `==`.
    private func checkWildcard(
        after sign: VersionComparator.Sign, in bytes: Span<UInt8>
    ) throws(VersionSyntaxError) {
        guard sign == .none || sign == .equal else {
            throw VersionSyntaxError(.wildcardAfterOperator, in: bytes, at: offset - 1, length: 1)
        }
        let next = bytes.byte(at: offset)
        guard
            offset == bytes.count || next.isBlank || next.isSign || next == UInt8(ascii: ",")
                || next == UInt8(ascii: "|")
        else { throw VersionSyntaxError(.wildcardNotLast, in: bytes, at: offset) }
    }

    // MARK: Separators

    /// Skips the separator after a comparator.
    ///
    /// - Parameters:
    ///   - isFirst: Whether the comparator is the first of its alternative.
    ///   - isPlain: Whether it is a version without an operator and without a wildcard.
    private mutating func separator(
        isFirst: Bool, isPlain: Bool, in bytes: Span<UInt8>
    ) throws(VersionSyntaxError) {
        let start = offset
        offset = bytes.offset(afterBlanksAt: offset)
        guard offset < bytes.count else {
            expected = .nothing
            return
        }
        expected = .comparator
        switch bytes.byte(at: offset) {
        case UInt8(ascii: "|"):
            guard bytes.startsBars(at: offset) else {
                throw VersionSyntaxError(.singleBar, in: bytes, at: offset, length: 1)
            }
            try bars(in: bytes)
        case UInt8(ascii: ","):
            let comma = offset
            offset += 1
            offset = bytes.offset(afterBlanksAt: offset)
            guard offset < bytes.count, bytes.byte(at: offset) != UInt8(ascii: "|") else {
                throw VersionSyntaxError(.misplacedComma, in: bytes, at: comma, length: 1)
            }
        case UInt8(ascii: "-"):
            guard offset > start, bytes.byte(at: offset + 1).isBlank else {
                throw VersionSyntaxError(.hyphenWithoutBlanks, in: bytes, at: offset)
            }
            guard isFirst else { throw VersionSyntaxError(.hyphenNotAlone, in: bytes, at: offset, length: 1) }
            guard isPlain else { throw VersionSyntaxError(.hyphenEndNotPlain, in: bytes, at: offset, length: 1) }
            offset += 1
            offset = bytes.offset(afterBlanksAt: offset)
            expected = .rangeEnd
        case let next where offset == start:
            let kind: VersionSyntaxError.Kind =
                next.isSign || next == UInt8(ascii: "*") ? .missingSeparator : .textAfterVersion
            throw VersionSyntaxError(kind, in: bytes, at: offset)
        default:
            break
        }
    }

    /// Skips `||`, and begins the next alternative.
    private mutating func bars(in bytes: Span<UInt8>) throws(VersionSyntaxError) {
        offset += 2
        offset = bytes.offset(afterBlanksAt: offset)
        try checkAlternative(in: bytes)
        alternative += 1
        expected = .alternative
    }

    private func checkAlternative(in bytes: Span<UInt8>) throws(VersionSyntaxError) {
        let isMissing = offset == bytes.count
        guard !isMissing, !bytes.startsBars(at: offset) else {
            throw VersionSyntaxError(.emptyAlternative, in: bytes, at: offset, length: isMissing ? 0 : 2)
        }
    }

    /// Parses the upper end of a hyphen range, which ends its alternative.
    private mutating func rangeEnd(in bytes: Span<UInt8>) throws(VersionSyntaxError) -> VersionComparator {
        let start = offset
        guard bytes.startsVersion(at: offset) else {
            throw VersionSyntaxError(.hyphenEndNotPlain, in: bytes, at: start)
        }
        let version = try ScannedVersion(bytes, at: start, allowsWildcard: true)
        guard !version.hasWildcard else { throw VersionSyntaxError(.hyphenEndNotPlain, in: bytes, at: start) }
        let result = VersionComparator(
            sign: .rangeEnd, version: version, range: version.range, alternative: alternative)
        offset = bytes.offset(afterBlanksAt: version.range.upperBound)
        if offset == bytes.count {
            expected = .nothing
        } else if bytes.startsBars(at: offset) {
            try bars(in: bytes)
        } else {
            let isSeparated = offset > version.range.upperBound || bytes.byte(at: offset) == UInt8(ascii: ",")
            throw VersionSyntaxError(isSeparated ? .hyphenNotAlone : .textAfterVersion, in: bytes, at: offset)
        }
        return result
    }
}

extension Span<UInt8> {
    fileprivate func startsVersion(at offset: Int) -> Bool {
        byte(at: offset).isDigit || byte(at: offset) | 0x20 == UInt8(ascii: "v")
    }

    fileprivate func startsBars(at offset: Int) -> Bool {
        byte(at: offset) == UInt8(ascii: "|") && byte(at: offset + 1) == UInt8(ascii: "|")
    }
}

extension UInt8 {
    /// Whether operators can contain this character.
    fileprivate var isSign: Bool {
        switch self {
        case UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "~"),
            UInt8(ascii: "^"):
            true
        default: false
        }
    }
}
