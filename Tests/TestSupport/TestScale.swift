package import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How much the tests do, set by the environment.
///
/// Tests that search exhaustively or at random do an eighth of their work unless `TEST_SCALE` is set, so that `swift test` takes
/// minutes. `.ci/run` repeats them with `TEST_SCALE=1`, and `.ci/endure` with more than there is time for on each change.
package enum TestScale {
    private static let factor = number(named: "TEST_SCALE").map { Int(clamping: max(1, $0)) }

    /// Whether tests do all their work: `TEST_SCALE` is set.
    package static let isFull = factor != nil

    /// Whether tests do more than all their work.
    package static let isEndurance = (factor ?? 1) > 1

    /// How often to do something that is done `count` times with `TEST_SCALE=1`; at least once.
    package static func rounds(_ count: Int) -> Int {
        guard let factor else { return max(1, count / 8) }
        let (product, overflow) = count.multipliedReportingOverflow(by: factor)
        return overflow ? .max : product
    }

    /// All of some rows, or every sixth: for rows that each take a second or more.
    package static func sample<Row>(_ rows: [Row]) -> [Row] {
        isFull ? rows : stride(from: 0, to: rows.count, by: 6).map { rows[$0] }
    }

    /// How many of `count` findings, which all rounds have to make, the rounds of this run have to make.
    package static func expected(_ count: Int) -> Int { isFull ? count : count / 16 }

    /// Changes the seeds of all random sources: `TEST_SEED`, or 0, which gives every run the same values.
    package static let seed = number(named: "TEST_SEED") ?? 0

    private static func number(named name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }
}

extension Trait where Self == ConditionTrait {
    /// The test takes long, and runs only with `TEST_SCALE`.
    package static var long: Self { .enabled(if: TestScale.isFull, "it takes long; set TEST_SCALE=1 to run it") }
}
