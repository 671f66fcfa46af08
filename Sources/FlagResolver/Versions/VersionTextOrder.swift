/// The order of parts of versions that are kept as text.
///
/// - Complexity: Every function is linear in the shorter text and allocates nothing.
@usableFromInline
enum VersionTextOrder {
    /// How a left side stands to a right side.
    @usableFromInline
    enum Outcome {
        case ascending
        case same
        case descending
    }

    /// The order of two lists of numbers in the form of ``VersionDetail/numbers``.
    ///
    /// A list that ends first is lower, because the other one's last component is not zero.
    static func ofNumbers(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Outcome {
        ofDottedParts(left, right) { ofNumber($0, $1) }
    }

    /// The order of two pre-releases, as in SemVer 2.0.0, section 11.
    static func ofPrereleases(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Outcome {
        ofDottedParts(left, right) { left, right in
            switch (isNumber(left), isNumber(right)) {
            case (true, true): ofNumber(left, right)
            case (true, false): .ascending
            case (false, true): .descending
            case (false, false): ofBytes(left, right)
            }
        }
    }

    /// Compares part by part; where all parts of the shorter list are the same, the shorter list is lower.
    private static func ofDottedParts(
        _ left: Span<UInt8>,
        _ right: Span<UInt8>,
        by order: (Span<UInt8>, Span<UInt8>) -> Outcome
    ) -> Outcome {
        var leftStart = 0
        var rightStart = 0
        while leftStart < left.count, rightStart < right.count {
            let leftEnd = endOfPart(left, from: leftStart)
            let rightEnd = endOfPart(right, from: rightStart)
            let outcome = order(left.extracting(leftStart..<leftEnd), right.extracting(rightStart..<rightEnd))
            if outcome != .same { return outcome }
            leftStart = leftEnd + 1
            rightStart = rightEnd + 1
        }
        return of(leftStart < left.count ? 1 : 0, rightStart < right.count ? 1 : 0)
    }

    private static func endOfPart(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: ".") { end += 1 }
        return end
    }

    private static func isNumber(_ bytes: Span<UInt8>) -> Bool {
        for index in bytes.indices where !VersionScanner.isDigit(bytes[index]) { return false }
        return true
    }

    /// Numbers have no leading zeros, so that the longer one is the larger one.
    private static func ofNumber(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Outcome {
        left.count == right.count ? ofBytes(left, right) : of(left.count, right.count)
    }

    private static func ofBytes(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Outcome {
        let shared = min(left.count, right.count)
        for index in 0..<shared where left[index] != right[index] {
            return left[index] < right[index] ? .ascending : .descending
        }
        return of(left.count, right.count)
    }

    private static func of(_ left: Int, _ right: Int) -> Outcome {
        left < right ? .ascending : left > right ? .descending : .same
    }
}
