import FlagAnalysis
import FlagImport
import FlagResolver
import TestSupport
import Testing

struct ConfigCatConfigTests {
    /// A configuration with the Boolean setting `p`, which is `true` where a rule holds.
    private static func imported(_ conditions: String, _ more: String = "", segments: String = "[]") throws
        -> ImportedFile
    {
        try ImportedFile(
            """
            {"p": {"u": "", "r": 0, "s": ""}, "s": \(segments), "f": {
              "p": {"t": 0, "r": [{"c": [\(conditions)], "s": {"v": {"b": true}, "i": "x"}}], "v": {"b": false}, "i": "y"}\(more)}}
            """)
    }

    @Test func `settings on a cycle of prerequisites are found, and those that only lead to it or follow it are not`()
        throws
    {
        func flag(_ name: String, _ required: String...) -> String {
            let conditions = required.map { #"{"p": {"f": "\#($0)", "c": 0, "v": {"b": true}}}"# }
            return
                #""\#(name)": {"t": 0, "v": {"b": false}, "r": [{"c": [\#(conditions.joined(separator: ", "))], "s": {"v": {"b": true}}}]}"#
        }
        // Between the two cycles is a setting that is on none.
        let flags = [
            flag("a", "b"), flag("b", "c", "d"), flag("c", "b"), flag("d", "e"), flag("e", "e", "f"),
            #""f": {"t": 0, "v": {"b": false}}"#,
        ]
        let source = ConfigCatConfig.source(
            of: try JSONTree(parsing: Array("{\"f\": {\(flags.joined(separator: ", "))}}".utf8)))
        let circular = source.conditions.filter { condition in
            condition.doubts.contains { $0.reason == "the setting requires itself through others" }
        }
        expectEqual(Set(circular.compactMap(\.name)), ["b, rule 1", "c, rule 1", "e, rule 1"])
    }

    @Test func `segments with too many conditions and values are not read`() throws {
        func reasons(conditions: Int, values: Int, rules: Int = 1) throws -> Set<String> {
            let texts = (0..<values).map { "\"v\($0)\"" }.joined(separator: ",")
            let tests = (0..<conditions).map { #"{"a": "A\#($0)", "c": 0, "l": [\#(texts)]}"# }
            let rule = #"{"c": [{"s": {"s": 0, "c": 0}}], "s": {"v": {"b": true}, "i": "x"}}"#
            let list = Array(repeating: rule, count: rules).joined(separator: ",")
            let setting = #"{"t": 0, "r": [\#(list)], "v": {"b": false}}"#
            let segments = #"[{"n": "S", "r": [\#(tests.joined(separator: ","))]}]"#
            let text = #"{"s": \#(segments), "f": {"q": \#(setting)}}"#
            let source = ConfigCatConfig.source(of: try JSONTree(parsing: Array(text.utf8)))
            return Set(source.conditions.flatMap(\.doubts).map(\.reason))
        }
        let reason = "the rules before and this one name segments with too many conditions and values"
        expectEqual(try reasons(conditions: 100, values: 1), [])
        expectEqual(try reasons(conditions: 101, values: 1), [reason])
        expectEqual(try reasons(conditions: 1, values: 20_000, rules: 100), [reason])
    }

    @Test func `a rule has at most 100 conditions that are read`() throws {
        func doubts(_ count: Int) throws -> [String] {
            let conditions = (0..<count).map { #"{"u": {"a": "A\#($0)", "c": 0, "l": ["a"]}}"# }
            return try Self.imported(conditions.joined(separator: ", ")).source.conditions.flatMap(\.doubts).map(
                \.reason)
        }
        expectEqual(try doubts(100), [])
        expectEqual(Set(try doubts(101)), ["the rule has 101 conditions, and at most 100 are read"])
    }

    @Test(
        arguments: [
            (#"{"u": {"a": "Email", "c": 0, "l": ["a", "b"]}}"#, #"when: { "Email": ["a", "b"] }"#),
            (#"{"u": {"a": "Email", "c": 1, "l": ["a"]}}"#, #"when: { "Email": { "not": "a" } }"#),
            (#"{"u": {"a": "Email", "c": 28, "s": "a"}}"#, #"when: { "Email": "a" }"#),
            (#"{"u": {"a": "Email", "c": 29, "s": "a"}}"#, #"when: { "Email": { "not": "a" } }"#),
            (#"{"u": {"a": "Email", "c": 30, "l": ["a"]}}"#, #"when: { "Email": { "startsWith": "a" } }"#),
            (#"{"u": {"a": "Email", "c": 31, "l": ["a"]}}"#, #"when: { "Email": { "not": { "startsWith": "a" } } }"#),
            (#"{"u": {"a": "Identifier", "c": 0, "l": ["a"]}}"#, #"when: { "targetingKey": "a" }"#),
            (#"{"u": {"a": "Age", "c": 10, "d": 5}}"#, #"when: { "Age": 5 }"#),
            (#"{"u": {"a": "Age", "c": 11, "d": 5}}"#, #"when: { "Age": { "not": 5 } }"#),
            (#"{"u": {"a": "Age", "c": 12, "d": 5}}"#, #"when: { "Age": { "<": 5 } }"#),
            (#"{"u": {"a": "Age", "c": 13, "d": 5}}"#, #"when: { "Age": { "<=": 5 } }"#),
            (#"{"u": {"a": "Age", "c": 14, "d": 5}}"#, #"when: { "Age": { ">": 5 } }"#),
            (#"{"u": {"a": "Age", "c": 15, "d": 5.5}}"#, #"when: { "Age": { ">=": 5.5 } }"#),
            (
                #"{"u": {"a": "V", "c": 4, "l": ["1.0.0", " 2.0.0 "]}}"#,
                #"when: { "V": { "version": "1.0.0 || 2.0.0" } }"#
            ),
            (#"{"u": {"a": "V", "c": 5, "l": ["1.0.0"]}}"#, #"when: { "V": { "version": "!=1.0.0" } }"#),
            (#"{"u": {"a": "V", "c": 6, "s": "1.2.3-rc.1"}}"#, #"when: { "V": { "version": "<1.2.3-rc.1" } }"#),
            (#"{"u": {"a": "V", "c": 9, "s": "1.2.3"}}"#, #"when: { "V": { "version": ">=1.2.3" } }"#),
            (
                #"{"u": {"a": "Email", "c": 30, "l": ["a"]}}, {"u": {"a": "Email", "c": 1, "l": ["ab"]}}"#,
                #"when: { "Email": { "startsWith": "a", "not": "ab" } }"#
            ),
        ])
    func `a condition that a document can express is an entry, and exact`(_ conditions: String, _ entry: String) throws
    {
        let file = try Self.imported(conditions)
        expectEqual(file.source.problems, [])
        expectEqual(file.conditions(of: "p"), [entry])
        expectEqual(file.rows(of: "p"), [])
    }

    @Test(
        arguments: [
            (#"{"u": {"a": "Email", "c": 2, "l": ["a"]}}"#, "Email present"),
            (#"{"u": {"a": "Email", "c": 16, "l": ["53b7"]}}"#, "Email present"),
            (#"{"u": {"a": "Email", "c": 21, "s": "53b7"}}"#, "Email present"),
            (#"{"u": {"a": "Email", "c": 25, "l": ["1_53b7"]}}"#, "Email present"),
            (#"{"u": {"a": "At", "c": 18, "d": 1680307200}}"#, "At present"),
            (#"{"u": {"a": "Roles", "c": 34, "l": ["a"]}}"#, "everybody"),
            (#"{"u": {"a": "country", "c": 0, "l": ["DE"]}}"#, "everybody"),
            (
                #"{"u": {"a": "Email", "c": 2, "l": ["a"]}}, {"u": {"a": "Age", "c": 12, "d": 5}}"#,
                "Age <5, Email present"
            ),
        ])
    func `a condition that a document cannot express is no entry, and is stated within its bounds`(
        _ conditions: String, _ users: String
    ) throws {
        let file = try Self.imported(conditions)
        expectEqual(file.source.problems, [])
        expectEqual(file.conditions(of: "p"), [])
        expectEqual(file.rows(of: "p"), ["\(users): true or false → false"])
    }

    private static let segments =
        #"[{"n": "s", "r": [{"a": "Email", "c": 0, "l": ["a"]}, {"a": "Age", "c": 15, "d": 18}]}]"#

    @Test func `a segment is its conditions`() throws {
        let file = try Self.imported(#"{"s": {"s": 0, "c": 0}}"#, segments: Self.segments)
        expectEqual(file.conditions(of: "p"), [#"when: { "Email": "a", "Age": { ">=": 18 } }"#])
        expectEqual(file.rows(of: "p"), [])
    }

    @Test func `the opposite of a segment holds for the first condition that fails, if the user has its attribute`()
        throws
    {
        let file = try Self.imported(#"{"s": {"s": 0, "c": 1}}"#, segments: Self.segments)
        expectEqual(
            file.conditions(of: "p"),
            [
                #"when: { "Email": { "not": "a" } }"#, #"when: { "Email": "a", "Age": { "<": 18 } }"#,
            ])
        expectEqual(file.rows(of: "p"), [])
    }

    @Test func `a condition and its opposite cannot both hold, even if they are not known`() throws {
        let file = try ImportedFile(
            #"""
            {"f": {"p": {"t": 2, "v": {"i": 1}, "r": [
              {"c": [{"u": {"a": "E", "c": 2, "l": ["x"]}}, {"u": {"a": "E", "c": 3, "l": ["x"]}}], "s": {"v": {"i": 2}}}]}}}
            """#)
        expectEqual(file.rows(of: "p"), [])
    }

    @Test func `a setting that must be true is required`() throws {
        let other =
            #", "o": {"t": 0, "r": [{"c": [{"u": {"a": "E", "c": 0, "l": ["x"]}}], "s": {"v": {"b": true}}}], "v": {"b": false}}"#
        for (comparator, value) in [(0, "true"), (1, "false")] {
            let file = try Self.imported(
                "{\"p\": {\"f\": \"o\", \"c\": \(comparator), \"v\": {\"b\": \(value)}}}", other)
            expectEqual(file.conditions(of: "p"), [#"requires: "o""#])
            expectEqual(file.rows(of: "p"), [])
        }
    }

    @Test func `what requires a setting that differs is stated with that reason`() throws {
        let other =
            #", "o": {"t": 0, "r": [{"c": [{"u": {"a": "E", "c": 2, "l": ["x"]}}], "s": {"v": {"b": true}}}], "v": {"b": false}}"#
        let file = try Self.imported(#"{"p": {"f": "o", "c": 0, "v": {"b": true}}}"#, other)
        expectEqual(file.rows(of: "p"), ["E present: true or false → false"])
        guard case .differs(let difference) = file.statement.settings[0].outcome else {
            Issue.record("p does not differ")
            return
        }
        expectEqual(difference.doubts.map(\.reason), [#"it requires "o", which may differ itself"#])
    }

    @Test func `a setting that must have another value cannot be required, and is stated for exactly those`() throws {
        let other =
            #", "o": {"t": 1, "r": [{"c": [{"u": {"a": "E", "c": 0, "l": ["x"]}}], "s": {"v": {"s": "1"}}}], "v": {"s": "2"}}"#
        let equal = try Self.imported(#"{"p": {"f": "o", "c": 0, "v": {"s": "1"}}}"#, other)
        expectEqual(equal.conditions(of: "p"), [])
        expectEqual(equal.rows(of: "p"), ["E x: true → false"])
        let different = try Self.imported(#"{"p": {"f": "o", "c": 1, "v": {"s": "1"}}}"#, other)
        expectEqual(different.rows(of: "p"), ["E not x: true → false"])
    }

    @Test func `settings that require each other are not written, and stated`() throws {
        let file = try Self.imported(
            #"{"p": {"f": "o", "c": 0, "v": {"b": true}}}"#,
            #", "o": {"t": 0, "r": [{"c": [{"p": {"f": "p", "c": 0, "v": {"b": true}}}], "s": {"v": {"b": true}}}], "v": {"b": false}}"#
        )
        expect(file.conditions(of: "p") == [] && file.conditions(of: "o") == [])
        expectEqual(
            file.rows(of: "p"),
            [
                "everybody: the default in the code, because ConfigCat cannot read a condition or true or false → false"
            ])
    }

    @Test func `percentages are slices of the buckets of the setting`() throws {
        let file = try ImportedFile(
            #"""
            {"f": {"p": {"t": 1, "a": "Team", "v": {"s": "d"},
              "p": [{"p": 25, "v": {"s": "a"}}, {"p": 0, "v": {"s": "x"}}, {"p": 75, "v": {"s": "b"}}]}}}
            """#)
        expectEqual(
            file.conditions(of: "p"),
            [
                #"rollout: { "percent": 25, "salt": "p", "by": "Team" }"#,
                #"rollout: { "percent": [25, 100], "salt": "p", "by": "Team" }"#,
            ])
        // An empty team counts as absent here, and has a bucket in ConfigCat. A team that is no string is in no rollout here.
        let rows = file.rows(of: "p")
        expect(rows.allSatisfy { $0.contains(#""a" or "b""#) } && !rows.isEmpty, "\(rows)")
    }

    @Test(
        arguments: [
            ("[]", "no configuration", "["), (#"{"f": []}"#, "no configuration", "{"),
            (#"{"f": {"p": 1}}"#, "expected a setting", "1"),
            (#"{"f": {"p": {"v": {"b": true}}}}"#, "expected a type", "\"p\""),
            (#"{"f": {"p": {"t": 0, "v": {"s": "x"}}}}"#, "expected a value", "{"),
            (#"{"f": {"p": {"t": 2, "v": {"i": 1.5}}}}"#, "expected a value", "{"),
            (#"{"f": {"$p": {"t": 0, "v": {"b": true}}}}"#, "cannot have the name", "\"$p\""),
            (#"{"f": {"p": {"t": 0, "v": {"b": true}, "r": 1}}}"#, "expected a list", "1"),
            (
                #"{"f": {"p": {"t": 0, "v": {"b": true}, "p": [{"p": 101, "v": {"b": true}}]}}}"#,
                "expected a percentage", "{"
            ),
        ])
    func `a malformed configuration is an error at its place`(_ text: String, _ message: String, _ part: String) throws
    {
        let file = try ImportedFile(text)
        let problem = try #require(file.source.problems.first)
        expectEqual(file.source.problems.count, 1)
        expect(problem.message.contains(message), "\(problem.message)")
        expect(file.text(problem.span).hasPrefix(part))
    }

    @Test func `a value that the file does not have is stated`() throws {
        let file = try ImportedFile(
            #"{"f": {"p": {"t": 0, "v": {"b": false}, "r": [{"c": [{"u": {"a": "E", "c": 0, "l": ["x"]}}], "s": {}}]}}}"#
        )
        expectEqual(file.rows(of: "p"), ["E x: a value that the file does not have → false"])
    }
}
