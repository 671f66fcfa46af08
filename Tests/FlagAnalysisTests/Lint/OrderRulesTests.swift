import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

struct OrderRulesTests {
    @Test(
        arguments: [
            (
                [(">=1.6.0", "120"), (">=2.0.0", "300")],
                ["never wins: for every version >=2.0.0 line 2 gives 120", "\">=1.6.0\" comes first"],
                "move it above line 2, or delete it"
            ),
            // None of the entries named can be left out.
            (
                [("<2", "1"), (">=1 <3", "2"), (">=2 <4", "1"), (">=3", "2"), (">=1 <4", "3")],
                [
                    "for every version >=1 <4 earlier entries give other values", "\"<2\" comes first",
                    "\">=2 <4\" comes first",
                ],
                "delete it; no version's value changes"
            ),
            // Above the first entry it would win everywhere, but then that one would never.
            (
                [("1.x", "1"), ("2.x", "2"), (">=1.2 <1.3", "3"), (">=1.0.0-0 <3.0.0-0", "4")],
                [
                    "for every version >=1.0.0-0 <3.0.0-0 earlier entries give other values", "\"1.x\" comes first",
                    "\"2.x\" comes first",
                ],
                "delete it; no version's value changes"
            ),
            // Part of it has the same value already.
            (
                [("1.x", "3"), ("2.x", "2"), ("*", "4"), (">=1.5 <2.5", "3")],
                [
                    "for every version >=2.0-0 <2.5 earlier entries give 2; its other versions get the same value from "
                        + "earlier entries",
                    "\"*\" comes first",
                ],
                "move it above line 2, or delete it"
            ),
        ] as [([(String, String)], [String], String)])
    func `an entry that never wins is reported with a minimal set of entries that contain its versions`(
        _ entries: [(String, String)], _ words: [String], _ help: String
    ) throws {
        let checked = try CheckedText(entries: entries)
        let finding = try #require(checked.findings(.shadowedEntry).last)
        expect(finding.message.hasSuffix(words[0]))
        expectEqual(finding.related.map(\.message), Array(words.dropFirst()))
        expectEqual(finding.help, help)
    }

    @Test func `the same value again is redundant, in any spelling`() throws {
        let checked = try CheckedText(entries: [(">=1.4", "1.0"), ("1.5.x", "1.00")], defaultValue: "0.5")
        expectEqual(
            checked.written(without: [.prereleaseBoundary, .valueIsland]),
            [
                "redundant-entry at \"1.5.x\": this entry of \"s\" never wins: line 2 gives 1.0 for all of its "
                    + "versions; delete it; no version's value changes"
            ])
    }

    @Test func `entries that overlap without one containing the other are ambiguous only with different values`() throws
    {
        try expectEqual(CheckedText(entries: [("<2", "1"), (">=1", "2")]).findings(.ambiguousOrder).count, 1)
        try expect(CheckedText(entries: [("<2", "1"), (">=1", "1")]).findings(.ambiguousOrder).isEmpty)
        try expect(CheckedText(entries: [("~1", "1"), (">=1", "2")]).findings(.ambiguousOrder).isEmpty)
        try expect(CheckedText(entries: [("<2", "1"), (">=2", "2")]).findings(.ambiguousOrder).isEmpty)
        // An entry before both takes all that they share.
        try expect(
            CheckedText(entries: [(">=1 <2", "0"), ("<2", "1"), (">=1", "2")]).findings(.ambiguousOrder).isEmpty)
    }

    @Test func `an ambiguous entry comes with a requirement that says what is meant`() throws {
        let checked = try CheckedText(entries: [(">=1.0.0 <1.6.0", "1"), (">=1.4.0 <2.0.0", "2")])
        let finding = try #require(checked.findings(.ambiguousOrder).first)
        expectEqual(
            finding.message,
            "this entry of \"s\" overlaps an earlier one, and neither contains the other: for every version "
                + ">=1.4.0 <1.6.0 only their order makes it 1, not 2")
        expectEqual(finding.help, "to make this explicit, write \">=1.6.0 <2.0.0\"; no version's value changes")
        expectEqual(finding.related.map(\.message), ["\">=1.0.0 <1.6.0\" comes first, with 1"])
    }

    @Test(
        arguments: [
            (1, []), (2, ["1 more earlier entry overlaps it in the same way"]),
            (5, ["4 more earlier entries overlap it in the same way"]),
            (200, ["at least 63 more earlier entries overlap it in the same way"]),
        ] as [(Int, [String])])
    func `a note counts further entries that overlap in the same way`(
        _ count: Int, _ notes: [String]
    ) throws {
        // Each has a version of its own beside those of the last entry.
        let entries = (0..<count).map { (">=\($0) <\($0 + 1) || 10\($0 + 1_000)", "\($0 + 1)") }
        let checked = try CheckedText(entries: entries + [("<\(count)", "-1")])
        let finding = try #require(checked.findings(.ambiguousOrder).last)
        expect(checked.text(finding.span) == "\"<\(count)\"" && finding.notes == notes)
    }

    @Test func `a malformed or mistyped entry takes no part in the order`() throws {
        let text = #"""
            {"s": {"type": "integer", "defaultValue": 0, "valuesByVersion": [
              {"appVersion": "*", "value": "x"}, {"appVersion": "*", "valeu": 1}, {"appVersion": "1.x", "value": 2}]}}
            """#
        try expectEqual(CheckedText(text).codes, [.typeMismatch, .unknownMember, .valueIsland])
    }

    @Test func `the order is checked without a default, too`() throws {
        let text = #"""
            {"s": {"valuesByVersion": [{"appVersion": "*", "value": 1}, {"appVersion": "1.x", "value": 2}]}}
            """#
        try expectEqual(CheckedText(text).codes, [.missingDefault, .shadowedEntry])
    }

    @Test(arguments: [(12, ""), (13, ", and 1 more version range"), (40, ", and 28 more version ranges")])
    func `a message lists twelve intervals, and counts the others`(_ count: Int, _ rest: String) throws {
        // Every second major version has the value of the last entry, and the others have one each.
        let entries = (0..<(2 * count)).map { (">=\($0) <\($0 + 1)", $0.isMultiple(of: 2) ? "\($0 + 10)" : "1") }
        let checked = try CheckedText(entries: entries + [(">=0 <\(2 * count)", "1")])
        let finding = try #require(checked.findings(.shadowedEntry).first)
        let named = (0..<12).map { ">=\(2 * $0) <\(2 * $0 + 1)" }.joined(separator: " || ")
        let same = rest.isEmpty ? "; its other versions get the same value from earlier entries" : ""
        expectEqual(
            finding.message,
            "this entry of \"s\" never wins: for every version \(named)\(rest) earlier entries give other values\(same)"
        )
    }

    @Test func `a message gives no value for versions that it does not list`() throws {
        // The first twelve intervals have the same other value, the thirteenth has its own.
        let entries = (0..<26).map { (">=\($0) <\($0 + 1)", $0 == 24 ? "7" : $0.isMultiple(of: 2) ? "2" : "1") }
        let checked = try CheckedText(entries: entries + [(">=0 <26", "1")])
        let message = try #require(checked.findings(.shadowedEntry).first).message
        expect(message.hasSuffix(", and 1 more version range earlier entries give other values"), "\(message)")
    }

    @Test(
        arguments: [
            (32, []), (33, ["1 more earlier entry matches some of these versions"]),
            (60, ["28 more earlier entries match some of these versions"]),
            (5_000, ["at least 32 more earlier entries match some of these versions"]),
        ] as [(Int, [String])])
    func `a finding lists thirty-two blocking entries, and counts the others`(_ count: Int, _ notes: [String]) throws {
        let entries = (0..<count).map { (">=\($0) <\($0 + 1)", "\($0)") } + [(">=0 <\(count)", "-1")]
        let checked = try CheckedText(entries: entries)
        let finding = try #require(checked.findings(.shadowedEntry).first)
        expectEqual(finding.related.map(\.message), (0..<32).map { "\">=\($0) <\($0 + 1)\" comes first" })
        expectEqual(finding.notes, notes)
    }

    @Test(arguments: [[1, 1, 1], [2, 40, 3], [40, 2, 60, 1]])
    func `findings are ordered by location, then by code`(_ counts: [Int]) throws {
        // Overlapping entries have two findings or three each, which the rules report one after the other.
        let settings = counts.enumerated().map { index, count in
            let entries = (0...count).map { "{\"appVersion\": \">=0\($0) <\($0 + 50)\", \"value\": \($0)}" }
            let value = "{\"valuesByVersion\": [\(entries.joined(separator: ", "))], \"defaultValue\": 0, \"odd\": 1}"
            return "\"ü\(index)\": \(value)"
        }
        let findings = try CheckedText("{\(settings.joined(separator: ",\n"))}").findings
        expect(findings.count > 3 * counts.reduce(0, +))
        for (finding, next) in zip(findings, findings.dropFirst()) {
            let isInOrder =
                finding.span.lowerBound != next.span.lowerBound
                ? finding.span.lowerBound < next.span.lowerBound : finding.code.rawValue <= next.code.rawValue
            expect(isInOrder, "\(finding.code) at \(finding.span), then \(next.code) at \(next.span)")
        }
    }

    @Test func `values that an entry gives between equal ones are one finding`() throws {
        let few = try CheckedText(entries: [("1.0 || 2.0", "1")])
        expectEqual(
            few.findings(.valueIsland).map(\.message),
            [
                "\"s\" is 0 for every version >1.0 <2.0, and 1 just before and just after",
                "\"s\" is 1 for every version 1.0 || 2.0, and 0 just before and just after each",
            ])
        let alternatives = (0..<3_000).map { "\($0).0" }.joined(separator: " || ")
        let many = try CheckedText(entries: [(alternatives, "1")])
        let messages = many.findings(.valueIsland).map(\.message)
        expectEqual(messages.count, 2)
        expect(messages.allSatisfy { $0.contains("more version ranges, and ") && $0.utf8.count < 400 }, "\(messages)")
        expect(messages.contains { $0.contains(", and 2,988 more version ranges") })
    }

    @Test(.long) func `a setting of five thousand entries in any order is checked to the end`() throws {
        let chain = try CheckedText(entries: (0..<5_000).map { (">=\(5_000 - $0)", "\($0 % 2)") })
        expectEqual(chain.findings(.partlyShadowed).count, 4_999)
        expectEqual(chain.findings(.valueIsland).count, 4_999)
        let shadowed = try CheckedText(entries: (0..<5_000).map { (">=\($0)", "\($0 % 2)") }, defaultValue: "9")
        expectEqual(shadowed.findings(.shadowedEntry).count, 2_500)
        expectEqual(shadowed.findings(.redundantEntry).count, 2_499)
        let tiles = (0..<2_500).map { (">=\($0) <\($0 + 1)", "\($0)") }
        let covered = try CheckedText(entries: tiles + (0..<2_500).map { _ in ("<2500", "-1") }, defaultValue: "-2")
        expectEqual(covered.findings(.shadowedEntry).count, 2_499)
    }

    @Test(
        arguments: [(1, nil), (2, "1 more earlier entry"), (66, "at least 63 more earlier entries")] as [(Int, String?)]
    )
    func `an entry that overlaps the schedules of several entries has one finding`(
        _ count: Int, _ note: String?
    ) throws {
        let entries = (0...count).map { index in
            let days = [1 + index, 101 + index].map { Instant(seconds: 1_767_225_600 + Int64($0) * 86_400) }
            return #"{"from": "\#(days[0])", "until": "\#(days[1])", "value": \#(index + 1)}"#
        }
        let checked = try CheckedText(
            #"{"s": {"defaultValue": 0, "valuesByVersion": [\#(entries.joined(separator: ",\n"))]}}"#)
        let findings = checked.findings(.overlappingSchedules)
        expectEqual(findings.count, count)
        expect(findings.allSatisfy { $0.related.count == 1 })
        let last = try #require(findings.last)
        expectEqual(last.related.map(\.message).count, 1)
        let ending = count == 2 ? "overlaps" : "overlap"
        expectEqual(last.notes, (note.map { ["\($0) \(ending) it in the same way"] } ?? []))
    }
}
