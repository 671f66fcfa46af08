import FlagResolver
import Foundation
import TestSupport
import Testing

/// What each form of a condition matches, one attribute at a time.
struct ConditionTests {
    /// Whether the condition of an entry holds, given as its members.
    private func holds(_ members: String, in context: String) throws -> Bool {
        let document = try SettingsDocument(
            parsing: #"{"s": {"defaultValue": false, "valuesByVersion": [{\#(members), "value": true}]}}"#)
        expect(document.issues.isEmpty, "\(document.issues)")
        var issues: [SettingIssue] = []
        let context = try EvaluationContext(parsing: [UInt8](context.utf8), issues: &issues)
        return document.value(for: "s", context: context, default: false)
    }

    @Test(
        arguments: [
            (#""DE""#, [#""DE""#], [#""de""#, #""DE ""#, "5", "true"]),
            ("true", ["true"], ["false", "1", #""true""#]),
            ("5", ["5", "5.0", "0.5e1", "500e-2"], ["5.1", "-5", #""5""#, "true"]),
            ("0.1", ["0.1", "1e-1"], ["0.10000000000000000001", "0"]),
            ("9007199254740993", ["9007199254740993"], ["9007199254740992", "9007199254740994"]),
            (#"["ios", "macos"]"#, [#""ios""#, #""macos""#], [#""watchos""#, "1"]),
            (#"["ios", 5, true]"#, [#""ios""#, "5", "true"], [#""5""#, "false"]),
            (#"{ "startsWith": "de-" }"#, [#""de-""#, #""de-AT""#], [#""de""#, #""DE-AT""#, "5"]),
            (#"{ "startsWith": ["de-", "en-"] }"#, [#""de-AT""#, #""en-GB""#], [#""fr-FR""#]),
            (#"{ ">=": 5, "<": 10 }"#, ["5", "9.999"], ["4.999", "10", #""7""#]),
            (#"{ ">": -1 }"#, ["0", "-0.5", "1e300"], ["-1", "-2"]),
            (#"{ "<=": 1e-400 }"#, ["0", "1e-400", "-5"], ["1e-399", "1"]),
            (#"{ "version": ">=17" }"#, [#""17""#, #""17.2.1""#, #""v18""#], [#""16.9""#, #""abc""#, "17"]),
            (#"{ "version": ["16.1", ">=17"] }"#, [#""16.1""#, #""18""#], [#""16.2""#]),
            (#"{ "not": "DE" }"#, [#""de""#, #""AT""#], [#""DE""#, "5", "true"]),
            (#"{ "not": { ">=": 5 } }"#, ["4", "-1"], ["5", #""4""#]),
            (#"{ "not": ["DE", 5] }"#, [#""AT""#, "6"], [#""DE""#, "5", "true"]),
            (#"{ "not": { "version": ">=17" } }"#, [#""16""#], [#""17""#, #""abc""#, "16"]),
            (#"{ "startsWith": "de-", "not": "de-AT" }"#, [#""de-CH""#, #""de-""#], [#""de-AT""#, #""en-GB""#]),
            (#"{ "not": { "startsWith": "de", ">": 3 } }"#, [#""de""#, "7"], ["true"]),
            (#"{ "$comment": "x", "startsWith": "d" }"#, [#""de""#], [#""en""#]),
            (#"[{ "absent": true }, "DE"]"#, [#""DE""#], [#""AT""#]),
            (#"{ "absent": false }"#, [#""x""#, "0", "false"], []),
            (#"{ "absent": true }"#, [], [#""x""#, "0", "false"]),
            (#""\u00e9""#, [#""é""#], [#""e\u0301""#]),
        ])
    func `each form of a condition matches these values and no others`(
        _ condition: String, _ matching: [String], _ others: [String]
    ) throws {
        let members = "\"when\": { \"a\": \(condition) }"
        for value in matching { try expect(holds(members, in: "{\"a\": \(value)}"), "\(value)") }
        for value in others { try expect(!holds(members, in: "{\"a\": \(value)}"), "\(value)") }
        let isAbsenceTested = condition.contains(#""absent": true"#)
        try expectEqual(holds(members, in: "{}"), isAbsenceTested, "absent")
        try expectEqual(holds(members, in: #"{"a": ""}"#), isAbsenceTested, "empty")
        try expectEqual(holds(members, in: #"{"a": null}"#), isAbsenceTested, "null")
    }

    @Test(
        arguments: [
            (#""when": { "a": 1, "b": 2 }"#, #"{"a": 1, "b": 2}"#, true),
            (#""when": { "a": 1, "b": 2 }"#, #"{"a": 1}"#, false),
            (#""when": { "a": 1 }, "appVersion": ">=2""#, #"{"a": 1, "appVersion": "2.0"}"#, true),
            (#""when": { "a": 1 }, "appVersion": ">=2""#, #"{"a": 1, "appVersion": "1.0"}"#, false),
            (#""when": { "a": 1 }, "appVersion": ">=2""#, #"{"a": 1}"#, false),
            (#""when": { "a": 1 }, "appVersion": "1.0.1 || 3""#, #"{"a": 1, "appVersion": "3"}"#, true),
            (#""when": { "targetingKey": "u1" }"#, #"{"targetingKey": "u1"}"#, true),
            (#""when": { "targetingKey": { "absent": true } }"#, #"{}"#, true),
            (#""when": { "appVersion": { "absent": true } }"#, #"{}"#, true),
            (#""when": { "appVersion": { "absent": true } }"#, #"{"appVersion": "1"}"#, false),
            (#""when": { "date": { "absent": false } }"#, #"{"date": "2026-12-01T00:00:00Z"}"#, true),
            (#""when": { "date": { "absent": false } }"#, #"{}"#, false),
            (#""from": "2026-12-01T00:00:00Z""#, #"{"date": "2026-12-01T00:00:00Z"}"#, true),
            (#""from": "2026-12-01T00:00:00Z""#, #"{"date": "2026-11-30T23:59:59.999999999Z"}"#, false),
            (#""from": "2026-12-01T00:00:00Z""#, #"{}"#, false),
            (#""until": "2026-12-01T00:00:00Z""#, #"{"date": "2026-12-01T01:00:00+01:00"}"#, false),
            (#""until": "2026-12-01T00:00:00.000000001Z""#, #"{"date": "2026-12-01T00:00:00Z"}"#, true),
            (#""until": "2026-12-01T00:00:00Z""#, #"{}"#, false),
            (
                #""from": "2027-01-01T00:00:00Z", "until": "2026-01-01T00:00:00Z""#,
                #"{"date": "2026-06-01T00:00:00Z"}"#, false
            ),
            (#""rollout": { "percent": 100, "salt": "s" }"#, #"{"targetingKey": "u1"}"#, true),
            (#""rollout": { "percent": 100, "salt": "s" }"#, #"{}"#, false),
            (#""rollout": { "percent": 0, "salt": "s" }"#, #"{"targetingKey": "u1"}"#, false),
            (#""rollout": { "percent": 100, "salt": "s", "by": "account" }"#, #"{"targetingKey": "u1"}"#, false),
            (#""rollout": { "percent": 100, "salt": "s", "by": "account" }"#, #"{"account": "x"}"#, true),
            (#""rollout": { "percent": 100, "salt": "s", "by": "account" }"#, #"{"account": 5}"#, false),
            (#""rollout": { "percent": [50, 50], "salt": "s" }"#, #"{"targetingKey": "u1"}"#, false),
            (
                #""rollout": [{ "percent": 100, "salt": "s" }, { "percent": 0, "salt": "t" }]"#,
                #"{"targetingKey": "u1"}"#, false
            ),
        ])
    func `all conditions of an entry must hold`(_ members: String, _ context: String, _ expected: Bool) throws {
        try expectEqual(holds(members, in: context), expected)
    }

    @Test(arguments: ["checkout", "a/b", "ü"])
    func `slices of one salt are disjoint, and a growing percentage keeps its users`(_ salt: String) throws {
        for user in 0..<300 {
            let bucket = RolloutBucket.bucket(ofKey: "user-\(user)", salt: salt)
            for (percent, slices) in [
                ("25", [0..<25_000]), ("33.333", [0..<33_333]), ("[25, 50]", [25_000..<50_000]),
                ("[[0, 10], [99.999, 100]]", [0..<10_000, 99_999..<100_000]), ("2.5e1", [0..<25_000]),
            ] {
                let isIncluded = try holds(
                    "\"rollout\": { \"salt\": \"\(salt)\", \"percent\": \(percent) }",
                    in: "{\"targetingKey\": \"user-\(user)\"}")
                expectEqual(isIncluded, slices.contains { $0.contains(bucket) }, "\(user) \(percent)")
            }
        }
    }

    @Test(
        arguments: [
            (#""when": {}"#, "when"), (#""when": []"#, "when"), (#""when": null"#, "when"), (#""when": "DE""#, "when"),
            (#""when": { "$comment": 1 }"#, "when"), (#""when": { "a": null }"#, "when.a"),
            (#""when": { "a": "" }"#, "when.a"),
            (#""when": { "a": [] }"#, "when.a"), (#""when": { "a": ["x", []] }"#, "when.a[1]"),
            (#""when": { "a": [["x"]] }"#, "when.a[0]"), (#""when": { "a": {} }"#, "when.a"),
            (#""when": { "a": { "$x": 1 } }"#, "when.a"), (#""when": { "a": { "==": 1 } }"#, "when.a.=="),
            (#""when": { "a": { ">": "1" } }"#, "when.a.>"),
            (#""when": { "a": { "startsWith": "" } }"#, "when.a.startsWith"),
            (#""when": { "a": { "startsWith": [] } }"#, "when.a.startsWith"),
            (#""when": { "a": { "startsWith": ["x", 1] } }"#, "when.a.startsWith[1]"),
            (#""when": { "a": { "version": 17 } }"#, "when.a.version"),
            (#""when": { "a": { "version": [">=1", "x"] } }"#, "when.a.version[1]"),
            (#""when": { "a": { "version": "" } }"#, "when.a.version"),
            (#""when": { "a": { "not": null } }"#, "when.a.not"),
            (#""when": { "a": { "not": { "not": 1 } } }"#, "when.a.not.not"),
            (#""when": { "a": { "not": [{ "not": 1 }] } }"#, "when.a.not[0].not"),
            (#""when": { "a": { "not": { "absent": true } } }"#, "when.a.not.absent"),
            (#""when": { "a": { "absent": 1 } }"#, "when.a.absent"),
            (#""when": { "a": { "absent": true, ">": 1 } }"#, "when.a"),
            (#""when": { "a": { ">": 1, "absent": true } }"#, "when.a"), (#""when": { "1a": 1 }"#, "when.1a"),
            (#""when": { "": 1 }"#, "when."), (#""when": { "ä": 1 }"#, "when.ä"),
            (#""when": { "a.b": 1 }"#, "when.a.b"),
            (#""when": { "appVersion": "1" }"#, "when.appVersion"),
            (#""when": { "date": { ">": 1 } }"#, "when.date"),
            (#""when": { "date": [{ "absent": true }] }"#, "when.date"),
            (#""rollout": {}"#, "rollout"), (#""rollout": 25"#, "rollout"), (#""rollout": []"#, "rollout"),
            (#""rollout": { "percent": 25 }"#, "rollout"), (#""rollout": { "salt": "s" }"#, "rollout"),
            (#""rollout": { "percent": 101, "salt": "s" }"#, "rollout.percent"),
            (#""rollout": { "percent": -1, "salt": "s" }"#, "rollout.percent"),
            (#""rollout": { "percent": 1.2345, "salt": "s" }"#, "rollout.percent"),
            (#""rollout": { "percent": 1e400000, "salt": "s" }"#, ""),
            (#""rollout": { "percent": 1e-400, "salt": "s" }"#, "rollout.percent"),
            (#""rollout": { "percent": "25", "salt": "s" }"#, "rollout.percent"),
            (#""rollout": { "percent": [], "salt": "s" }"#, "rollout.percent"),
            (#""rollout": { "percent": [1], "salt": "s" }"#, "rollout.percent"),
            (#""rollout": { "percent": [2, 1], "salt": "s" }"#, "rollout.percent"),
            (#""rollout": { "percent": [[1, 2], 3], "salt": "s" }"#, "rollout.percent[1]"),
            (#""rollout": { "percent": [[1, 2], [3, 4, 5]], "salt": "s" }"#, "rollout.percent[1]"),
            (#""rollout": { "percent": [[[1, 2]]], "salt": "s" }"#, "rollout.percent[0]"),
            (#""rollout": { "percent": 1, "salt": "" }"#, "rollout.salt"),
            (#""rollout": { "percent": 1, "salt": 5 }"#, "rollout.salt"),
            (#""rollout": { "percent": 1, "salt": "s", "by": "appVersion" }"#, "rollout.by"),
            (#""rollout": { "percent": 1, "salt": "s", "by": "" }"#, "rollout.by"),
            (#""rollout": { "percent": 1, "salt": "s", "seed": 1 }"#, "rollout.seed"),
            (#""rollout": [{ "percent": 1, "salt": "s" }, [{ "percent": 1, "salt": "s" }]]"#, "rollout[1]"),
            (#""from": "2026-02-30T00:00:00Z""#, "from"), (#""from": 5"#, "from"), (#""until": "2026-12-01""#, "until"),
            (#""until": null"#, "until"), (#""requires": []"#, "requires"), (#""requires": """#, "requires"),
            (#""requires": true"#, "requires"), (#""requires": ["a", 1]"#, "requires[1]"),
            (#""requires": [["a"]]"#, "requires[0]"), (#""requires": "s""#, "requires"),
            (#""requires": "b", "when": { "x": [] }"#, "when.x"),
            (#""requires": "setting", "when": { "x": [] }"#, "when.x"),
            (#""requires": "b", "from": "2026-12-01T24:00:00Z""#, "from"),
            (#""rollout": { "percent": 1, "salt": "s", "by": "date" }"#, "rollout.by"),
            (#""appVersion": "*", "name": """#, "name"), (#""appVersion": "*", "name": 5"#, "name"),
            (#""appVersion": "*", "name": null"#, "name"), (#""when": { "a": 1 }, "platform": "ios""#, "platform"),
            (#""name": "x""#, ""), (#""description": "x""#, ""),
        ] as [(String, String)])
    func `a malformed condition never matches, and an issue says where`(_ members: String, _ path: String) throws {
        let json = #"{"s": {"defaultValue": false, "valuesByVersion": [{\#(members), "value": true}]}}"#
        guard let document = try? SettingsDocument(parsing: json) else {
            expect(path.isEmpty, "the document is refused")
            return
        }
        let issue = try #require(document.issues.first)
        expectEqual(document.issues.count, 1)
        expectEqual(issue.path, "s.valuesByVersion[0]" + (path.isEmpty ? "" : ".\(path)"))
        expect(issue.location != nil && issue.entryIndex == 0 && !issue.message.isEmpty)
        var context = EvaluationContext(
            appVersion: "1.0", targetingKey: "u", date: .now, attributes: ["a": 1, "b": "x"])
        for value in [1, "x", "", true] as [AttributeValue] {
            context["a"] = value
            expect(!document.value(for: "s", context: context, default: true))
        }
        // A decoder reports the same problem at the same path.
        let collector = SettingIssueCollector()
        let decoder = JSONDecoder()
        decoder.evaluationContext = context
        decoder.settingIssues = collector
        let decoded = try decoder.decode([String: PropertySetting<Bool>].self, from: Data(json.utf8))
        expect(decoded["s"]?.value == false)
        // A decoder has no document, and reads 1e-400 as 0.
        if members.contains("1e-400") { return }
        if !members.contains("requires") {
            expectEqual(collector.issues.map(\.path), [issue.path])
            expectEqual(collector.issues.map(\.code), [issue.code])
        }
        // The document decodes entries with `requires`, too.
        let setting = try document.decode([String: PropertySetting<Bool>].self, for: context)["s"]
        expect(setting?.value == false)
        expectEqual(setting?.issues.map(\.path), [issue.path])
        expectEqual(setting?.issues.map(\.code), [issue.code])
        decoder.strictSettings = true
        #expect(throws: DecodingError.self) {
            try decoder.decode([String: PropertySetting<Bool>].self, from: Data(json.utf8))
        }
    }

    @Test(
        arguments: [
            (
                #""rollout": { "percent": 1, "salt": "s", "by": "date" }"#,
                #""date" is a property of the context, not an attribute; "by" needs the name of an attribute, or "#
                    + #""targetingKey""#
            ),
            (
                #""rollout": { "percent": 1, "salt": "s", "by": "a b" }"#,
                #""a b" cannot be the name of an attribute; use an ASCII letter, then letters, digits, "_" and "-""#
            ),
            (
                #""rollout": { "percent": [], "salt": "s" }"#,
                "found an empty array, expected two percentages, such as [25, 50]"
            ),
            (
                #""rollout": { "percent": [1], "salt": "s" }"#,
                "found an array with 1 element, expected two percentages, such as [25, 50]"
            ),
            (
                #""rollout": { "percent": [1, 2, 3], "salt": "s" }"#,
                "found an array with 3 elements, expected two percentages, such as [25, 50]"
            ),
            (
                #""when": { "a": {} }"#,
                #"found an empty object, expected at least one of "startsWith", "<", "<=", ">", ">=", "version", "not" "#
                    + #"and "absent""#
            ),
            (
                #""name": "x""#,
                #"the entry has no condition; add one, such as "appVersion": ">=1.4.0", or "*" for all versions"#
            ),
            (#""requires": "s""#, #"the setting requires itself; remove its name from "requires""#),
            (#""requires": ["b", "s"]"#, #"the setting requires itself; remove its name from "requires""#),
            (
                #""from": "2026-01-01T24:00:00Z""#,
                #""2026-01-01T24:00:00Z" is not a date-time of RFC 3339: an hour is at most 23, a minute or a second "#
                    + "at most 59"
            ),
        ])
    func `a message says what was found, what was expected, and what to do`(_ members: String, _ message: String) throws
    {
        let document = try SettingsDocument(
            parsing: #"{"s": {"defaultValue": false, "valuesByVersion": [{\#(members), "value": true}]}}"#)
        expectEqual(document.issues.map(\.message), [message])
    }

    @Test(
        arguments: [
            (#"{ ">=": 0.30000000000000001 }"#, "0.3"), ("9007199254740993.0", "9007199254740993"),
            (#"{ "<": 100000000000000000000000000000001 }"#, "100000000000000000000000000000000"),
        ])
    func `numbers are exact in models that a document decodes, too`(_ condition: String, _ attribute: String) throws {
        let document = try SettingsDocument(
            parsing: #"{"s": {"defaultValue": 0, "valuesByVersion": [{"when": {"a": \#(condition)}, "value": 1}]}}"#)
        var issues: [SettingIssue] = []
        let context = try EvaluationContext(parsing: [UInt8](#"{"a": \#(attribute)}"#.utf8), issues: &issues)
        let expected = document.snapshot(for: context).value(for: "s", default: -1)
        try expectEqual(document.decode([String: PropertySetting<Int>].self, for: context)["s"]?.value, expected)
    }

    @Test func `a condition that entries repeat holds for each of them, on its own attribute`() throws {
        let document = try SettingsDocument(
            parsing: #"""
                {
                  "first": { "defaultValue": 0, "valuesByVersion": [
                    { "when": { "a": "x" }, "value": 1 }, { "when": { "b": "x" }, "value": 2 } ] },
                  "second": { "defaultValue": 0, "valuesByVersion": [
                    { "when": { "a": "x", "b": "x" }, "value": 1 }, { "when": { "a": "x" }, "value": 2 },
                    { "when": { "a" : "x" }, "value": 3 }, { "when": { "b": "x" }, "value": 4 } ] }
                }
                """#)
        for (attributes, first, second) in [("a", 1, 2), ("b", 2, 4), ("ab", 1, 1), ("", 0, 0)] {
            var context = EvaluationContext()
            for attribute in attributes { context["\(attribute)"] = "x" }
            let snapshot = document.snapshot(for: context)
            expectEqual(snapshot.value(for: "first", default: -1), first)
            expectEqual(snapshot.value(for: "second", default: -1), second)
            expectEqual(document.value(for: "second", context: context, default: -1), second)
        }
    }

    @Test func `a malformed condition that entries repeat is an issue in each of them`() throws {
        let document = try SettingsDocument(
            parsing: #"""
                { "s": { "defaultValue": false, "valuesByVersion": [
                    { "when": { "a": [] }, "value": true }, { "when": { "a": [] }, "value": true } ] } }
                """#)
        expectEqual(document.issues.map(\.path), ["s.valuesByVersion[0].when.a", "s.valuesByVersion[1].when.a"])
    }

    @Test func `deep nesting is refused or malformed, and never crashes`() throws {
        for depth in [10, 60, 5_000] {
            let nested = String(repeating: #"{"not": ["#, count: depth) + "1" + String(repeating: "]}", count: depth)
            let json =
                #"{"s": {"defaultValue": false, "valuesByVersion": [{"when": {"a": \#(nested)}, "value": true}]}}"#
            let document = try? SettingsDocument(parsing: [UInt8](json.utf8), limits: DocumentLimits(depth: 1_024))
            expect(document.map { $0.issues.count == 1 } ?? (depth == 5_000))
        }
    }

    @Test func `a list may have 10,000 values`() throws {
        let values = (0..<10_000).map { "\"v\($0)\"" }.joined(separator: ",")
        try expect(holds("\"when\": {\"a\": [\(values)]}", in: #"{"a": "v9999"}"#))
        try expect(!holds("\"when\": {\"a\": {\"not\": [\(values)]}}", in: #"{"a": "v9999"}"#))
        try expect(holds("\"when\": {\"a\": {\"not\": [\(values)]}}", in: #"{"a": "v10000"}"#))
    }
}

extension SettingsDocument {
    init(parsing text: String) throws {
        try self.init(parsing: [UInt8](text.utf8))
    }
}
