import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

/// The cases of random documents are compared with the resolution of every combination of boundary values.
struct CaseOracleTests {
    private static let documentCount = max(4, TestScale.rounds(24))

    @Test(arguments: 0..<4)
    func `cases are disjoint, complete and correct, and none is empty`(part: Int) async throws {
        for number in 0..<Self.documentCount / 4 {
            await Task.yield()
            var sample = try TargetedSample(seed: UInt64(part * 1_000_000 + number), axisCount: 2 + number % 4)
            let settings = sample.settings()
            let document = try TargetedSample.document(settings)
            let space = CaseSpace(document)
            let contexts = sample.someContexts
            for setting in document.indices {
                let winners = try space.winners(of: setting)
                let cases = try space.cases(of: winners)
                var metCases: Set<Int> = []
                for context in contexts {
                    guard let version = context.appVersion else { continue }
                    let resolution = document.resolve(setting, for: context)
                    let first = document.loaded[setting].firstEntry.position
                    let expected = resolution.entry.map { $0.position - first + 1 } ?? 0
                    let containing = cases.indices.filter { space.contains(cases[$0], version, context) }
                    // A check of each context would take longer than what it checks: there are 10^8 of them in a long run.
                    let leaves = containing.map { cases[$0].decision.leaf }
                    let leaf = space.leaf(of: winners, for: version, context)
                    if leaves != [expected] || leaf != expected {
                        Issue.record(
                            """
                            \(settings) \(document.name(of: setting)) \(context): expected \(expected), found \(leaves) among the \
                            cases, and \(leaf)
                            """)
                    }
                    metCases.formUnion(containing)
                }
                // Without a version axis, contexts have no version, and with many axes they are only some.
                guard contexts.count == sample.contexts.count, !metCases.isEmpty else { continue }
                expectEqual(metCases.count, cases.count, "\(settings) \(document.name(of: setting))")
            }
        }
    }

    @Test func `a setting that is restricted to a context has the value of that context`() throws {
        for number in 0..<200 {
            var sample = try TargetedSample(seed: UInt64(8_000_000 + number))
            let settings = sample.settings()
            let document = try TargetedSample.document(settings)
            let space = CaseSpace(document)
            for setting in document.indices {
                let cases = try #require(try SettingFunction(of: setting, in: space))
                for context in sample.someContexts.prefix(50) {
                    guard let version = context.appVersion else { continue }
                    let fixed = try cases.fixing(space.fixedAxes(of: context, isComplete: true))
                    let winner = fixed.winners.value(at: fixed.winners.index(containing: version)).winner
                    let expected = document.resolve(setting, for: context).value
                    expectEqual(winner.map { fixed.value(of: $0) }, expected, "\(settings) \(context)")
                }
            }
        }
    }

    @Test(arguments: 0..<2)
    func `entries that are duplicated, or exchanged where they are disjoint, make no difference`(part: Int) throws {
        for number in 0..<Self.documentCount / 2 {
            var sample = try TargetedSample(seed: UInt64(5_000_000 + part * 1_000_000 + number))
            let settings = sample.settings()
            let other = try Self.rewritten(settings, index: number)
            let old = try TargetedSample.document(settings)
            let new = try TargetedSample.document(other)
            let space = CaseSpace(old, new)
            for setting in old.indices {
                let before = try #require(try SettingFunction(of: setting, in: space))
                let after = try #require(try SettingFunction(of: setting, in: space, side: .second))
                let comment: Comment = "\(settings) \(other)"
                try expectEqual(Self.values(before, of: old), Self.values(after, of: new), comment)
            }
        }
    }

    @Test(arguments: [(3, 300), (40, 300), (300, 400)])
    func `the first of many entries that matches wins`(countryCount: Int, entryCount: Int) throws {
        var random = SeededRandom(seed: UInt64(countryCount))
        func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
        let entries = (0..<entryCount).map { index in
            var conditions = [#""when": {"country": "c\#(number(countryCount))"}"#]
            if number(3) > 0 { conditions.append(#""appVersion": "\#([">=", "<"][number(2)])1.\#(number(100)).0""#) }
            if number(3) == 0 { conditions.append(#""rollout": {"percent": 50, "salt": "a"}"#) }
            return (conditions: conditions.joined(separator: ", "), value: "\(index.isMultiple(of: 2))")
        }
        let document = try TargetedSample.document([entries])
        let space = CaseSpace(document)
        let winners = try space.winners(of: SettingIndex(0))
        for _ in 0..<2_000 {
            let text =
                #"{"appVersion": "1.\#(number(101)).0", "country": "c\#(number(countryCount + 1))", "#
                + #""targetingKey": "user-\#(number(50))"}"#
            var issues: [SettingIssue] = []
            let context = try EvaluationContext(parsing: [UInt8](text.utf8), issues: &issues)
            let expected = document.resolve(SettingIndex(0), for: context).entry.map { $0.position + 1 } ?? 0
            let found = space.leaf(of: winners, for: try #require(context.appVersion), context)
            expectEqual(found, expected, "\(text)")
        }
    }

    /// The cases of a setting, with its values as text.
    private static func values(_ cases: SettingFunction, of document: SettingsDocument) throws -> [String] {
        try cases.space.cases(of: cases.valueMap()).map { item in
            let value = String(
                decoding: document.tree.text(of: cases.value(of: item.decision.winner ?? .default)), as: UTF8.self)
            return "\(cases.space.text(of: item) ?? "everybody"): \(value)"
        }
    }

    /// Settings with the same meaning: one entry is repeated after itself, and disjoint neighbours are exchanged.
    private static func rewritten(
        _ settings: [TargetedSample.Entries], index: Int
    ) throws -> [TargetedSample.Entries] {
        var settings = settings
        for setting in settings.indices {
            let repeated = index % settings[setting].count
            let (conditions, value) = settings[setting][repeated]
            // A value of another type than the default never wins.
            let hidden = ["true": "false", "false": "true"][value] ?? value
            settings[setting].insert((conditions, hidden), at: repeated + 1)
        }
        let document = try TargetedSample.document(settings)
        let space = CaseSpace(document)
        for setting in settings.indices {
            let conditions = try space.conditions(of: SettingIndex(setting))
            var position = 0
            while position + 1 < conditions.count {
                let both = try space.all(conditions[position...(position + 1)])
                if both == CaseMap(.no) {
                    settings[setting].swapAt(position, position + 1)
                    position += 1
                }
                position += 1
            }
        }
        return settings
    }
}
