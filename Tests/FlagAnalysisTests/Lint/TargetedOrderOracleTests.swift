import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

/// What `check` says about entries that never match or never win is compared with the resolution of every context.
struct TargetedOrderOracleTests {
    private static let documentCount = TestScale.rounds(400)
    private static let neverMatches: Set<RuleCode> = [
        .emptyCondition, .emptyRequirement, .emptySchedule, .constantRollout, .unknownRequires, .requiresNotBoolean,
        .requiresNeverTrue, .contradictoryRequires,
    ]

    @Test(arguments: 0..<4)
    func `findings about entries that never win are true and complete`(part: Int) async throws {
        var met: [RuleCode: Int] = [:]
        for number in 0..<Self.documentCount / 4 {
            await Task.yield()
            var sample = try TargetedSample(seed: UInt64(part * 10_000 + number))
            let settings = sample.settings()
            let document = try TargetedSample.document(settings)
            let findings = DocumentCheck(rules: Rules.all).result(for: CheckedDocument(document)).findings
            for finding in findings { met[finding.code, default: 0] += 1 }
            // Each entry alone, in a setting of its own.
            let alone = try TargetedSample.document(
                settings,
                extra: settings.enumerated().flatMap { index, entries in
                    entries.enumerated().map { position, entry in
                        "\"s\(index)e\(position)\": \(TargetedSample.setting([(entry.conditions, "true")]))"
                    }
                })
            for index in settings.indices {
                let setting = SettingIndex(index)
                guard document.loaded.testsMoreThanVersion(setting) else { continue }
                let resolutions = sample.contexts.map { (context: $0, result: document.resolve(setting, for: $0)) }
                for (position, entry) in document.entries(of: setting).enumerated() {
                    let name = try #require(alone.index(named: "s\(index)e\(position)"))
                    let matching = resolutions.filter { alone.resolve(name, for: $0.context).kind == .true }.map(
                        \.result)
                    let wins = matching.contains { $0.entry == document.loaded[setting].entry(at: position) }
                    let isSame = matching.allSatisfy { resolution in
                        resolution.value.map { document.tree.isEqual($0, to: document.tree, Int(entry.value)) } ?? false
                    }
                    let span = document.tree.nodes[Int(entry.node)].span
                    let codes = Set(findings.filter { span.contains($0.span.lowerBound) }.map(\.code))
                    let comment: Comment = "\(settings) s\(index)[\(position)] \(codes)"
                    expectEqual(codes.contains(.redundantEntry), (!matching.isEmpty && !wins && isSame), comment)
                    expectEqual(codes.contains(.shadowedEntry), (!matching.isEmpty && !wins && !isSame), comment)
                    if codes.contains(.emptyCondition) || codes.contains(.contradictoryRequires) {
                        expect(matching.isEmpty, comment)
                    }
                    if matching.isEmpty, !entry.hasPrerequisite(in: document) {
                        expect(!codes.isDisjoint(with: Self.neverMatches), comment)
                    }
                }
            }
        }
        for code: RuleCode in [.emptyCondition, .shadowedEntry, .redundantEntry] where TestScale.isFull {
            expect(met[code, default: 0] > 5, "\(code) \(met)")
        }
    }
}

extension EntryRecord {
    fileprivate func hasPrerequisite(in document: SettingsDocument) -> Bool {
        document.tree.member(named: "requires" as String, of: Int(node)) != nil
    }
}
