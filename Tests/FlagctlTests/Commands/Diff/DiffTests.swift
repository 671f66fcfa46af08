import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct DiffTests {
    /// `old.json` is the example of the contract, `new.json` the same without one upper bound.
    private func scratch() throws -> Scratch {
        let scratch = try Scratch()
        try scratch.copyExample(to: "old.json")
        _ = try scratch.shell("sed 's/>=1.4.1 <1.4.3/>=1.4.1/' old.json > new.json")
        return scratch
    }

    @Test func `a bound that is gone changes every version after it`() throws {
        let run = try scratch().flagctl("diff", "old.json", "new.json")
        expectEqual(
            run,
            Run(
                output: """
                    payments
                      >=1.4.3   true → false   new.json:15 now also matches (was ">=1.4.1 <1.4.3")
                    unchanged for every version: checkout, minVersion, syncInterval

                    """, error: "", status: 1))
    }

    @Test(
        arguments: [
            ("diff-json", ["--format", "json"]), ("diff-ndjson", ["--format", "ndjson"]),
            ("diff-markdown", ["--format", "markdown"]), ("diff-frozen", ["--frozen", "<2.0.0"]),
            ("diff-frozen-outside", ["--frozen", "<1.4.3"]), ("diff-allow", ["--allow", "payments"]),
            ("diff-flag", ["--flag", "checkout"]), ("diff-unknown-allow", ["--allow", "paymets"]),
        ] as [(String, [String])])
    func `the same change in other forms`(_ name: String, _ options: [String]) throws {
        let scratch = try scratch()
        try Snapshot.expect(["diff"] + options + ["old.json", "new.json"], matches: name, in: scratch.path)
    }

    @Test func `added and removed settings, a default, a removed entry`() throws {
        let scratch = try scratch()
        _ = try scratch.shell(
            "sed '/>=1.4.1 <1.4.3/d; s/\"syncInterval\"/\"pollInterval\"/; s/\"legacy\",/\"classic\",/' old.json > new.json"
        )
        try Snapshot.expect(["diff", "old.json", "new.json"], matches: "diff-several", in: scratch.path)
        try Snapshot.expect(
            ["diff", "--format", "markdown", "old.json", "new.json"], matches: "diff-several-markdown", in: scratch.path
        )
    }

    @Test(
        arguments: [
            #""requires": "b""#, #""requires": "b", "until": "2027-01-01T00:00:00Z""#,
            #""appVersion": ">=2", "requires": "b""#,
        ])
    func `an entry with the same conditions no longer matches because of a setting that it requires`(
        _ conditions: String
    ) throws {
        let scratch = try Scratch()
        for (name, value) in [("old.json", true), ("new.json", false)] {
            try scratch.write(
                """
                {
                  "a": {
                    "defaultValue": 1,
                    "valuesByVersion": [
                      { \(conditions), "value": 2 }
                    ]
                  },
                  "b": { "defaultValue": \(value) }
                }
                """, to: name)
        }
        let reason = "(a setting that it requires has changed)"
        let lost = try scratch.flagctl("diff", "old.json", "new.json").output
        expect(lost.contains("2 → 1   new.json:5 no longer matches \(reason), new.json:3 applies"))
        let won = try scratch.flagctl("diff", "new.json", "old.json").output
        expect(won.contains("1 → 2   old.json:5 now matches \(reason)"))
    }

    @Test func `settings are ordered by name, or as in the new document, followed by removed ones`() throws {
        let scratch = try Scratch()
        try scratch.write(#"{"gone": 1, "b": 1, "same2": 1, "a": 1, "same1": 1}"#, to: "old.json")
        try scratch.write(#"{"new": 1, "same2": 1, "b": 2, "same1": 1, "a": 2}"#, to: "new.json")
        func names(_ options: String...) throws -> [Substring] {
            let run = try Run(["diff"] + options + ["old.json", "new.json"], in: scratch.path)
            return run.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
        }
        let unchanged = "unchanged for every version: "
        try expectEqual(names(), ["a", "b", "gone (removed)", "new (added)", unchanged + "same1, same2"])
        try expectEqual(
            names("--order", "document"), ["new (added)", "b", "a", "gone (removed)", unchanged + "same2, same1"])
    }

    @Test func `a text that means the same is equivalent, and the same text identical`() throws {
        let scratch = try scratch()
        _ = try scratch.shell("sed 's/>=1.4.1 <1.4.3/1.4.1 || >1.4.1 <1.4.3/' old.json > new.json")
        let equivalent = try scratch.flagctl("diff", "old.json", "new.json")
        expectEqual(
            equivalent, Run(output: "equivalent: 4 settings, the same value for every version\n", error: "", status: 0))
        let identical = try scratch.flagctl("diff", "old.json", "old.json")
        expectEqual(identical, Run(output: "identical: 4 settings, and not a byte has changed\n", error: "", status: 0))
    }

    @Test func `settings that no document has are not called equivalent`() throws {
        let run = try Run(["diff", "--flag", "paymets", "Configs/app.json", "Configs/app.json"])
        expect(run.output.isEmpty && run.status == 2)
        expect(run.error.contains("help: did you mean \"payments\"?"))
        let json = try Run(["diff", "--flag", "paymets", "--format", "json", "Configs/app.json", "Configs/app.json"])
        expect(json.output.hasPrefix(#"{"schema":"flagctl/diff/1","#) && json.status == 2)
    }

    @Test func `standard input is one document and not two`() throws {
        let run = try Run(["diff", "-", "-"])
        expectEqual(
            run,
            Run(
                output: "",
                error: """
                    flagctl diff: error: both documents are standard input, which can be read once
                       = help: name a file for one of the two, or REV:PATH

                    """, status: 2))
    }

    @Test func `a patch applies to the new document`() throws {
        let scratch = try scratch()
        try scratch.write(#"{"minVersion": null}"#, to: "patch.json")
        let run = try scratch.flagctl("diff", "--patch", "patch.json", "old.json", "old.json")
        expect(
            run.output.hasPrefix(
                "minVersion (removed)\n  *   1.0.0 → (absent)   old.json:11 is gone with its setting\n"))
        expectEqual(run.status, 1)
    }

    @Test func `files are compared with a git revision`() throws {
        let scratch = try scratch()
        let run = try scratch.shell(
            """
            git init -q . && mkdir Configs && mv old.json Configs/app.json && git add -A
            git -c user.name=a -c user.email=a@b commit -qm one && mv new.json Configs/app.json
            flagctl diff --against HEAD Configs
            """)
        expectEqual(
            run.output,
            """
            payments
              >=1.4.3   true → false   Configs/app.json:15 now also matches (was ">=1.4.1 <1.4.3")
            unchanged for every version: checkout, minVersion, syncInterval

            """)
        expectEqual(run.status, 1)
        let unknown = try scratch.flagctl("diff", "--against", "origin/main", "Configs/app.json")
        expect(unknown.error.contains("help: fetch it first"))
        expectEqual(unknown.status, 2)
    }

    @Test(
        arguments: [
            (["diff", "old.json"], "OLD and NEW"), (["diff", "old.json", "new.json", "old.json"], "OLD and NEW"),
            (["diff", "old.json", "."], "names 2 documents"), (["diff", "--against", "HEAD", "-"], "needs files"),
            (["diff", "--frozen", ">=2 <1", "old.json", "new.json"], "contains no version"),
            (["diff", "old.json", "missing.json"], "no such file"),
        ] as [([String], String)])
    func `inputs that cannot be compared are reported`(_ arguments: [String], _ message: String) throws {
        let scratch = try scratch()
        try scratch.makeRepository()
        let run = try scratch.shell("flagctl \(arguments.map { ShellQuoting.quoted($0) }.joined(separator: " "))")
        expect(run.error.contains(message), "\(run.error)")
        expectEqual(run.status, 2)
    }

    @Test(arguments: ["github", "junit", "sarif"])
    func `a difference for machines`(_ format: String) throws {
        let scratch = try Scratch()
        try scratch.copyExample(to: "old.json")
        _ = try scratch.shell("sed 's/>=1.4.1 <1.4.3/>=1.4.1/; /minVersion/d' old.json > new.json")
        try Snapshot.expect(
            ["diff", "--format", format, "old.json", "new.json"], matches: "diff-\(format)", in: scratch.path)
    }

    @Test func `a difference names the shipped versions that it affects`() throws {
        let scratch = try scratch()
        try scratch.write(
            "1.2.0 3.3%\n1.4.0 35%\n1.4.3 1.7%\n1.5.0 10%\n1.6.0 20%\n2.0.0 30%\n2.1.0 planned\n", to: "releases.txt")
        let run = try scratch.flagctl("diff", "--releases", "releases.txt", "old.json", "new.json")
        expectEqual(
            run.output,
            """
            payments
              >=1.4.3   true → false   new.json:15 now also matches (was ">=1.4.1 <1.4.3")
                        4 shipped versions: 1.4.3, 1.5.0, 1.6.0, 2.0.0 (61.7 % of installs)
            unchanged for every version: checkout, minVersion, syncInterval

            """)
        let object = try scratch.flagctl(
            "diff", "--releases", "releases.txt", "--format", "json", "old.json", "new.json")
        expect(
            object.output.contains(
                #""shipped":["1.4.3","1.5.0","1.6.0","2.0.0"],"share":{"percent":61.7,"isLowerBound":false},"#))
    }

    @Test(
        arguments: [
            ("1.4.3\n1.2.0 40%\n", "1 shipped version: 1.4.3", #""shipped":["1.4.3"],"cause""#),
            (
                "1.4.3 7.25%\n1.6.0\n", "2 shipped versions: 1.4.3, 1.6.0 (at least 7.3 % of installs)",
                #""shipped":["1.4.3","1.6.0"],"share":{"percent":7.3,"isLowerBound":true},"cause""#
            ),
            ("1.2.0 3%\n", "no shipped version", #""shipped":[],"cause""#),
        ])
    func `a difference gives the shares of installs from the list of releases`(
        _ list: String, _ text: String, _ json: String
    ) throws {
        let scratch = try scratch()
        try scratch.write(list, to: "releases.txt")
        let words = ["diff", "--releases", "releases.txt", "--report", "json=out.json", "old.json", "new.json"]
        let run = try Run(words, in: scratch.path)
        expect(
            run.output.split(separator: "\n").map { $0.drop { $0 == " " } }.contains(Substring(text)), "\(run.output)")
        try expect(scratch.read("out.json").contains(json))
    }

    @Test(arguments: [
        "{ SETTING }",
        #"{ SETTING, "b": { "defaultValue": true, "valuesByVersion": [{ "requires": "a", "value": 1 }] } }"#,
    ])
    func `a frozen setting with the same text changes if a setting that it requires is gone or circular`(
        new: String
    ) throws {
        let scratch = try Scratch()
        let setting = #""a": { "defaultValue": 0, "valuesByVersion": [{ "requires": "b", "value": 1 }] }"#
        try scratch.write("{ \(setting), \"b\": true }", to: "old.json")
        try scratch.write(new.replacing("SETTING", with: setting), to: "new.json")
        let run = try scratch.flagctl("diff", "--frozen", "*", "--allow", "b", "old.json", "new.json")
        expectEqual(run.status, 1)
        expect(run.output.contains("1 → 0"), "\(run.output)")
    }

    @Test func `changes that cannot be restricted to users are not shown`() throws {
        let scratch = try Scratch()
        for (name, value) in [("old.json", 1), ("new.json", 2)] {
            let entry = #"{ "when": { "os": { "version": ">=17" } }, "value": \#(value) }"#
            try scratch.write(#"{ "a": { "defaultValue": 0, "valuesByVersion": [\#(entry)] } }"#, to: name)
        }
        let run = try scratch.flagctl("diff", "--where", #"{ "when": { "os": "17.2" } }"#, "old.json", "new.json")
        expectEqual(run.status, 2)
        expectEqual(run.output, "")
        expect(run.error.contains("the changes cannot be restricted to --where: os is tested both"), "\(run.error)")
    }
}
