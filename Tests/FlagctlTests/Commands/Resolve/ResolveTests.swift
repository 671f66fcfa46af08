import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct ResolveTests {
    private static let text = """
        checkout      compact
        minVersion    1.0.0
        payments      true
        syncInterval  300

        """

    @Test(
        arguments: [
            "--version 1.4.0 Configs/app.json", "--app-version 1.4.0 Configs/app.json",
            "Configs/app.json --version=v1.4", "--version 1.4.0,1.4.0 --version 1.4.0 Configs/app.json",
            "--version 1.4.0 Configs/app.json ./Configs/../Configs/app.json", "--version 1.4.0 'Configs/ap?.json'",
            "--version 1.4.0 - < Configs/app.json",
        ])
    func `values are printed in columns, sorted by name`(_ line: String) throws {
        let run = try Run(shell: "flagctl resolve \(line)", in: PackageFolder.path)
        expectEqual(run.output, Self.text)
        expect(run.error.isEmpty)
        expectEqual(run.status, 0)
    }

    @Test func `two spellings of one version are two columns`() throws {
        let run = try Run(["resolve", "--version", "1, 1.0,1", "--flag", "payments", "Configs/app.json"])
        expectEqual(run, Run(output: "          1      1.0\npayments  false  false\n", error: "", status: 0))
    }

    @Test func `all listed releases are resolved for`() throws {
        let words = ["resolve", "--all-releases", "--releases", "Configs/app.releases", "--flag", "payments"]
        let run = try Run(words + ["Configs/app.json"])
        expectEqual(
            run.output,
            """
                      1.2.0  1.4.0  1.4.2  1.4.3  1.5.0  1.6.0  2.0.0  2.1.0
            payments  false  true   false  true   true   true   true   true

            """)
        expect(run.error.isEmpty && run.status == 0)
        let json = try Run(words + ["--format", "ndjson", "Configs/app.json"])
        expect(json.output.split(separator: "\n").count == 8 && json.status == 0, "\(json)")
    }

    @Test(
        arguments: [
            ("--all-releases", "--all-releases needs a list of releases"),
            ("--all-releases --releases Configs/app.releases --version 1", "--all-releases and --version both"),
            ("--all-releases --releases Configs/app.releases --format value --flag payments", "gives several"),
            ("--all-releases --releases Configs/app.json", "[bad-releases]"),
            ("--version 1 --format value --flag 'mi*' --flag payments", "needs one --flag, but 2 are given"),
            ("--version 1 --format value --flag '*s'", "needs one setting, but \"*s\" matches"),
            ("--version 1 --flag 'x*'", "no setting matches \"x*\""),
        ])
    func `versions and settings that cannot be chosen are errors`(_ options: String, _ message: String) throws {
        let file = options.contains("'*s'") ? "Configs/showcase.json" : "Configs/app.json"
        let run = try Run(shell: "flagctl resolve \(options) \(file)", in: PackageFolder.path)
        expect(run.error.contains(message), "\(run.error)")
        expectEqual(run.status, 2)
    }

    @Test(arguments: ["checkout.address", "checkout.address.*", "*.a*s.*"])
    func `a group and a pattern stand for their settings`(_ flag: String) throws {
        let run = try Run(["resolve", "--version", "2", "--flag", flag, "Configs/showcase.json"])
        expectEqual(
            run.output,
            """
            checkout.address.autocomplete  true
            checkout.address.countries     ["DE","AT","CH","SE"]

            """)
        expect(run.error.isEmpty && run.status == 0)
    }

    @Test func `one bare value is printed for a script`() throws {
        let run = try Run([
            "resolve", "--version", "1.4.2", "--flag", "payments", "--format", "value", "Configs/app.json",
        ])
        expectEqual(run, Run(output: "false\n", error: "", status: 0))
    }

    @Test(
        arguments: [
            ("versions", ["--version", "1.4.0,2.0.0"]),
            ("explain", ["--version", "1.4.2", "--explain"]),
            ("explain-versions", ["--version", "1.4.2,2", "--explain"]),
            ("only-overridden", ["--version", "1.4.1", "--only-overridden"]),
            ("flags", ["--version", "1.4.1", "--flag", "syncInterval", "--flag", "checkout"]),
            (
                "document-order",
                ["--version", "1.4.1", "--order", "document", "--flag", "minVersion", "--flag", "checkout"]
            ),
            ("json", ["--version", "1.4.0,1.4.1", "--format", "json"]),
            ("json-explain", ["--version", "1.4.0", "--format", "json", "--explain"]),
            ("ndjson", ["--version", "1.4.0", "--format", "ndjson"]),
            ("ndjson-explain", ["--version", "1.4.0", "--format", "ndjson", "--explain"]),
            ("csv", ["--version", "1.4.0,1.4.1", "--format", "csv"]),
            ("csv-explain", ["--version", "1.4.0", "--format", "csv", "--explain"]),
            ("markdown", ["--version", "1.4.0,1.4.1", "--format", "markdown"]),
            ("markdown-explain", ["--version", "1.4.0", "--format", "markdown", "--explain"]),
            ("env", ["--version", "1.4.0", "--format", "env"]),
        ] as [(String, [String])])
    func `each format matches its snapshot`(_ name: String, _ options: [String]) throws {
        try Snapshot.expect(["resolve"] + options + ["Configs/app.json"], matches: "resolve-\(name)")
    }

    @Test(arguments: ["resolve --version 1", "matrix"])
    func `a long value is clipped in Markdown, and complete in JSON and CSV`(_ line: String) throws {
        let scratch = try Scratch()
        let value = String(repeating: "abcde", count: 40)
        try scratch.write("{\"a\": \"\(value)\"}", to: "a.json")
        let markdown = try scratch.shell("flagctl \(line) --format markdown a.json").output
        expect(markdown.contains("| `\(value.prefix(20))") && markdown.contains("…#"), "\(markdown)")
        expect(!markdown.contains(value.prefix(61)))
        for format in ["json", "csv"] {
            try expect(scratch.shell("flagctl \(line) --format \(format) a.json").output.contains(value))
        }
    }

    @Test func `the JSON of the contract is what is printed`() throws {
        let run = try Run(["resolve", "--version", "1.4.0", "--format", "json", "--explain", "Configs/app.json"])
        expect(
            run.output.hasPrefix(
                #"{"schema":"flagctl/resolve/1","results":[{"file":"Configs/app.json","version":"1.4.0","#
                    + #""values":{"checkout":"compact","minVersion":"1.0.0","payments":true,"syncInterval":300},"#))
        expect(
            run.output.contains(
                #""payments":{"reason":"TARGETING_MATCH","entry":1,"appVersion":">=1.4.0","line":16,"column":7}"#))
    }

    @Test func `several files have a table each, and a failure of one does not hide the others`() throws {
        let scratch = try Scratch()
        try scratch.write("{\"b\": 1}", to: "one.json")
        try scratch.write("{\"b\": 1,}", to: "two.json")
        try scratch.write("{\"a\": [1, {\"c\": null}], \"b\": 2}", to: "x/three.json")
        let run = try scratch.flagctl("resolve", "--version", "1", "one.json", "x", "two.json", "four.json")
        expectEqual(run.output, "one.json:\nb  1\n\nx/three.json:\na  [1,{\"c\":null}]\nb  2\n")
        expect(run.error.hasPrefix("two.json:1:8: error: trailing comma"))
        expect(run.error.hasSuffix("four.json: error: no such file or directory\n"))
        expectEqual(run.status, 2)
    }

    @Test func `a string is bare unless it could be taken for something else`() throws {
        let scratch = try Scratch()
        let values: [(String, String)] = [
            (#""plain text""#, "plain text"), (#""1.4.0""#, "1.4.0"), (#""truely""#, "truely"), (#""{x""#, "{x"),
            (#""é😀""#, "é😀"), (#""a \"b\"""#, "a \"b\""), (#""a\\b""#, #"a\b"#), (#""""#, #""""#),
            (#"" a""#, #"" a""#), (#""a ""#, #""a ""#), (#""a\u00a0""#, #""a\u00a0""#), (#""true""#, #""true""#),
            (#""null""#, #""null""#), (#""12""#, #""12""#), (#""-1e5""#, #""-1e5""#), (#""{}""#, #""{}""#),
            (#""[1]""#, #""[1]""#), (#""\"x\"""#, #""\"x\"""#), (#""a\nb""#, #""a\nb""#),
            (#""\u001b[2J""#, #""\u001b[2J""#), (#""\u202ex""#, #""\u202ex""#), ("1.50", "1.50"), ("1E+2", "1E+2"),
            ("12345678901234567890123", "12345678901234567890123"), ("null", "null"),
            (#"{ "defaultValue": { "b" : [ 1.0 , "x" ], "a": {} } }"#, #"{"b":[1.0,"x"],"a":{}}"#),
        ]
        for (value, shown) in values {
            try scratch.write("{\"v\": \(value)}", to: "a.json")
            try expectEqual(scratch.flagctl("resolve", "--version", "1", "a.json").output, "v  \(shown)\n")
        }
    }

    @Test func `a bare value is always bare`() throws {
        let scratch = try Scratch()
        for (value, shown) in [(#""""#, ""), (#""true""#, "true"), (#""a\nb""#, "a\nb"), ("[1, 2]", "[1,2]")] {
            try scratch.write("{\"v\": \(value)}", to: "a.json")
            let run = try scratch.flagctl("resolve", "--version", "1", "--flag", "v", "--format", "value", "a.json")
            expectEqual(run, Run(output: shown + "\n", error: "", status: 0))
        }
    }

    @Test func `two names that become one variable are an error, and neither is written`() throws {
        let scratch = try Scratch()
        try scratch.write("{\n\"a.b\": 1,\n\"a_b\": 2, \"c\": \"\\u0000\", \"d\": 3}", to: "a.json")
        let run = try scratch.flagctl("resolve", "--version", "1", "--format", "env", "a.json")
        expectEqual(
            run.output,
            """
            # incomplete: a.json:3:1: error: "a_b" and "a.b" would both be A_B [variable-collision]
            # incomplete: a.json:3:16: error: the value of "c" contains the character U+0000, which a shell variable \
            cannot contain [unwritable-value]
            D='3'

            """)
        expectEqual(run.status, 2)
        expectEqual(
            run.error,
            """
            a.json:3:1: error: "a_b" and "a.b" would both be A_B [variable-collision]
               |
             3 | "a_b": 2, "c": "\\u0000", "d": 3}
               | ^^^^^
               = note: a.json:2:1: "a.b" is here
               = help: choose one with --flag, or use --format json
            a.json:3:16: error: the value of "c" contains the character U+0000, which a shell variable cannot contain [unwritable-value]
               |
             3 | "a_b": 2, "c": "\\u0000", "d": 3}
               |                ^^^^^^^^
               = help: use --format json

            """)
    }

    @Test(
        arguments: [
            (["--format", "value"], "needs one --flag, but none is given"),
            (["--format", "value", "--flag", "a", "--flag", "b"], "needs one --flag, but 2 are given"),
            (["--format", "env", "--version", "2"], "needs one --version, but 2 are given"),
            (["--report", "value=x"], "needs one --flag, but none is given"),
            (["--report", "yaml=x"], "--report cannot be \"yaml\""),
            (["--report", "json"], "expected a format, \"=\" and a path"),
            (["--version", ""], "the version is empty"),
            (["--version", "1,,2"], "the version is empty"),
        ] as [([String], String)])
    func `incompatible options are reported before anything is read`(_ options: [String], _ message: String)
        throws
    {
        let run = try Run(["resolve", "--version", "1"] + options + ["no-such-file.json"])
        expectEqual(run.status, 2)
        expect(run.error.contains(message), "\(run.error)")
        expect(!run.error.contains("no such file"))
    }

    @Test func `an unknown setting is an error with the one that was meant`() throws {
        let run = try Run(["resolve", "--version", "1", "--flag", "paymnets", "--flag", "checkout", "Configs/app.json"])
        expectEqual(run.output, "checkout  legacy\n")
        expectEqual(run.status, 2)
        expectEqual(
            run.error,
            """
            Configs/app.json: error: no setting "paymnets" [unknown-setting]
               = help: did you mean "payments"?

            """)
    }

    @Test func `a setting that only some files have is no error`() throws {
        let scratch = try Scratch()
        try scratch.write("{\"a\": 1}", to: "a.json")
        try scratch.write("{\"b\": 1}", to: "b.json")
        let run = try scratch.flagctl("resolve", "--version", "1", "--flag", "a", "a.json", "b.json")
        expectEqual(run, Run(output: "a.json:\na  1\n\nb.json:\n", error: "", status: 0))
        let none = try scratch.flagctl("resolve", "--version", "1", "--flag", "c", "a.json", "b.json")
        expectEqual(
            none.error,
            "flagctl: error: none of the 2 documents has a setting \"c\" [unknown-setting]\n"
                + "   = help: did you mean \"a\"?\n")
    }

    @Test func `patches are merged in order, and locations name the file a value came from`() throws {
        let scratch = try Scratch()
        try scratch.write(#"{"a": {"defaultValue": 1, "valuesByVersion": []}, "b": 2, "c": {"d": true}}"#, to: "a.json")
        try scratch.write(
            "{\n  \"a\": {\"valuesByVersion\": [{\"appVersion\": \">=1\", \"value\": 5}]}, \"b\": null}", to: "p.json")
        try scratch.write(#"{"c": {"e": [1]}}"#, to: "q.json")
        let run = try scratch.flagctl(
            "resolve", "--version", "1", "--patch", "p.json", "--patch=q.json", "--explain", "a.json")
        expectEqual(
            run,
            Run(
                output: """
                    a    5     >=1         p.json:2
                    c.d  true  no entries  a.json:1
                    c.e  [1]   no entries  q.json:1

                    """, error: "", status: 0))
        let json = try scratch.flagctl(
            "resolve", "--version", "1", "--patch", "p.json", "--format", "json", "--explain", "--flag", "a", "a.json")
        expect(
            json.output.contains(
                #""a":{"reason":"TARGETING_MATCH","entry":0,"appVersion":">=1","file":"p.json","line":2,"column":29}"#))
    }

    @Test func `a patch that cannot be read ends the run`() throws {
        let run = try Run(["resolve", "--version", "1", "--patch", "nope.json", "Configs/app.json"])
        expectEqual(run, Run(output: "", error: "nope.json: error: no such file or directory\n", status: 2))
    }

    @Test func `further reports are written beside the first`() throws {
        let scratch = try Scratch()
        try scratch.write("{\"a\": 1}", to: "a.json")
        let run = try scratch.flagctl(
            "resolve", "--version", "1", "--report", "csv=o.csv", "--report=json=o.json", "a.json")
        expectEqual(run, Run(output: "a  1\n", error: "", status: 0))
        try expectEqual(scratch.read("o.csv"), "file,version,name,value\na.json,1.0.0,a,1\n")
        try expectEqual(
            scratch.read("o.json"), scratch.flagctl("resolve", "--version", "1", "--format", "json", "a.json").output)
        let failing = try scratch.flagctl("resolve", "--version", "1", "--report", "csv=no/o.csv", "a.json")
        expectEqual(
            failing,
            Run(
                output: "a  1\n",
                error: "no/o.csv: error: the report cannot be written: no such file or directory\n",
                status: 2))
    }

    @Test func `standard input has the name it is given`() throws {
        let run = try Run(
            shell: "printf '{\"a\": tru}' | flagctl resolve --version 1 --stdin-name app.json -", in: PackageFolder.path
        )
        expect(run.error.hasPrefix("app.json:1:7: error: "))
        let unnamed = try Run(shell: "printf '' | flagctl resolve --version 1 -", in: PackageFolder.path)
        expect(unnamed.error.hasPrefix("<stdin>:1:1: error: "))
    }

    @Test(
        arguments: [
            "resolve --version 1", "explain --version 1 '*'", "matrix", "when '\"a\\nb\\t\\f\" == 1'", "check",
            "diff --against HEAD", "resolve --version 1 --format markdown",
        ])
    func `a control character in a name has its short escape everywhere`(_ line: String) throws {
        let scratch = try Scratch()
        try scratch.makeRepository()
        try scratch.write(
            #"{"a\nb\t\f": {"defaultValue": 1, "valuesByVersion": [{"appVersion": "x", "value": 3}]}}"#, to: "a.json")
        try scratch.commit()
        try scratch.write(
            #"{"a\nb\t\f": {"defaultValue": 2, "valuesByVersion": [{"appVersion": "x", "value": 3}]}}"#, to: "a.json")
        let run = try scratch.shell("flagctl \(line) a.json")
        let text = run.output + run.error
        expect(text.contains(#"a\nb\t\f"#) && !text.contains(#"\u00"#), "\(run)")
    }

    @Test func `unusual names are escaped, so that two never look alike`() throws {
        let scratch = try Scratch()
        try scratch.write("{\"caf\u{E9}\": 1, \"cafe\u{301}\": 2, \"a b\": 3, \"x\\u001b\": 4, \"😀\": 5}", to: "a.json")
        try expectEqual(
            scratch.flagctl("resolve", "--version", "1", "a.json").output,
            #"""
            "a b"           3
            "cafe\u0301"    2
            "caf\u00e9"     1
            "x\u001b"       4
            "\ud83d\ude00"  5

            """#)
    }

    private static let kinds = """
        {"$attributes": {"userId": {"type": "string"}, "osVersion": {"type": "version"}},
         "s": {"defaultValue": 0, "valuesByVersion": [
          {"rollout": {"percent": 100, "salt": "a", "by": "userId"}, "value": 1},
          {"when": {"osVersion": {"version": ">=17"}}, "value": 2}, {"when": {"beta": true}, "value": 3}]}}
        """

    @Test(
        arguments: [
            (
                "userId=12345",
                #"userId is a number, but a string is needed; "$attributes" declares a string: write it in quotation marks"#,
                #"in a shell: --attribute 'userId="12345"'"#
            ),
            (
                "osVersion=17.2",
                #"osVersion is a number, but a version is needed; "$attributes" declares a version: write it in quotation marks, such as "1.4.0""#,
                #"in a shell: --attribute 'osVersion="17.2"'"#
            ),
            (#"beta="true""#, "beta is a string, but a Boolean is needed", ""),
        ])
    func `an attribute of another kind is a warning, and not missing`(
        attribute: String, message: String, help: String
    ) throws {
        let scratch = try Scratch()
        try scratch.write(Self.kinds, to: "app.json")
        let run = try scratch.flagctl("resolve", "--version", "1", "--attribute", attribute, "app.json")
        expect(run.output == "s  0\n" && run.status == 0)
        expect(
            run.error.contains("app.json: warning: some entries do not match: \(message) [unusable-attribute]"),
            "\(run.error)")
        expect(run.error.contains(help))
        let name = attribute.prefix { $0 != "=" }
        expect(!run.error.contains("--attribute \(name)=…"))
    }

    @Test func `what a context file has in another form is not called missing`() throws {
        let scratch = try Scratch()
        try scratch.write(Self.kinds, to: "app.json")
        try scratch.write(#"{"appVersion": "1", "userId": [1], "osVersion": null, "beta": true}"#, to: "context.json")
        let run = try scratch.flagctl("resolve", "--context", "context.json", "app.json")
        expectEqual(run.output, "s  3\n")
        expect(run.error.contains("not given: --attribute osVersion=… [incomplete-context]"), "\(run.error)")
    }
}
