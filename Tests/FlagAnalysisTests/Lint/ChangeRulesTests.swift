import FlagAnalysis
import FlagResolver
import Foundation
import TestSupport
import Testing

/// Rules about a change since an earlier revision, and about values that fall between two entries.
struct ChangeRulesTests {
    // MARK: Mistakes of teams

    /// A change, and whether a check of a pull request should fail.
    private struct Mistake {
        let before: String
        let after: String
        let releases: String
        let instant: String?
        let allowed: String?
        let isMistake: Bool
        let why: String

        init?(_ line: JSONValue) {
            guard let before = line.member(named: "before"), let after = line.member(named: "after"),
                let releases = line.member(named: "releases")?.string, let verdict = line.member(named: "red")?.string
            else { return nil }
            func text(_ value: JSONValue) -> String { value.string ?? value.description }
            (self.before, self.after, self.releases) = (text(before), text(after), releases)
            instant = line.member(named: "at")?.string
            allowed = line.member(named: "trailer")?.string
            isMistake = verdict == "red"
            why = line.member(named: "why")?.string ?? ""
        }
    }

    @Test(.enabled(if: SharedMaterial.exists("samples/mistakes/mistakes.jsonl"), "the shared material is not there"))
    func `a check with a base, releases and a date finds the mistakes of teams, and nothing in honest work`() throws {
        let lines = try SharedMaterial.bytes("samples/mistakes/mistakes.jsonl").split(separator: UInt8(ascii: "\n"))
        expect(lines.count > 30)
        for line in lines {
            let tree = try JSONTree(parsing: Array(line))
            let mistake = try #require(Mistake(tree[0]))
            let checked = try CheckedText(
                mistake.after, releases: mistake.releases, instant: mistake.instant, previous: mistake.before)
            let found = checked.findings.filter { $0.severity > .note }
            // The message of the commit allows the change of one setting.
            let name = mistake.allowed.flatMap { $0.divided(at: ":") }.flatMap { $0.after.divided(at: ":") }
            let allowed = name.map { $0.before.trimmingCharacters(in: .whitespaces) }
            let failing = found.filter { $0.changedSetting == nil || $0.changedSetting != allowed }
            expectEqual(!failing.isEmpty, mistake.isMistake, "\(mistake.why): \(found.map(\.message))")
        }
    }

    // MARK: Dates

    @Test func `what only the date has made wrong is a note beside a revision that has it, too`() throws {
        func sale(_ value: String) -> String {
            #"""
            { "sale": { "defaultValue": 0, "valuesByVersion": [
              { "until": "2026-01-01T00:00:00Z", "value": \#(value) }
            ] } }
            """#
        }
        func severity(_ previous: String?) throws -> [Severity] {
            try CheckedText(sale("20"), instant: "2026-11-28T00:00:00Z", previous: previous)
                .findings(.expiredSchedule).map(\.severity)
        }
        try expectEqual(severity(nil), [.warning])
        try expectEqual(severity(sale("20")), [.note])
        try expectEqual(severity(sale("10")), [.warning])
        try expectEqual(severity("{}"), [.warning])
    }

    // MARK: Shipped versions

    private func found(
        _ code: RuleCode, _ before: String, _ after: String, releases: String = "1.9.0 40%\n2.0.0 60%\n2.1.0 planned",
        top: String = ""
    ) throws -> [String] {
        try CheckedText(
            #"{ \#(top)"s": \#(after) }"#, releases: releases, previous: #"{ \#(top)"s": \#(before) }"#
        ).findings(code).map(\.message)
    }

    private static func setting(_ value: String, _ entries: (String, String)...) -> String {
        let list = entries.map { #"{ "appVersion": "\#($0)", "value": \#($1) }"# }.joined(separator: ", ")
        return #"{ "defaultValue": \#(value), "valuesByVersion": [\#(list)] }"#
    }

    @Test func `a default or a bound that reaches shipped versions is reported with their share`() throws {
        let old = Self.setting("false", (">=2.1.0", "true"))
        try expectEqual(
            found(.changedForShipped, old, Self.setting("true", (">=2.1.0", "true"))),
            [#"in "s": false → true for everybody in 1.9.0 and 2.0.0 (100.0 % of installs): the default has changed"#])
        try expectEqual(
            found(.changedForShipped, old, Self.setting("false", (">=2.0.0", "true"))),
            [#"in "s": false → true for everybody in 2.0.0 (60.0 % of installs): the entry now matches these versions"#]
        )
        try expectEqual(
            found(
                .changedForShipped, Self.setting("false", ("<=2.0.0", "true")),
                Self.setting("false", ("<2.0.0", "true"))),
            [
                #"in "s": true → false for everybody in 2.0.0 (60.0 % of installs): the entry no longer matches these versions"#
            ])
    }

    @Test func `users whom other entries match do not hide a change of all others`() throws {
        let entry = #"{ "rollout": { "percent": 10, "salt": "a" }, "value": true }"#
        func setting(_ value: String) -> String { #"{ "defaultValue": \#(value), "valuesByVersion": [\#(entry)] }"# }
        try expectEqual(
            found(.changedForShipped, setting("false"), setting("true")),
            [
                #"in "s": false → true for targetingKey absent or 10 % to 100 % of "a" in 1.9.0 and 2.0.0 (100.0 % of installs): "#
                    + "the default has changed"
            ])
        func bound(_ lowest: String) -> String {
            #"""
            { "defaultValue": 1, "valuesByVersion": [
              { "appVersion": ">=\#(lowest)", "when": { "country": "DE" }, "value": 2 }
            ] }
            """#
        }
        // The bound of an entry for some users is ordinary work.
        try expect(found(.changedForShipped, bound("2.1.0"), bound("2.0.0")).isEmpty)
    }

    @Test func `honest work is not reported`() throws {
        let old = Self.setting("1", (">=2.1.0", "2"))
        // A new entry, a bound that moves between versions to come, another value, and a version that is not supported.
        try expect(found(.changedForShipped, old, Self.setting("1", ("2.0.0", "3"), (">=2.1.0", "2"))).isEmpty)
        try expect(found(.changedForShipped, old, Self.setting("1", (">=2.2.0", "2"))).isEmpty)
        try expect(
            found(.changedForShipped, Self.setting("1", (">=1.9.0", "2")), Self.setting("1", (">=1.9.0", "3"))).isEmpty)
        try expect(
            found(
                .changedForShipped, old, Self.setting("0", (">=2.0.0", "1"), (">=2.1.0", "2")),
                top: #""$minimumVersion": "2.0.0", "#
            ).isEmpty)
        // A value without versions is one that everybody is meant to get, unless it is a switch.
        try expect(found(.changedForShipped, #""a""#, #""b""#).isEmpty)
        try expectEqual(found(.changedForShipped, "true", "false").count, 1)
    }

    @Test func `a forced minimum does not go down, and locks nobody out, without a word`() throws {
        let top = #""$minimumVersionSetting": "s", "#
        try expectEqual(
            found(.loweredMinimum, #""1.9.0""#, #""1.8.0""#, top: top),
            [#""s" requires an older version than before of 1.9.0 and 2.0.0"#])
        try expectEqual(
            found(.loweredMinimum, #""1.9.0""#, #""2.0.0""#, top: top),
            [#""s" locks out 1.9.0, which was not locked out before"#])
        try expect(found(.loweredMinimum, #""1.9.0""#, #""1.9""#, top: top).isEmpty)
        try expect(found(.loweredMinimum, #""1.0.0""#, #""1.5.0""#, top: top).isEmpty)
    }

    // MARK: Holes

    @Test(
        arguments: [
            ("<2.0.0", ">2.0.0", true), ("<=1.4.0", ">=1.4.1", true), ("<1.5.0", ">=2.0.0", false),
            ("<2.0.0-0", ">=2.0.0", false), ("<2.0.0", ">=2.0.0", false), ("<=1.4.0", ">1.4.0", false),
            ("<=1.4.0", ">=1.4.2", false),
        ])
    func `a gap of one step between two entries is a hole`(_ first: String, _ second: String, _ isHole: Bool) throws {
        func found(_ value: String) throws -> Int {
            try CheckedText(entries: [(first, "1"), (second, value)]).findings(.hole).count
        }
        try expectEqual(found("2"), isHole ? 1 : 0)
        // The default is the value of one of the neighbours.
        try expectEqual(found("0"), 0)
    }

    @Test(
        arguments: [
            ("[0, 50]", "[51, 100]", true), ("[0, 50]", "[50, 100]", false), ("[0, 10]", "[20, 30]", false),
            ("[0, 50]", "[60, 100]", true),
        ])
    func `slices that are meant to be everybody leave nobody out`(
        _ first: String, _ second: String, _ isHole: Bool
    ) throws {
        func found(_ condition: String) throws -> Int {
            try CheckedText(
                #"""
                { "s": { "defaultValue": "none", "valuesByVersion": [
                  { "rollout": { "percent": \#(first), "salt": "s" }, "value": "a" },
                  { \#(condition)"rollout": { "percent": \#(second), "salt": "s" }, "value": "b" }
                ] } }
                """#
            ).findings(.hole).count
        }
        try expectEqual(found(""), isHole ? 1 : 0)
        // Slices for other users have nothing to do with each other.
        try expectEqual(found(#""when": { "country": "DE" }, "#), 0)
    }

    @Test(
        arguments: [
            ("23:59:59Z", true), ("23:59:00Z", true), ("23:58:59Z", false), ("23:59:59.999Z", true),
        ])
    func `a schedule that ends a moment before the next one begins has a hole`(_ end: String, _ isHole: Bool) throws {
        let text = #"""
            { "s": { "defaultValue": "none", "valuesByVersion": [
              { "until": "2026-12-24T\#(end)", "value": "a" }, { "from": "2026-12-25T00:00:00Z", "value": "b" }
            ] } }
            """#
        try expectEqual(CheckedText(text).findings(.hole).count, isHole ? 1 : 0)
    }

    // MARK: Spellings

    @Test(
        arguments: [
            (["1.4.0", ">=2.0.0", "<=836.0"], ["836.0"]), (["1.4.0", ">=2.0.0", "<=2.160000000.9"], ["2.160000000.9"]),
            (["1.4.0", ">=2.0.0", ">=999.0.0"], []), (["1.4.0", ">=2.16.0", "<2.17.0"], []),
            (["1.4.0", "836.0"], []), (["100", "200", "90000"], []),
            (["2025.1.0", "2026.1.0", ">=2026.12.0"], []), (["1.0.0-rc.100000", ">=1.4.0", "2.0.0"], []),
        ] as [([String], [String])])
    func `a version that is far beyond the others is found without a list`(
        _ requirements: [String], _ found: [String]
    ) throws {
        let checked = try CheckedText(entries: requirements.enumerated().map { ($1, "\($0 + 1)") })
        expectEqual(checked.findings(.implausibleVersion).map { checked.text($0.span) }, found)
    }

    @Test(
        arguments: [
            ("<=2.16.9", #"for all of 2.16, also with later patches, write "<2.17.0-0""#),
            (">=2.15.0", "did you mean 2.16.0?"), ("<=2.15.9", #""<=2.1.0" contains the same known versions"#),
        ])
    func `a bound at no release offers what was most likely meant`(_ requirement: String, _ help: String) throws {
        let checked = try CheckedText(entries: [(requirement, "1")], releases: "2.1.0\n2.16.0\n2.16.1\n3.0.0")
        expectEqual(checked.findings(.unknownRelease).map(\.help), [help])
    }

    @Test(
        arguments: [
            ("jp", "ja"), ("iw", "he"), ("deu", "de"), ("DE", "de"), ("xx", nil), ("de", ""), ("fil", ""), ("en", ""),
        ] as [(String, String?)])
    func `a language has the code that systems give`(_ code: String, _ correction: String?) throws {
        let checked = try CheckedText(
            #"{ "s": { "defaultValue": 1, "valuesByVersion": [{ "when": { "language": "\#(code)" }, "value": 2 }] } }"#)
        let found = checked.findings(.attributeForm)
        expectEqual(found.count, correction == "" ? 0 : 1)
        if let correction, !correction.isEmpty { expectEqual(found.first?.help, "did you mean \"\(correction)\"?") }
    }
}
