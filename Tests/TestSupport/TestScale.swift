#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How much the tests do, as the environment asks: `.ci/endure` runs more than a change has time for.
package enum TestScale {
    /// By how much the rounds of tests are multiplied that kill and starve the store; `TEST_SCALE`, or 1.
    package static let factor = number(named: "TEST_SCALE").map { Int(clamping: max(1, $0)) } ?? 1

    /// What is added to the seed of every random source: `TEST_SEED`, or 0, with which each run has the same values.
    package static let seed = number(named: "TEST_SEED") ?? 0

    private static func number(named name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }
}
