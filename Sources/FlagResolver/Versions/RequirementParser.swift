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
        let isComparator = RequirementOperator.isSign(bytes[offset]) || bytes[offset] == UInt8(ascii: "*")
        return VersionSyntaxError(isComparator ? .missingSeparator : .textAfterVersion, in: bytes, at: offset)
    }

    /// Reads one comparator and narrows the alternative by it; says whether it was a version without an operator.
    @inline(__always)
    private static func comparator(
        _ bytes: Span<UInt8>,
        _ offset: inout Int,
        _ result: inout Alternative
    ) throws(VersionSyntaxError) -> Bool {
        guard let sign = RequirementOperator(bytes, &offset) else { throw unknownOperator(bytes, at: offset) }
        if sign == .none {
            if bytes[offset] == UInt8(ascii: "*") {
                offset += 1
                return false
            }
        } else {
            VersionScanner.skipBlanks(bytes, &offset)
        }
        guard startsVersion(bytes, offset) else { throw missingVersion(bytes, offset, after: sign) }
        guard let numbers = VersionNumbers(bytes, &offset) else {
            throw VersionSyntaxError(.expectedNumber, in: bytes, at: offset)
        }
        if numbers.hasWildcard {
            try checkWildcard(before: offset, after: sign, in: bytes)
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

    @inline(never)
    private static func unknownOperator(_ bytes: Span<UInt8>, at start: Int) -> VersionSyntaxError {
        var end = start
        while end < bytes.count, RequirementOperator.isSign(bytes[end]) { end += 1 }
        return VersionSyntaxError(.unknownOperator, in: bytes, at: start, length: end - start)
    }

    private static func startsVersion(_ bytes: Span<UInt8>, _ offset: Int) -> Bool {
        offset < bytes.count && (VersionScanner.isDigit(bytes[offset]) || bytes[offset] | 0x20 == UInt8(ascii: "v"))
    }

    /// The best reason for refusing what does not begin a version.
    @inline(never)
    private static func missingVersion(
        _ bytes: Span<UInt8>,
        _ offset: Int,
        after sign: RequirementOperator
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
        before next: Int,
        after sign: RequirementOperator,
        in bytes: Span<UInt8>
    ) throws(VersionSyntaxError) {
        guard sign == .none || sign == .equal else {
            throw VersionSyntaxError(.wildcardAfterOperator, in: bytes, at: next - 1, length: 1)
        }
        guard next < bytes.count else { return }
        switch bytes[next] {
        case let byte where VersionScanner.isBlank(byte): return
        case UInt8(ascii: ","), UInt8(ascii: "|"): return
        case let byte where RequirementOperator.isSign(byte): return
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
        guard startsVersion(bytes, offset) else { throw VersionSyntaxError(.hyphenEndNotPlain, in: bytes, at: start) }
        guard let numbers = VersionNumbers(bytes, &offset) else {
            throw VersionSyntaxError(.expectedNumber, in: bytes, at: offset)
        }
        guard !numbers.hasWildcard else { throw VersionSyntaxError(.hyphenEndNotPlain, in: bytes, at: start) }
        let upper = try VersionScanner.version(numbers, bytes, &offset).position.withoutBuild
        // The plain version before the hyphen was read as exactly that version.
        result.upper = VersionCut(at: upper.after)
        let upperEnd = offset
        VersionScanner.skipBlanks(bytes, &offset)
        guard offset == bytes.count || startsBars(bytes, offset) else {
            let kind: VersionSyntaxError.Kind =
                offset > upperEnd || bytes[offset] == UInt8(ascii: ",") ? .hyphenNotAlone : .textAfterVersion
            throw VersionSyntaxError(kind, in: bytes, at: offset)
        }
    }
}
