#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How much the tests do, set by the environment: `.ci/endure` runs more than there is time for on each change.
package enum TestScale {
    /// The factor for the rounds of tests that kill and starve the store: `TEST_SCALE`, or 1.
    package static let factor = number(named: "TEST_SCALE").map { Int(clamping: max(1, $0)) } ?? 1

    /// Changes the seeds of all random sources: `TEST_SEED`, or 0, which gives every run the same values.
    package static let seed = number(named: "TEST_SEED") ?? 0

    private static func number(named name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }
}
