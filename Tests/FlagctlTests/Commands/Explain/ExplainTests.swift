import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct ExplainTests {
    @Test func `the contract's example is printed byte for byte`() throws {
        let run = try Run(["explain", "payments", "--version", "1.4.2", "Configs/app.json"])
        expectEqual(
            run,
            Run(
                output: """
                    payments = false   for 1.4.2
                    → >=1.4.1 <1.4.3   false   Configs/app.json:15   wins (first match)
                      >=1.4.0          true    Configs/app.json:16   also matches
                      default          false   Configs/app.json:13
                    this value holds for >=1.4.1 <1.4.3; it is true for >=1.4.0 <1.4.1 and from 1.4.3 on

                    """, error: "", status: 0))
    }

    @Test(
        arguments: [
            ("history", ["payments"]), ("history-shadowed", ["syncInterval"]), ("constant", ["minVersion"]),
            ("default", ["payments", "--version", "1.3"]), ("three-values", ["syncInterval", "--version", "1.5"]),
            ("no-match", ["checkout", "--version", "1.2.0-rc.1"]), ("no-entries", ["minVersion", "--version", "7"]),
            ("json", ["payments", "--version", "1.4.2", "--format", "json"]),
            ("json-history", ["syncInterval", "--format", "json"]),
        ] as [(String, [String])])
    func `each form matches its snapshot`(_ name: String, _ arguments: [String]) throws {
        try Snapshot.expect(["explain"] + arguments + ["Configs/app.json"], matches: "explain-\(name)")
    }

    @Test(
        arguments: [
            ("releases", ["update.minimumVersion", "--releases", "Configs/app.releases"]),
            ("releases-version", ["checkout.voucher", "--version", "1.5", "--releases", "Configs/app.releases"]),
            (
                "releases-json",
                ["checkout.voucher", "--version", "1.5", "--releases", "Configs/app.releases", "--format", "json"]
            ), ("group", ["checkout"]), ("group-version", ["checkout.*", "--version", "2"]),
            ("group-json", ["checkout.address", "--format", "json"]), ("pattern-nothing", ["x*"]),
        ] as [(String, [String])])
    func `a group lists its settings`(_ name: String, _ arguments: [String]) throws {
        try Snapshot.expect(["explain"] + arguments + ["Configs/showcase.json"], matches: "explain-\(name)")
    }

    @Test func `an entry of the wrong type is skipped with a message`() throws {
        let scratch = try Scratch()
        try scratch.write(
            #"""
            {"a": {"type": "integer", "defaultValue": 1, "valuesByVersion": [
              { "appVersion": ["1.x", ">=3"], "value": "one" }, { "appVersion": "*", "value": 2 } ]}}
            """#, to: "a.json")
        let run = try scratch.flagctl("explain", "a", "--version", "1.5", "a.json")
        expectEqual(
            run.output,
            """
            a = 2   for 1.5
              1.x || >=3   one   a.json:2   matches, but is passed over: not an integer
            → *            2     a.json:2   wins (first match)
              default      1     a.json:1
            this value holds for every version

            """)
        expect(run.error.hasPrefix("a.json:2:44: warning: in \"a\": the value is a string, expected an integer"))
        expectEqual(run.status, 0)
    }

    @Test(
        arguments: [
            (["paymets", "Configs/app.json"], "Configs/app.json: error: no setting \"paymets\" [unknown-setting]"),
            (["payments", "Configs/app.json", "x"], "flagctl explain: error: one argument too many: \"x\""),
            (["payments"], "flagctl explain: error: no FILE given: one file, REV:PATH, or \"-\""),
            (["payments", "nope.json"], "nope.json: error: no such file or directory"),
            (
                ["payments", "--version", "Configs/app.json"],
                "flagctl explain: error: --version \"Configs/app.json\": "
                    + "this was taken as the value, so no FILE is left"
            ),
            (
                ["payments", "Configs/app.json", "--", "Configs"],
                "flagctl explain: error: one argument too many: \"Configs\""
            ),
        ] as [([String], String)])
    func `what cannot be explained is an error`(_ arguments: [String], _ message: String) throws {
        let run = try Run(["explain"] + arguments)
        expectEqual(run.status, 2)
        expectEqual(run.error.split(separator: "\n").first.map(String.init), message)
        expect(run.output.isEmpty)
    }

    @Test func `a folder of several documents is an error that names them`() throws {
        let scratch = try Scratch()
        for name in ["a", "b", "c", "d"] { try scratch.write("{}", to: "x/\(name).json") }
        try expectEqual(
            scratch.flagctl("explain", "a", "x"),
            Run(
                output: "",
                error: """
                    flagctl explain: error: FILE names 4 documents, but one is needed
                       = help: name one of them: x/a.json, x/b.json, x/c.json, …

                    """, status: 2))
    }

    @Test func `JSON is printed even when there is nothing to explain`() throws {
        let run = try Run(["explain", "paymets", "--format", "json", "Configs/app.json"])
        expectEqual(
            run.output,
            """
            {"schema":"flagctl/explain/1","incomplete":[{"input":"Configs/app.json","code":"unknown-setting",\
            "setting":"paymets","message":"no setting \\"paymets\\"","help":"did you mean \\"payments\\"?"}],\
            "name":"paymets","entries":[],"history":[]}

            """)
        expectEqual(run.status, 2)
    }

    @Test func `a setting without a default is reported, and has no explanation`() throws {
        let scratch = try Scratch()
        try scratch.write(#"{"a": {"valuesByVersion": [ { "appVersion": "1", "value": 2 } ]}}"#, to: "a.json")
        let run = try scratch.flagctl("explain", "a", "a.json")
        expect(run.output.isEmpty)
        expect(run.error.hasPrefix("a.json:1:7: error: "))
        expect(run.error.contains("[missing-default]"))
        expectEqual(run.status, 2)
    }

    @Test func `a value of another kind is not called absent`() throws {
        let scratch = try Scratch()
        try scratch.write(
            """
            {"$attributes": {"userId": {"type": "string"}},
             "s": {"defaultValue": 0, "valuesByVersion": [
              {"rollout": {"percent": 100, "salt": "a", "by": "userId"}, "value": 1},
              {"when": {"osVersion": {"version": ">=17"}}, "value": 2}, {"when": {"beta": true}, "value": 3},
              {"when": {"country": "DE"}, "value": 4}]}}
            """, to: "app.json")
        let context = [
            "--version", "1", "--attribute", "userId=12345", "--attribute", "osVersion=17.2", "--attribute",
            #"beta="true""#,
        ]
        let sentences = [
            #"userId is 12345, a number, but a string is needed, so there is no bucket of "a"; "$attributes" declares a string: write it in quotation marks"#,
            "osVersion is 17.2, a number, but a version is needed",
            #"beta is "true", a string, but a Boolean is needed"#,
            "country is absent",
        ]
        let text = try scratch.flagctl(["explain", "s"] + context + ["app.json"]).output
        let json = try scratch.flagctl(["explain", "s", "--format", "json"] + context + ["app.json"]).output
        for sentence in sentences {
            expect(text.contains(sentence), "\(text)")
            expect(json.contains(sentence.replacing("\"", with: "\\\"")), "\(json)")
        }
        expect(!text.contains("userId is absent"))
    }

    /// A context as the debug menu of an app exports it.
    private static let exported = #"""
        {"appVersion": "1.5.0", "date": "2026-12-03T00:00:00Z", "$overrides": {
          "payments": {"value": false, "until": "2026-12-10T00:00:00Z"}, "syncInterval": {"value": 5}}}
        """#

    @Test func `an override of the context is shown before the value of the document`() throws {
        let scratch = try Scratch()
        try scratch.write(#"{"payments": true}"#, to: "app.json")
        try scratch.write(Self.exported, to: "context.json")
        let run = try scratch.flagctl("explain", "payments", "--context", "context.json", "app.json")
        expectEqual(
            run.output,
            """
            payments = false   overridden until 2026-12-10T00:00:00Z; the document has:
            payments = true   for 1.5.0
            → default   true   app.json:1   wins (there are no entries)
            this value holds for every version

            """)
        expect(run.error.isEmpty && run.status == 0)
        let json = try scratch.flagctl(
            "explain", "payments", "--format", "json", "--context", "context.json", "app.json")
        expect(json.output.contains(#""override":{"value":false,"until":"2026-12-10T00:00:00Z"}"#))
    }

    @Test(arguments: ["2026-12-10T00:00:00Z", "2027-01-01T00:00:00Z"])
    func `an override that has ended is not shown`(instant: String) throws {
        let scratch = try Scratch()
        try scratch.write(#"{"payments": true}"#, to: "app.json")
        try scratch.write(Self.exported, to: "context.json")
        let run = try scratch.flagctl(
            "explain", "payments", "--context", "context.json", "--at", instant, "app.json")
        expect(!run.output.contains("overridden"))
    }

    @Test(arguments: [["resolve"], ["matrix"], ["explain", "*"]])
    func `what shows several settings says that it leaves overrides out`(command: [String]) throws {
        let scratch = try Scratch()
        try scratch.write(#"{"payments": true, "syncInterval": 1}"#, to: "app.json")
        try scratch.write(Self.exported, to: "context.json")
        let run = try scratch.flagctl(command + ["--context", "context.json", "app.json"])
        expect(run.output.contains("true"))
        expect(
            run.error.contains(
                #"context.json: note: the overrides of "payments", "syncInterval" are left out: values are those of the document"#
            ))
        expect(run.error.contains("[ignored-overrides]"))
    }

    @Test func `an override of another form is reported at its place`() throws {
        let scratch = try Scratch()
        try scratch.write(#"{"payments": true}"#, to: "app.json")
        try scratch.write(#"{"$overrides": {"payments": true}}"#, to: "context.json")
        let run = try scratch.flagctl("explain", "payments", "--context", "context.json", "app.json")
        expect(run.error.contains(#"context.json:1:29: warning: in "$overrides.payments": found a boolean"#))
        expect(run.error.contains("[bad-override]"))
    }
}
