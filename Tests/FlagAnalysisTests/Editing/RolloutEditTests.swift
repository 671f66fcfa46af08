import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

struct RolloutEditTests {
    private func document(_ entries: String) throws -> SettingsDocument {
        try SettingsDocument(
            parsing: [UInt8](#"{"a": true, "s": {"defaultValue": 0, "valuesByVersion": [\#(entries)]}}"#.utf8))
    }

    @Test(
        arguments: [
            ("25", 25_000, "25"), ("25.0", 25_000, "25"), ("2.5e1", 25_000, "25"), ("0", 0, "0"), ("-0", 0, "0"),
            ("100", 100_000, "100"), ("12.5", 12_500, "12.5"), ("0.001", 1, "0.001"), ("99.999", 99_999, "99.999"),
            ("0.010", 10, "0.01"), ("33.330", 33_330, "33.33"),
        ])
    func `a percentage has at most three decimals, and one spelling`(_ text: String, _ count: Int, _ written: String) {
        expectEqual(RolloutPercentage(parsing: text)?.bucketCount, count)
        expectEqual(RolloutPercentage(bucketCount: count).description, written)
    }

    @Test(arguments: [
        "", "-1", "100.001", "101", "0.0001", "25%", "x", "true", "\"25\"", "[25]", "1 2", "٢٥", "1e99", "NaN",
    ])
    func `other texts are not percentages`(_ text: String) {
        expectNil(RolloutPercentage(parsing: text))
    }

    @Test func `the smallest percentage that includes a bucket is exact`() throws {
        for bucket in [0, 1, 999, 1_000, 20_957, 72_469, 99_998, 99_999] {
            let percentage = RolloutPercentage.including(bucket: bucket)
            expect(bucket < percentage.bucketCount && bucket >= percentage.bucketCount - 1)
            expectEqual(RolloutPercentage(parsing: percentage.description), percentage)
        }
    }

    @Test func `only the number changes, whatever the formatting is`() throws {
        let text =
            "{ \"s\":\r\n\t{\"valuesByVersion\" : [ {\"rollout\":{ \"percent\" :2.50e1 ,\"salt\":\"x\"}, \"value\":1 } ],\r\n \"defaultValue\":0}}\n\n"
        let original = try SettingsDocument(parsing: [UInt8](text.utf8))
        let percentage = try #require(RolloutPercentage(parsing: "37.5"))
        let edit = try RolloutEdit(original, setting: "s", entry: nil, percentage: percentage)
        let bytes = try #require(edit.edited?.tree.bytes)
        expectEqual(String(decoding: bytes, as: UTF8.self), text.replacing("2.50e1", with: "37.5"))
        expect(edit.before.bucketCount == 25_000 && edit.after == percentage)
        expect(edit.salt == "x" && edit.attribute == "targetingKey")
    }

    @Test func `the same percentage in another spelling is no change`() throws {
        let original = try document(#"{"rollout": {"percent": 25.0, "salt": "x", "by": "team"}, "value": 1}"#)
        let edit = try RolloutEdit(
            original, setting: "s", entry: nil, percentage: RolloutPercentage(bucketCount: 25_000))
        expectNil(edit.edited)
        expectEqual(edit.attribute, "team")
    }

    private static let rollout = #""rollout": {"percent": 10, "salt": "x"}, "value": 1"#

    @Test(
        arguments: [
            (#"{"name": "a", \#(rollout)}, {"name": "b", \#(rollout)}"#, "b", 1),
            (#"{\#(rollout)}, {"name": "b", \#(rollout)}"#, "entry-1", 0),
            // A name takes precedence over a number.
            (#"{"name": "entry-2", \#(rollout)}, {\#(rollout)}"#, "entry-2", 0),
            (#"{"appVersion": "*", "value": 2}, {\#(rollout)}"#, nil, 1),
            // Malformed entries count.
            (#"{"appVersion": "x", "value": 2}, {\#(rollout)}"#, "entry-2", 1),
        ] as [(String, String?, Int)])
    func `an entry is chosen by its name or its number`(_ entries: String, _ label: String?, _ expected: Int) throws {
        let original = try document(entries)
        let edit = try RolloutEdit(original, setting: "s", entry: label, percentage: RolloutPercentage(bucketCount: 1))
        expectEqual(Int(original.loaded[edit.entry].documentIndex), expected)
    }

    private enum Kind: Equatable {
        case unknownSetting, noRollout, severalRollouts, unknownEntry, severalEntries, malformedEntry, withoutRollout
        case list, slice

        init(_ refusal: RolloutEdit.Refusal) {
            self =
                switch refusal {
                case .unknownSetting: .unknownSetting
                case .noRollout: .noRollout
                case .severalRollouts: .severalRollouts
                case .unknownEntry: .unknownEntry
                case .severalEntries: .severalEntries
                case .malformedEntry: .malformedEntry
                case .entryWithoutRollout: .withoutRollout
                case .severalConditions: .list
                case .slice: .slice
                case .failedVerification: .list
                }
        }
    }

    private static let refusals: [(String, String, String?, Kind)] = [
        ("", "t", nil, .unknownSetting), ("", "s", nil, .noRollout), ("", "a", nil, .noRollout),
        ("", "a", "x", .noRollout),
        (#"{"appVersion": "*", "value": 1}"#, "s", nil, .noRollout),
        (#"{"name": "n", "appVersion": "*", "value": 1}"#, "s", "n", .withoutRollout),
        (#"{\#(rollout)}, {\#(rollout)}"#, "s", nil, .severalRollouts),
        (#"{\#(rollout)}"#, "s", "other", .unknownEntry), (#"{\#(rollout)}"#, "s", "entry-2", .unknownEntry),
        (#"{"name": "n", \#(rollout)}, {"name": "n", \#(rollout)}"#, "s", "n", .severalEntries),
        (#"{"name": "n", "appVersion": "x", \#(rollout)}"#, "s", "n", .malformedEntry),
        (#"{"appVersion": "x", \#(rollout)}"#, "s", "entry-1", .malformedEntry),
        (#"{\#(rollout)}, 5"#, "s", "entry-2", .malformedEntry),
        (#"{"rollout": {"percent": [0, 10], "salt": "x"}, "value": 1}"#, "s", nil, .slice),
        (#"{"rollout": {"percent": [[0, 10], [20, 30]], "salt": "x"}, "value": 1}"#, "s", nil, .slice),
        (#"{"rollout": [{"percent": 10, "salt": "x"}], "value": 1}"#, "s", nil, .list),
    ]

    @Test(arguments: refusals.indices)
    func `what one percentage does not determine is refused`(_ index: Int) throws {
        let (entries, name, label, expected) = Self.refusals[index]
        let original = try document(entries)
        do throws(RolloutEdit.Refusal) {
            _ = try RolloutEdit(original, setting: name, entry: label, percentage: RolloutPercentage(bucketCount: 1))
            Issue.record("not refused")
        } catch {
            expectEqual(Kind(error), expected)
        }
    }

    @Test func `a growing percentage takes the value from no key, and a shrinking one gives it to none`() throws {
        let original = try document(#"{\#(Self.rollout)}"#)
        var random = SeededRandom(seed: 11)
        for _ in 0..<20 {
            let percentage = RolloutPercentage(bucketCount: Int.random(in: 0...20_000, using: &random))
            let edit = try RolloutEdit(original, setting: "s", entry: nil, percentage: percentage)
            let edited = edit.edited ?? original
            for key in 0..<500 {
                let context = EvaluationContext(targetingKey: "k\(key)")
                let before = original.value(for: "s", context: context, default: -1)
                let after = edited.value(for: "s", context: context, default: -1)
                expect(percentage < edit.before ? after <= before : after >= before)
                let bucket = RolloutBucket.bucket(ofKey: "k\(key)", salt: "x")
                expectEqual((after == 1), bucket < percentage.bucketCount)
            }
        }
    }
}
