/// Sorts findings by their places, then by their codes; of equal ones the first found stays first.
///
/// Findings are large, so what counts is packed into two machine words, and only these are moved about.
enum FindingOrder {
    private struct Key {
        /// Where the finding begins (a document has less than 4 GiB), and the rank of its code.
        let high: UInt64
        /// Where it ends, and its position.
        let low: UInt64

        static func < (left: Key, right: Key) -> Bool {
            left.high != right.high ? left.high < right.high : left.low < right.low
        }
    }

    /// - Complexity: O(*n* log *n*).
    static func sorted(_ findings: [Finding]) -> [Finding] {
        let codes = RuleCode.allCases.sorted { $0.rawValue < $1.rawValue }
        let ranks = Dictionary(uniqueKeysWithValues: codes.enumerated().map { ($1, UInt64($0)) })
        var keys: [Key] = []
        keys.reserveCapacity(findings.count)
        for position in findings.indices {
            let span = findings[position].span
            let start = UInt64(truncatingIfNeeded: span.lowerBound)
            let end = UInt64(truncatingIfNeeded: span.upperBound)
            keys.append(
                Key(
                    high: start << 16 | (ranks[findings[position].code] ?? 0),
                    low: end << 32 | UInt64(truncatingIfNeeded: position)))
        }
        keys.sort { $0 < $1 }
        return keys.map { findings[Int(truncatingIfNeeded: $0.low & 0xFFFF_FFFF)] }
    }
}
