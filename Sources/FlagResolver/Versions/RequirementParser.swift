/// Reads a requirement: alternatives separated by `||`, each of comparators that must all hold.
///
/// The grammar is in `Docs/Versions.md`. It needs no recursion, and one pass from left to right.
enum RequirementParser {
    static func set(_ bytes: Span<UInt8>) throws(VersionSyntaxError) -> VersionSet {
        var offset = 0
        VersionScanner.skipBlanks(bytes, &offset)
        guard offset < bytes.count else { throw VersionSyntaxError(.emptyRequirement, in: bytes, at: offset) }
        let first = try alternative(bytes, &offset)
        if offset == bytes.count, first.exclusions.isEmpty {
            return VersionSet(from: first.lower, to: first.upper)
        }
        var stretches: [VersionStretch] = []
        first.appendStretches(to: &stretches)
        while offset < bytes.count {
            // An alternative ends at the end of the text or before two bars.
            offset += 2
            VersionScanner.skipBlanks(bytes, &offset)
            try alternative(bytes, &offset).appendStretches(to: &stretches)
        }
        return VersionSet(stretches)
    }

    /// What the comparators of one alternative leave over.
    private struct Alternative {
        var lower = VersionCut.lowest
        var upper = VersionCut.highest
        var exclusions: [VersionStretch] = []

        @inline(__always)
        mutating func intersect(_ lower: VersionCut, _ upper: VersionCut) {
            raiseLower(to: lower)
            lowerUpper(to: upper)
        }

        @inline(__always)
        mutating func raiseLower(to cut: VersionCut) {
            if lower < cut { lower = cut }
        }

        @inline(__always)
        mutating func lowerUpper(to cut: VersionCut) {
            if cut < upper { upper = cut }
        }

        func appendStretches(to stretches: inout [VersionStretch]) {
            guard let whole = VersionStretch(from: lower, to: upper) else { return }
            guard !exclusions.isEmpty else {
                stretches.append(whole)
                return
            }
            let remaining = VersionSet(whole).subtracting(VersionSet(exclusions))
            stretches.append(contentsOf: remaining.stretches)
        }
    }

    private enum Operator {
        case none
        case equal
        case notEqual
        case below
        case atMost
        case above
        case atLeast
        case tilde
        case caret
    }

    /// Reads comparators up to the end of the text or to `||`, and blanks after them.
    @inline(__always)
    private static func alternative(
        _ bytes: Span<UInt8>,
        _ offset: inout Int
    ) throws(VersionSyntaxError) -> Alternative {
        var result = Alternative()
        guard offset < bytes.count, !startsBars(bytes, offset) else {
            throw VersionSyntaxError(.emptyAlternative, in: bytes, at: offset, length: offset < bytes.count ? 2 : 0)
        }
        var isFirst = true
        while true {
            let isPlain = try comparator(bytes, &offset, &result)
            let end = offset
            VersionScanner.skipBlanks(bytes, &offset)
            guard offset < bytes.count else { return result }
            switch bytes[offset] {
            case UInt8(ascii: "|"):
                guard startsBars(bytes, offset) else {
                    throw VersionSyntaxError(.singleBar, in: bytes, at: offset, length: 1)
                }
                return result
            case UInt8(ascii: ","):
                let comma = offset
                offset += 1
                VersionScanner.skipBlanks(bytes, &offset)
                guard offset < bytes.count, bytes[offset] != UInt8(ascii: "|") else {
                    throw VersionSyntaxError(.misplacedComma, in: bytes, at: comma, length: 1)
                }
            case UInt8(ascii: "-"):
                try hyphen(bytes, &offset, after: end, isPlain: isPlain, isFirst: isFirst, &result)
                return result
            default:
                guard offset > end else { throw missingSeparator(bytes, at: offset) }
            }
            isFirst = false
        }
    }

    private static func startsBars(_ bytes: Span<UInt8>, _ offset: Int) -> Bool {
        bytes[offset] == UInt8(ascii: "|") && offset + 1 < bytes.count && bytes[offset + 1] == UInt8(ascii: "|")
    }

    /// The error for something that follows a comparator at once.
    @inline(never)
    private static func missingSeparator(_ bytes: Span<UInt8>, at offset: Int) -> VersionSyntaxError {
        switch bytes[offset] {
        case UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "~"),
            UInt8(ascii: "^"), UInt8(ascii: "*"):
            VersionSyntaxError(.missingSeparator, in: bytes, at: offset)
        default:
            VersionSyntaxError(.textAfterVersion, in: bytes, at: offset)
        }
    }

    /// Reads one comparator and narrows the alternative by it; says whether it was a version without an operator.
    @inline(__always)
    private static func comparator(
        _ bytes: Span<UInt8>,
        _ offset: inout Int,
        _ result: inout Alternative
    ) throws(VersionSyntaxError) -> Bool {
        let start = offset
        let sign = try readOperator(bytes, &offset)
        if sign == .none {
            if bytes[offset] == UInt8(ascii: "*") {
                offset += 1
                return false
            }
        } else {
            VersionScanner.skipBlanks(bytes, &offset)
        }
        try expectVersion(bytes, offset, after: sign, from: start)
        let numbers = try VersionNumbers(bytes, &offset)
        if let wildcard = numbers.wildcard {
            try checkWildcard(at: wildcard, after: sign, in: bytes)
            result.intersect(
                VersionCut(at: numbers.placeBeforeAll(in: bytes)),
                VersionCut(at: numbers.placeBeforeNext(of: numbers.count - 1, in: bytes))
            )
            return false
        }
        let position = try VersionScanner.version(numbers, bytes, &offset).position.withoutBuild
        switch sign {
        case .none, .equal: result.intersect(VersionCut(at: position), VersionCut(at: position.after))
        case .notEqual: result.exclusions.append(VersionStretch(AppVersion(at: position)))
        case .below: result.lowerUpper(to: VersionCut(at: position))
        case .atMost: result.lowerUpper(to: VersionCut(at: position.after))
        case .above: result.raiseLower(to: VersionCut(at: position.after))
        case .atLeast: result.raiseLower(to: VersionCut(at: position))
        case .tilde:
            let next = numbers.placeBeforeNext(of: min(1, numbers.count - 1), in: bytes)
            result.intersect(VersionCut(at: position), VersionCut(at: next))
        case .caret:
            let next = numbers.placeBeforeNext(of: numbers.leading, in: bytes)
            result.intersect(VersionCut(at: position), VersionCut(at: next))
        }
        return sign == .none
    }

    @inline(__always)
    private static func readOperator(
        _ bytes: Span<UInt8>,
        _ offset: inout Int
    ) throws(VersionSyntaxError) -> Operator {
        let start = offset
        let isFollowedByEqual = offset + 1 < bytes.count && bytes[offset + 1] == UInt8(ascii: "=")
        let sign: Operator
        switch bytes[offset] {
        case UInt8(ascii: ">"): sign = isFollowedByEqual ? .atLeast : .above
        case UInt8(ascii: "<"): sign = isFollowedByEqual ? .atMost : .below
        case UInt8(ascii: "="): sign = .equal
        case UInt8(ascii: "~"): sign = .tilde
        case UInt8(ascii: "^"): sign = .caret
        case UInt8(ascii: "!") where isFollowedByEqual: sign = .notEqual
        case UInt8(ascii: "!"): throw unknownOperator(bytes, at: start)
        default: return .none
        }
        let mayTakeEqual = sign != .tilde && sign != .caret
        offset += isFollowedByEqual && mayTakeEqual ? 2 : 1
        if offset < bytes.count, isOperatorSign(bytes[offset]) { throw unknownOperator(bytes, at: start) }
        return sign
    }

    private static func isOperatorSign(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "~"),
            UInt8(ascii: "^"):
            true
        default: false
        }
    }

    @inline(never)
    private static func unknownOperator(_ bytes: Span<UInt8>, at start: Int) -> VersionSyntaxError {
        var end = start
        while end < bytes.count, isOperatorSign(bytes[end]) { end += 1 }
        return VersionSyntaxError(.unknownOperator, in: bytes, at: start, length: end - start)
    }

    /// Refuses, with the best reason, what cannot begin a version.
    @inline(__always)
    private static func expectVersion(
        _ bytes: Span<UInt8>,
        _ offset: Int,
        after sign: Operator,
        from start: Int
    ) throws(VersionSyntaxError) {
        guard offset < bytes.count, VersionScanner.isDigit(bytes[offset]) || bytes[offset] | 0x20 == UInt8(ascii: "v")
        else { throw missingVersion(bytes, offset, after: sign) }
    }

    @inline(never)
    private static func missingVersion(
        _ bytes: Span<UInt8>,
        _ offset: Int,
        after sign: Operator
    ) -> VersionSyntaxError {
        guard offset < bytes.count else { return VersionSyntaxError(.missingVersion, in: bytes, at: offset) }
        switch bytes[offset] {
        case UInt8(ascii: ","):
            return VersionSyntaxError(
                sign == .none ? .misplacedComma : .missingVersion, in: bytes, at: offset, length: 1)
        case UInt8(ascii: "|"):
            if sign == .none { return VersionSyntaxError(.singleBar, in: bytes, at: offset, length: 1) }
            return VersionSyntaxError(.missingVersion, in: bytes, at: offset)
        case let byte where VersionScanner.isWildcard(byte):
            return VersionSyntaxError(.wildcardWithoutNumber, in: bytes, at: offset)
        default:
            return VersionSyntaxError(sign == .none ? .expectedComparator : .missingVersion, in: bytes, at: offset)
        }
    }

    /// Accepts a wildcard that is the last part of its comparator, bare or after `=` and `==`.
    private static func checkWildcard(
        at wildcard: Int,
        after sign: Operator,
        in bytes: Span<UInt8>
    ) throws(VersionSyntaxError) {
        guard sign == .none || sign == .equal else {
            throw VersionSyntaxError(.wildcardAfterOperator, in: bytes, at: wildcard, length: 1)
        }
        let next = wildcard + 1
        guard next < bytes.count else { return }
        switch bytes[next] {
        case let byte where VersionScanner.isBlank(byte): return
        case UInt8(ascii: ","), UInt8(ascii: "|"): return
        case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: "~"),
            UInt8(ascii: "^"):
            return
        default: throw VersionSyntaxError(.wildcardNotLast, in: bytes, at: next)
        }
    }

    /// Reads the rest of a hyphen range, whose lower end has narrowed the alternative already.
    @inline(never)
    private static func hyphen(
        _ bytes: Span<UInt8>,
        _ offset: inout Int,
        after end: Int,
        isPlain: Bool,
        isFirst: Bool,
        _ result: inout Alternative
    ) throws(VersionSyntaxError) {
        let hyphen = offset
        offset += 1
        guard hyphen > end, offset < bytes.count, VersionScanner.isBlank(bytes[offset]) else {
            throw VersionSyntaxError(.hyphenWithoutBlanks, in: bytes, at: hyphen)
        }
        guard isFirst else { throw VersionSyntaxError(.hyphenNotAlone, in: bytes, at: hyphen, length: 1) }
        guard isPlain else { throw VersionSyntaxError(.hyphenEndNotPlain, in: bytes, at: hyphen, length: 1) }
        VersionScanner.skipBlanks(bytes, &offset)
        let start = offset
        guard offset < bytes.count, VersionScanner.isDigit(bytes[offset]) || bytes[offset] | 0x20 == UInt8(ascii: "v")
        else { throw VersionSyntaxError(.hyphenEndNotPlain, in: bytes, at: start) }
        let numbers = try VersionNumbers(bytes, &offset)
        guard numbers.wildcard == nil else { throw VersionSyntaxError(.hyphenEndNotPlain, in: bytes, at: start) }
        let upper = try VersionScanner.version(numbers, bytes, &offset).position.withoutBuild
        // The plain version before the hyphen was read as exactly that version.
        result.upper = VersionCut(at: upper.after)
        let upperEnd = offset
        VersionScanner.skipBlanks(bytes, &offset)
        guard offset == bytes.count || startsBars(bytes, offset) else {
            let kind: VersionSyntaxError.Kind = offset == upperEnd ? .textAfterVersion : .hyphenNotAlone
            throw VersionSyntaxError(kind, in: bytes, at: offset)
        }
    }
}
