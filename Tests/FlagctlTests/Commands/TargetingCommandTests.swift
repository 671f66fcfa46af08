import TestSupport
import Testing

@testable import flagctl

/// The commands on a document that tests more than the version.
@Suite(.blocking)
struct TargetingCommandTests {
    private static let document = "Configs/targeting.json"

    @Test(
        arguments: [
            ("explain-users", ["explain", "checkout", document]),
            ("explain-users-json", ["explain", "greeting", "--format", "json", document]),
            (
                "explain-one-user",
                [
                    "explain", "checkout", "--version", "2.1.0", "--attribute", "country=DE", "--attribute",
                    "platform=ios",
                    "--key", "user-1", "--at", "2026-12-03T00:00:00Z", document,
                ]
            ),
            (
                "explain-group-one-user",
                ["explain", "*", "--version", "2.1.0", "--attribute", "country=DE", "--key", "user-1", document]
            ),
            ("explain-one-user-json", ["explain", "express", "--version", "2.0.0", "--format", "json", document]),
            ("matrix-users", ["matrix", document]),
            ("matrix-users-csv", ["matrix", "--flag", "wallet", "--format", "csv", document]),
            ("matrix-users-markdown", ["matrix", "--flag", "reviewPrompt", "--format", "markdown", document]),
            ("matrix-users-json", ["matrix", "--flag", "wallet", "--format", "json", document]),
            ("matrix-some-users", ["matrix", "--attribute", "country=DE", "--at", "2026-12-03T00:00:00Z", document]),
            ("when-users", ["when", "checkout == \"modern\" and @country == \"AT\"", document]),
            ("when-versions-only", ["when", "exists(wallet) and not exists(nothing)", document]),
            ("when-no-user", ["when", "@country == \"DE\" and @country == \"AT\"", document]),
            (
                "prove-users",
                [
                    "prove", "-e", "for <2.0.0: checkout == \"legacy\"", "-e",
                    "for >=2.0.0 where @platform == \"ios\": checkout == \"modern\"", "-e",
                    "monotone checkout: \"legacy\" -> \"modern\"", "-e", "constant for *: wallet", document,
                ]
            ),
            ("prove-users-json", ["prove", "--format", "json", "-e", "for *: discount == 0", document]),
            ("prove-mixed-types", ["prove", "-e", "for * where @osVersion == \"17\": express == false", document]),
            ("retarget-users", ["retarget", "2.1.0", "2.2.0", document]),
            ("release-users", ["release", "2.0.0", "--previous", "1.9.0", document]),
        ])
    func `commands answer for all users`(name: String, arguments: [String]) throws {
        try Snapshot.expect(arguments, matches: name)
    }

    @Test(
        arguments: [
            ("diff-users", []), ("diff-users-json", ["--format", "json"]),
            ("diff-users-markdown", ["--format", "markdown"]),
            ("diff-max-share", ["--max-share", "25"]), ("diff-max-share-exceeded", ["--max-share", "24.999"]),
            ("diff-max-share-wrong", ["--max-share", "1.2345"]),
        ] as [(String, [String])])
    func `a difference says who gains and who loses`(name: String, options: [String]) throws {
        let scratch = try Scratch()
        let text = try ProjectFile.text(Self.document)
        try scratch.write(text, to: "old.json")
        try scratch.write(text.replacing("\"percent\": 25,", with: "\"percent\": 50,"), to: "new.json")
        try Snapshot.expect(["diff"] + options + ["old.json", "new.json"], matches: name, in: scratch.path)
    }

    private static let users =
        #"{ "appVersion": ">=2.0.0", "when": { "country": "DE", "ring": { "absent": true } } }"#

    @Test(
        arguments: [
            ("where-explain", ["explain", "checkout", "--where", users, document]),
            ("where-explain-json", ["explain", "wallet", "--where", users, "--format", "json", document]),
            (
                "where-explain-rollout",
                ["explain", "reviewPrompt", "--where", #"{ "rollout": { "percent": 5, "salt": "review" } }"#, document]
            ),
            ("where-explain-group", ["explain", "*", "--where", users, document]),
            ("where-explain-group-json", ["explain", "w*", "--where", users, "--format", "json", document]),
            ("where-explain-group-nobody", ["explain", "w*", "--where", #"{ "appVersion": "<0-0" }"#, document]),
            ("where-explain-one-user", ["explain", "checkout", "--version", "2.1.0", "--where", users, document]),
            ("where-explain-nobody", ["explain", "checkout", "--where", #"{ "appVersion": "<0-0" }"#, document]),
            (
                "where-explain-mixed-types",
                ["explain", "express", "--where", #"{ "when": { "osVersion": "17" } }"#, document]
            ),
            (
                "where-when-mixed-types",
                ["when", "express == true", "--where", #"{ "when": { "osVersion": "17" } }"#, document]
            ),
            ("where-matrix", ["matrix", "--where", users, "--flag", "checkout", "--flag", "wallet", document]),
            ("where-matrix-json", ["matrix", "--where", users, "--flag", "wallet", "--format", "json", document]),
            ("where-matrix-versions", ["matrix", "--where", #"{ "appVersion": "<1.4.2" }"#, "Configs/app.json"]),
            ("where-when", ["when", "checkout == \"modern\"", "--where", users, document]),
            ("where-when-nobody", ["when", "checkout == \"modern\"", "--where", #"{ "appVersion": "<2" }"#, document]),
            ("where-not-json", ["when", "exists(wallet)", "--where", "country=DE", document]),
            ("where-list", ["when", "exists(wallet)", "--where", "[]", document]),
            ("where-empty", ["when", "exists(wallet)", "--where", "{}", document]),
            ("where-requires", ["when", "exists(wallet)", "--where", #"{ "requires": "wallet" }"#, document]),
            ("where-malformed", ["when", "exists(wallet)", "--where", #"{ "when": { "country": [] } }"#, document]),
        ])
    func `commands answer for the users of --where`(name: String, arguments: [String]) throws {
        try Snapshot.expect(arguments, matches: name)
    }

    @Test(
        arguments: [
            ("where-diff", ["--where", users]), ("where-diff-json", ["--where", users, "--format", "json"]),
            ("where-diff-nobody", ["--where", #"{ "when": { "country": "US" } }"#]),
            ("where-diff-version-test", ["--where", #"{ "when": { "country": { "version": ">=17" } } }"#]),
            ("where-diff-max-share", ["--where", users, "--max-share", "24"]),
        ])
    func `a difference is restricted to the users of --where`(name: String, options: [String]) throws {
        let scratch = try Scratch()
        let text = try ProjectFile.text(Self.document)
        try scratch.write(text, to: "old.json")
        try scratch.write(text.replacing("\"percent\": 25,", with: "\"percent\": 50,"), to: "new.json")
        try Snapshot.expect(["diff"] + options + ["old.json", "new.json"], matches: name, in: scratch.path)
    }

    @Test func `expectations are about one user, some users, or everybody`() throws {
        let scratch = try Scratch()
        try scratch.write(try ProjectFile.text(Self.document), to: "app.json")
        try scratch.write(
            """
            { "document": "app.json", "expectations": [
              { "name": "everybody", "for": "<2.0.0", "expect": { "checkout": "legacy" } },
              { "name": "not everybody", "version": "2.1.0", "expect": { "wallet": true } },
              { "name": "one user", "version": "2.1.0", "context": { "platform": "ios" }, "expect": { "wallet": true } },
              { "name": "one other user", "version": "2.1.0", "context": {}, "expect": { "wallet": true } },
              { "name": "some users", "for": ">=2.1.0", "where": { "when": { "ring": ["beta"] } }, "expect": { "checkout": "modern" } },
              { "name": "nobody", "for": "*", "where": { "when": { "ring": "a", "country": { "<": 1 } }, "rollout": { "percent": 0, "salt": "x" } }, "expect": { "checkout": "modern" } }
            ] }
            """, to: "app.expectations.json")
        try Snapshot.expect(["test", "app.expectations.json"], matches: "test-users", in: scratch.path)
    }

    @Test(
        arguments: [
            (#""context": []"#, "expected a context, which is an object"),
            (#""context": { "country": null }"#, "null"),
            (#""context": { "appVersion": "1" }"#, "\"version\" or \"for\" gives the version of the context"),
            (#""where": {}"#, "[bad-expectations]"),
            (#""where": { "when": { "country": [] } }"#, "found an empty array"),
            (#""where": { "requires": "wallet" }"#, "conditions on users cannot require settings"),
            (#""where": { "when": { "a": 1 }, "value": true }"#, "conditions on users have no value; delete \"value\""),
            (#""where": { "when": { "os": [{ "version": "1" }, "1"] } }"#, "tested both as a version and as a string"),
        ])
    func `wrong users of an expectation are refused`(members: String, message: String) throws {
        let scratch = try Scratch()
        try scratch.write(try ProjectFile.text(Self.document), to: "app.json")
        try scratch.write(
            #"{ "document": "app.json", "expectations": [ { "name": "a", "for": "*", \#(members), "expect": { "wallet": true } } ] }"#,
            to: "app.expectations.json")
        let run = try Run(["test", "app.expectations.json"], in: scratch.path)
        expectEqual(run.status, 2)
        expect(run.error.contains(message), "\(run.error)")
    }

    @Test(.long) func `a setting that is too complex is refused, and the others are answered`() throws {
        let scratch = try Scratch()
        let entries = (0..<24).map { index in
            #"{ "when": { "a\#(index)": "x", "b\#(index)": "y" }, "value": \#(index + 1) }"#
        }
        try scratch.write(
            """
            { "hard": { "defaultValue": 0, "valuesByVersion": [\(entries.joined(separator: ", "))] },
              "easy": { "defaultValue": 0, "valuesByVersion": [{ "when": { "a0": "x" }, "value": 1 }] } }
            """, to: "app.json")
        let run = try Run(["matrix", "app.json"], in: scratch.path)
        expectEqual(run.status, 2)
        expect(run.error.contains("in \"hard\": the setting is too complex to be analysed"), "\(run.error)")
        expect(run.error.contains("most of them come from"), "\(run.error)")
        expect(run.output.contains("easy, a0 x"), "\(run.output)")
    }

    @Test func `an attribute that is given twice is an error`() throws {
        let run = try Run(["resolve", "--version", "1", "--attribute", "n=1", "--attribute", "n=0", "x.json"])
        expect(run.status == 2 && run.error.contains(#""n" was given twice"#), "\(run)")
    }
}
