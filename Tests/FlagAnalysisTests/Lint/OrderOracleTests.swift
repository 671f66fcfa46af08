import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

/// What the rules about order say of 10,000 small random documents, held against looking at every version.
struct OrderOracleTests {
    private static let documentCount = TestScale.rounds(2_500)
    private static let rules: [any Rule] = [
        EmptyRequirementRule(), ShadowedEntryRule(), RedundantEntryRule(), PartlyShadowedRule(), AmbiguousOrderRule(),
        ValueIslandRule(),
    ]

    @Test(arguments: [UInt64(1), 2, 3, 4])
    func `findings about order are true and complete`(_ seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        var met: [RuleCode: Int] = [:]
        for number in 0..<Self.documentCount {
            // Others wait for these few threads, too.
            if number.isMultiple(of: 20) { await Task.yield() }
            let setting = RandomCellSetting(using: &random)
            let document = try SettingsDocument(parsing: Array(setting.json.utf8))
            let result = DocumentCheck(rules: Self.rules).result(for: CheckedDocument(document))
            let oracle = OrderOracle(setting, document)
            let mistakes = oracle.mistakes(in: result)
            guard mistakes.isEmpty else {
                Issue.record("seed \(seed), document \(number): \(setting.json)\n\(mistakes)")
                return
            }
            for finding in result.findings { met[finding.code, default: 0] += 1 }
        }
        // An oracle that is never asked proves nothing.
        for rule in Self.rules { expect(met[rule.code, default: 0] > TestScale.expected(200), "\(rule.code) \(met)") }
    }
}
