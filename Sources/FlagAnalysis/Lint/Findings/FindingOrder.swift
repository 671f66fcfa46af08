/// The order of findings: by their places, then by their codes; of equal ones the first found stays first.
///
/// Findings are large, so what counts is packed into two machine words as they are found, and only these are sorted.
/// Then each finding moves once; most stay where they are.
struct FindingOrder: Sendable {
    private struct Key: BitwiseCopyable {
        /// Where the finding begins (a document has less than 4 GiB), and the rank of its code.
        let high: UInt64
        /// Where it ends, and its position.
        let low: UInt64

        static func < (left: Key, right: Key) -> Bool {
            left.high != right.high ? left.high < right.high : left.low < right.low
        }
    }

    private var keys: [Key] = []
    /// Where the keys begin that no group has ended after.
    private var groupStart = 0

    /// More are left to be sorted with all others.
    private static let greatestGroup = 24

    /// Notes the next finding.
    ///
    /// - Parameter rank: The place of its code among all codes in the order of their names.
    mutating func append(_ span: Range<Int>, rank: UInt8) {
        let start = UInt64(truncatingIfNeeded: span.lowerBound)
        let end = UInt64(truncatingIfNeeded: span.upperBound)
        keys.append(
            Key(high: start << 16 | UInt64(rank), low: end << 32 | UInt64(truncatingIfNeeded: keys.count)))
    }

    /// Says that the findings that come next mostly stand behind those that were noted since this was said before.
    ///
    /// The few findings of a setting are in order at once, and then all of them nearly are.
    mutating func endGroup() {
        defer { groupStart = keys.count }
        guard keys.count - groupStart <= Self.greatestGroup else { return }
        for position in (groupStart..<keys.count).dropFirst() {
            let key = keys[position]
            var place = position
            while place > groupStart, key < keys[place - 1] {
                keys[place] = keys[place - 1]
                place -= 1
            }
            keys[place] = key
        }
    }

    /// Sorts the findings that were noted, and forgets them.
    ///
    /// - Complexity: O(*n* log *n*).
    mutating func sort(_ findings: inout [Finding]) {
        keys.sort { $0 < $1 }
        // Where each place has its finding from; a place that is done has it from itself.
        var origins = keys.map { Int(truncatingIfNeeded: $0.low & 0xFFFF_FFFF) }
        for start in origins.indices {
            var place = start
            while origins[place] != start {
                let origin = origins[place]
                findings.swapAt(place, origin)
                origins[place] = place
                place = origin
            }
            origins[place] = place
        }
        self = FindingOrder()
    }
}
