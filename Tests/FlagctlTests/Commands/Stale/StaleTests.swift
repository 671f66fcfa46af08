import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct StaleTests {
    @Test func `what no version from the floor on needs is named with its line`() throws {
        let run = try Run(["stale", "--floor", "1.6.0", "Configs/app.json"])
        expect(
            run.output.contains(
                """
                Configs/app.json:15:7: warning: this entry of "payments" matches only versions below 1.6.0 [below-floor]
                   |
                15 |       { "appVersion": ">=1.4.1 <1.4.3", "value": false },
                   |       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                   = help: removing line 15 changes no version >=1.6.0

                """))
        expectEqual(run.status, 1)
    }

    @Test(
        arguments: [
            ("stale", ["--floor", "1.6.0"]), ("stale-json", ["--floor", "1.6.0", "--format", "json"]),
            ("stale-github", ["--floor", "1.6.0", "--format", "github"]), ("stale-fix", ["--floor", "1.6.0", "--fix"]),
            ("stale-collapse", ["--floor", "1.6.0", "--collapse", "--fix"]), ("stale-nothing", ["--floor", "1.0.0"]),
            ("stale-no-floor", []), ("stale-bad-floor", ["--floor", "1..6"]),
        ] as [(String, [String])])
    func `the project's example, in every form`(_ name: String, _ options: [String]) throws {
        try Snapshot.expect(["stale"] + options + ["Configs/app.json"], matches: name)
    }

    @Test(
        arguments: [
            ("stale-targeting", []), ("stale-targeting-at", ["--at", "2027-01-01T00:00:00Z"]),
            ("stale-targeting-json", ["--at", "2027-01-01T00:00:00Z", "--format", "json"]),
            (
                "stale-targeting-fix", ["--at", "2027-01-01T00:00:00Z", "--assume-key", "--collapse", "--fix"]
            ),
        ] as [(String, [String])])
    func `schedules that are over, for everybody whom the assumptions leave`(_ name: String, _ options: [String]) throws
    {
        try Snapshot.expect(["stale", "--floor", "2.0.0"] + options + ["Configs/targeting.json"], matches: name)
    }

    @Test(
        arguments: [
            // The first entry is below the floor; the second one gives the value of the default.
            (#""$allow": {"below-floor": "kept"},"#, ["same-value", "constant-setting"], 1),
            (#""$allow": {"same-value": "kept"},"#, ["below-floor", "constant-setting"], 1),
            (#""$allow": {"below-floor": "kept", "same-value": "kept"},"#, ["constant-setting"], 2),
            (#""$allow": {"constant-setting": "kill switch"},"#, ["below-floor", "same-value"], 1),
            ("", ["below-floor", "same-value", "constant-setting"], 0),
        ] as [(String, [String], Int)])
    func `what the document allows stays`(_ allow: String, _ codes: [String], _ count: Int) throws {
        let scratch = try Scratch()
        try scratch.write(
            """
            {"s": {\(allow) "defaultValue": 1, "valuesByVersion": [
              {"appVersion": "<1.0.0", "value": 2},
              {"appVersion": ">=2.0.0", "value": 1}
            ]}}

            """, to: "a.json")
        let run = try scratch.flagctl("stale", "--floor", "1.6.0", "a.json")
        for code in ["below-floor", "same-value", "constant-setting"] {
            expectEqual(run.output.contains("[\(code)]"), codes.contains(code), "\(code): \(run.output)")
        }
        expectEqual(
            run.error.contains("\(count == 1 ? "1 finding" : "\(count) findings") allowed by the document"), (count > 0)
        )
        let applied = try scratch.flagctl("stale", "--floor", "1.6.0", "--apply", "a.json")
        expect(applied.status < 2, "\(applied.error)")
        try expectEqual(scratch.read("a.json").contains("<1.0.0"), !codes.contains("below-floor"))
    }

    private static let unusedAllow = """
        {
          "s": {
            "$allow": { "same-value": "of old" },
            "defaultValue": 1,
            "valuesByVersion": [
              { "appVersion": ">=2.0.0", "value": 2 }
            ]
          }
        }

        """

    @Test func `an "$allow" that is not needed is a finding`() throws {
        let scratch = try Scratch()
        try scratch.write(Self.unusedAllow, to: "a.json")
        try expectEqual(
            scratch.flagctl("stale", "--floor", "1.6.0", "a.json"),
            Run(
                output: """
                    a.json:3:17: warning: "$allow" names "same-value", which finds nothing here [unused-allow]
                       |
                     3 |     "$allow": { "same-value": "of old" },
                       |                 ^^^^^^^^^^^^
                       = help: delete it

                    """,
                error: "a.json: 1 \"$allow\" is not needed; compared for every version >=1.6.0\n", status: 1))
        let github = try scratch.flagctl("stale", "--floor", "1.6.0", "--format", "github", "a.json")
        expect(github.output.hasPrefix("::warning file=a.json,line=3,"), "\(github)")
        let json = try scratch.flagctl("stale", "--floor", "1.6.0", "--format", "json", "a.json")
        expect(json.output.contains(#""unusedAllows":[{"file":"a.json","line":3,"column":17,"#), "\(json)")
        // Only the command that reports a code can judge it.
        try expect(!scratch.flagctl("check", "--notes", "a.json").output.contains("unused-allow"))
    }

    @Test(
        arguments: [
            // What check needs is not unused.
            (
                #"{"$minimumVersion": "1.0.0", "s": {"$allow": {"below-floor": "kept"}, "defaultValue": 1, "valuesByVersion": [{"appVersion": "<0.9", "value": 2}]}}"#,
                "--floor 0.1", false
            ),
            (
                #"{"$minimumVersion": "1.0.0", "s": {"$allow": {"below-floor": "kept"}, "defaultValue": 1, "valuesByVersion": [{"appVersion": "<0.9", "value": 2}]}, "t": {"$allow": {"below-floor": "kept"}, "defaultValue": 1}}"#,
                "--floor 0.1", true
            ),
            (
                #"{"s": {"$allow": {"below-floor": "kept"}, "defaultValue": 1, "valuesByVersion": [{"appVersion": ">=2", "value": 2}]}}"#,
                "--floor 1.0", true
            ),
            // An unused suppression can be allowed as well.
            (
                #"{"s": {"$allow": {"same-value": "kept", "unused-allow": "soon"}, "defaultValue": 1}}"#, "--floor 1.0",
                false
            ),
            // Without a date and a key, more may be found where they are tested.
            (
                #"{"s": {"$allow": {"satisfied-condition": "kept"}, "defaultValue": 1, "valuesByVersion": [{"from": "2026-01-01T00:00:00Z", "value": 2}]}}"#,
                "--floor 1.0", false
            ),
            (
                #"{"s": {"$allow": {"satisfied-condition": "kept"}, "defaultValue": 1, "valuesByVersion": [{"from": "2026-01-01T00:00:00Z", "value": 2}]}}"#,
                "--floor 1.0 --at 2025-01-01T00:00:00Z --assume-key", true
            ),
            // Codes of other commands are not judged.
            (
                #"{"s": {"$allow": {"value-island": "kept", "unread-setting": "kept"}, "defaultValue": 1}}"#,
                "--floor 1.0", false
            ),
        ])
    func `an "$allow" is judged only if its findings would be known`(
        _ document: String, _ options: String, _ isFound: Bool
    ) throws {
        let scratch = try Scratch()
        try scratch.write(document, to: "a.json")
        let run = try scratch.shell("flagctl stale \(options) a.json")
        expectEqual(run.output.contains("[unused-allow]"), isFound, "\(run)")
    }

    @Test func `an entry that is allowed stays, and no removal that needs its removal is proposed`() throws {
        let scratch = try Scratch()
        // Without the last entry, both others could go: alone, each of them protects it.
        try scratch.write(
            """
            {"s": {"defaultValue": 1, "valuesByVersion": [
              {"appVersion": ">=2.0.0", "value": 1},
              {"appVersion": ">=1.0.0", "value": 1},
              {"appVersion": ">=1.0.0", "value": 2, "$allow": {"unreachable-entry": "kept"}}
            ]}}

            """, to: "a.json")
        let before = try scratch.flagctl("resolve", "--version", "1.7.0,2.5.0", "a.json").output
        let run = try scratch.flagctl("stale", "--floor", "1.6.0", "--apply", "a.json")
        expectEqual(run.status, 1)
        try expectEqual(scratch.flagctl("resolve", "--version", "1.7.0,2.5.0", "a.json").output, before)
        try expect(scratch.read("a.json").contains("kept"))
    }

    /// Rollouts that include all keys, with several keys, and a setting that requires another one.
    private static let complete = """
        {
          "$attributes": { "accountID": { "type": "string", "required": true } },
          "checkout": {
            "defaultValue": "legacy",
            "valuesByVersion": [
              { "when": { "country": "DE" }, "rollout": { "percent": 100, "salt": "c" }, "value": "modern" },
              { "appVersion": "*", "rollout": { "percent": 100, "salt": "c", "by": "accountID" }, "value": "old" }
            ]
          },
          "search": {
            "defaultValue": false,
            "valuesByVersion": [
              { "rollout": { "percent": 100, "salt": "search" }, "value": true }
            ]
          },
          "voice": {
            "defaultValue": false,
            "valuesByVersion": [
              { "when": { "country": "DE" }, "requires": ["search"], "value": true }
            ]
          }
        }

        """

    /// The text before the patch.
    private static func findings(in run: Run) -> String {
        let output = run.output
        return output.firstRange(of: "\n--- a/").map { String(output[..<$0.lowerBound]) } ?? output
    }

    @Test func `a rollout of everybody needs the assumption that everybody has a key`() throws {
        let scratch = try Scratch()
        try scratch.write(Self.complete, to: "app.json")
        let run = try scratch.flagctl("stale", "--floor", "2.0.0", "app.json")
        expectEqual(
            Self.findings(in: run),
            """
            app.json:6:49: note: the rollout of this entry of "checkout" includes everybody, if every app gives a targeting key [satisfied-condition]
               |
             6 |       { "when": { "country": "DE" }, "rollout": { "percent": 100, "salt": "c" }, "value": "modern" },
               |                                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
               = note: without that assumption, the edits would change old → modern for >=2.0.0, accountID present, country DE, targetingKey absent
               = help: if so, use --assume-key; removing the condition changes nobody's value from 2.0.0 on
            app.json:7:39: warning: the rollout of this entry of "checkout" includes everybody [satisfied-condition]
               |
             7 |       { "appVersion": "*", "rollout": { "percent": 100, "salt": "c", "by": "accountID" }, "value": "old" }
               |                                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
               = note: without the assumptions, the edits change legacy → old for >=2.0.0, accountID absent, country not DE
               = note: without the assumptions, the edits change legacy → old for >=2.0.0, accountID absent, country DE, targetingKey absent
               = help: removing the condition changes nobody's value from 2.0.0 on
            app.json:7:7: note: the default of "checkout" never applies from 2.0.0 on; the value of this entry can become the default [collapsible-entry]
               |
             7 |       { "appVersion": "*", "rollout": { "percent": 100, "salt": "c", "by": "accountID" }, "value": "old" }
               |       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
               = note: without the assumptions, --collapse changes legacy → old for >=2.0.0, accountID absent, country not DE
               = note: without the assumptions, --collapse changes legacy → old for >=2.0.0, accountID absent, country DE, targetingKey absent
               = help: with the default "old", removing line 7 changes nobody's value from 2.0.0 on (--collapse)
            app.json:13:67: note: "search" is true for everybody from 2.0.0 on, if every app gives a targeting key [constant-setting]
               |
            13 |       { "rollout": { "percent": 100, "salt": "search" }, "value": true }
               |                                                                   ^^^^
               = note: without that assumption, the edits would change false → true for >=2.0.0, targetingKey absent
               = note: without that assumption, the edits would change "voice" false → true for >=2.0.0, country DE, targetingKey absent
               = help: if so, use --assume-key; with the default true, removing all of its entries changes nobody's value from 2.0.0 on (--collapse)

            """)
        expectEqual(
            run.error,
            """
            app.json: 1 condition can be deleted, 1 entry can be the default, 2 findings that need more assumptions; compared for everybody with a version >=2.0.0, assuming that every app gives accountID (string)

            """)
        expectEqual(run.status, 1)
    }

    @Test func `with that assumption conditions go, and the others are named`() throws {
        let scratch = try Scratch()
        try scratch.write(Self.complete, to: "app.json")
        let run = try scratch.flagctl("stale", "--floor", "2.0.0", "--assume-key", "app.json")
        expectEqual(
            Self.findings(in: run),
            """
            app.json:6:49: warning: the rollout of this entry of "checkout" includes everybody [satisfied-condition]
               |
             6 |       { "when": { "country": "DE" }, "rollout": { "percent": 100, "salt": "c" }, "value": "modern" },
               |                                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
               = help: removing the condition changes nobody's value from 2.0.0 on
            app.json:7:39: warning: the rollout of this entry of "checkout" includes everybody [satisfied-condition]
               |
             7 |       { "appVersion": "*", "rollout": { "percent": 100, "salt": "c", "by": "accountID" }, "value": "old" }
               |                                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
               = note: without the assumptions, the edits change legacy → old for >=2.0.0, accountID absent, country not DE
               = note: without the assumptions, the edits change legacy → modern for >=2.0.0, accountID absent, country DE, targetingKey absent
               = note: without the assumptions, the edits change old → modern for >=2.0.0, accountID present, country DE, targetingKey absent
               = help: removing the condition changes nobody's value from 2.0.0 on
            app.json:7:7: note: the default of "checkout" never applies from 2.0.0 on; the value of this entry can become the default [collapsible-entry]
               |
             7 |       { "appVersion": "*", "rollout": { "percent": 100, "salt": "c", "by": "accountID" }, "value": "old" }
               |       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
               = note: without the assumptions, --collapse changes legacy → old for >=2.0.0, accountID absent, country not DE
               = note: without the assumptions, --collapse changes legacy → modern for >=2.0.0, accountID absent, country DE, targetingKey absent
               = note: without the assumptions, --collapse changes old → modern for >=2.0.0, accountID present, country DE, targetingKey absent
               = help: with the default "old", removing line 7 changes nobody's value from 2.0.0 on (--collapse)
            app.json:13:67: note: "search" is true for everybody from 2.0.0 on [constant-setting]
               |
            13 |       { "rollout": { "percent": 100, "salt": "search" }, "value": true }
               |                                                                   ^^^^
               = note: without the assumptions, --collapse changes false → true for >=2.0.0, targetingKey absent
               = note: without the assumptions, --collapse changes "voice" false → true for >=2.0.0, country DE, targetingKey absent
               = help: with the default true, removing all of its entries changes nobody's value from 2.0.0 on (--collapse)
            app.json:19:51: warning: "search", which this entry of "voice" requires, is true for everybody [satisfied-condition]
               |
            19 |       { "when": { "country": "DE" }, "requires": ["search"], "value": true }
               |                                                   ^^^^^^^^
               = note: without the assumptions, the edits change false → true for >=2.0.0, country DE, targetingKey absent
               = help: removing the condition changes nobody's value from 2.0.0 on

            """)
        expectEqual(
            run.error,
            """
            app.json: 3 conditions can be deleted, 1 entry can be the default, 1 setting with one value; compared for everybody with a version >=2.0.0, assuming that every app gives accountID (string) and a targeting key

            """)
        expectEqual(run.status, 1)
        let applied = try scratch.flagctl("stale", "--floor", "2", "--assume-key", "--collapse", "--apply", "app.json")
        expectEqual(applied.status, 1)
        try expectEqual(
            scratch.read("app.json"),
            """
            {
              "$attributes": { "accountID": { "type": "string", "required": true } },
              "checkout": {
                "defaultValue": "old",
                "valuesByVersion": [
                  { "when": { "country": "DE" }, "value": "modern" }
                ]
              },
              "search": {
                "defaultValue": true
              },
              "voice": {
                "defaultValue": false,
                "valuesByVersion": [
                  { "when": { "country": "DE" }, "value": true }
                ]
              }
            }

            """)
        let again = try scratch.flagctl("stale", "--floor", "2.0.0", "--assume-key", "--collapse", "app.json")
        expectEqual(again.output, "")
        expectEqual(again.status, 0)
    }

    @Test(.long) func `a setting that is too complex stays, and the others are edited`() throws {
        let scratch = try Scratch()
        let attributes = (0..<20).map { number in
            "{ \"when\": { \"a\(number)\": 1, \"b\(number)\": 1 }, \"value\": \(number) }"
        }
        try scratch.write(
            """
            {
              "complex": { "defaultValue": 0, "valuesByVersion": [\(attributes.joined(separator: ", "))] },
              "old": {
                "defaultValue": 0,
                "valuesByVersion": [
                  { "until": "2026-01-01T00:00:00Z", "value": 1 },
                  { "when": { "country": "DE" }, "value": 2 }
                ]
              }
            }

            """, to: "app.json")
        let run = try scratch.flagctl(
            "stale", "--floor", "2", "--at", "2026-02-01T00:00:00Z", "--apply", "--format", "json", "app.json")
        expect(run.error.contains("[too-many-cases]"), "\(run)")
        expectEqual(run.status, 2)
        try expect(!scratch.read("app.json").contains("until"))
        try expect(scratch.read("app.json").contains("b19"))
    }

    /// A file as somebody may have written it, with an entry that is stale from 2.0.0 on.
    private static let texts: [(name: String, before: String, after: String)] = [
        (
            "tabs, CRLF and no final line end",
            "{\r\n\t\"s\": {\r\n\t\t\"defaultValue\": 0,\r\n\t\t\"valuesByVersion\": [\r\n\t\t\t{ \"appVersion\": \"<1\", \"value\": 1 },\r\n\t\t\t{\"appVersion\":\">=2.5\",\"value\":2}\r\n\t\t]\r\n\t}\r\n}",
            "{\r\n\t\"s\": {\r\n\t\t\"defaultValue\": 0,\r\n\t\t\"valuesByVersion\": [\r\n\t\t\t{\"appVersion\":\">=2.5\",\"value\":2}\r\n\t\t]\r\n\t}\r\n}"
        ),
        (
            "one line",
            #"{"s":{"defaultValue":0,"valuesByVersion":[{"appVersion":">=2.5","value":2},{"appVersion":"<1","value":1}]}}"#,
            #"{"s":{"defaultValue":0,"valuesByVersion":[{"appVersion":">=2.5","value":2}]}}"#
        ),
        (
            "entries of several lines, and blank ones",
            """
            {
                "s": {
                    "defaultValue": 0,

                    "valuesByVersion": [{
                        "appVersion": "<1",
                        "value": 1
                    }, {
                        "appVersion": ">=2.5",
                        "value": 2
                    }]
                }
            }

            """,
            """
            {
                "s": {
                    "defaultValue": 0,

                    "valuesByVersion": [{
                        "appVersion": ">=2.5",
                        "value": 2
                    }]
                }
            }

            """
        ),
        (
            "the last entry, with which the list goes",
            "{\n  \"s\": {\n    \"defaultValue\": 0,\n    \"valuesByVersion\": [\n      { \"appVersion\": \"<1\", \"value\": 1 }\n    ]\n  }\n}\n",
            "{\n  \"s\": {\n    \"defaultValue\": 0\n  }\n}\n"
        ),
    ]

    @Test(arguments: texts.map(\.name))
    func `the file keeps its formatting, whether flagctl, git or patch makes the change`(_ name: String) throws {
        let text = try #require(Self.texts.first { $0.name == name })
        let scratch = try Scratch()
        for file in ["applied.json", "git.json", "patched é \"x\".json"] { try scratch.write(text.before, to: file) }
        let run = try scratch.flagctl("stale", "--floor", "2.0.0", "--apply", "applied.json")
        expectEqual(run.status, 1)
        expect(
            run.error.hasPrefix(
                "applied.json: 1 entry can be deleted\(text.before.contains("2.5") ? "" : ", 1 setting with one value"), written; compared for every version >=2"
            ), "\(run.error)")
        try expectEqual(scratch.read("applied.json"), text.after)
        let patches = try scratch.shell(
            """
            flagctl stale --floor 2 --fix git.json 2>/dev/null | git apply -v - || echo git failed
            flagctl stale --floor 2 --fix ./patched* 2>/dev/null | git apply || echo git failed too
            flagctl stale --floor 2 --fix git.json
            """)
        expect(!patches.output.contains("failed"), "\(patches)")
        try expectEqual(scratch.read("git.json"), text.after)
        try expectEqual(scratch.read("patched é \"x\".json"), text.after)
        let again = try scratch.flagctl("stale", "--floor", "2.0.0", "applied.json")
        expectEqual(again.status, 0)
        expect(again.output.isEmpty)
    }

    @Test func `a patch of several files is one for patch -p1 too`() throws {
        let scratch = try Scratch()
        for (index, text) in Self.texts.dropFirst().enumerated() {
            try scratch.write(text.before, to: "d/\(index).json")
        }
        let run = try scratch.shell(
            "command -v patch >/dev/null || exit 77; flagctl stale --floor 2 --fix d > p; patch -s -p1 < p && rm -f d/*.orig"
        )
        try #require(run.status == 0 || run.status == 77, "\(run)")
        guard run.status == 0 else { return }
        for (index, text) in Self.texts.dropFirst().enumerated() {
            try expectEqual(scratch.read("d/\(index).json"), text.after)
        }
    }

    @Test func `files are written in one step, through links, with their permissions`() throws {
        let scratch = try Scratch()
        let text = try #require(Self.texts.last)
        try scratch.write(text.before, to: "real/app.json")
        let run = try scratch.shell(
            """
            chmod 640 real/app.json; ln -s real/app.json link.json
            flagctl stale --floor 2 --apply link.json >/dev/null 2>&1
            stat -c %a real/app.json 2>/dev/null || stat -f %Lp real/app.json
            test -L link.json && ls real
            """)
        expectEqual(run.output, "640\napp.json\n")
        try expectEqual(scratch.read("real/app.json"), text.after)
    }

    @Test func `the floor is that of the document where none is given, and mistakes stay`() throws {
        let scratch = try Scratch()
        try scratch.write(
            """
            {
              "$minimumVersion": "2.0.0",
              "s": { "defaultValue": 0, "valuesByVersion": [
                { "appVersion": ">=1 <2", "value": 1 },
                { "appVersion": ">=3 <2", "value": 2 },
                { "appVersion": "<=>1", "value": 3 }
              ] }
            }

            """, to: "app.json")
        let run = try scratch.flagctl("stale", "--fix", "app.json")
        expectEqual(
            run.output,
            """
            --- a/app.json
            +++ b/app.json
            @@ -1,7 +1,6 @@
             {
               "$minimumVersion": "2.0.0",
               "s": { "defaultValue": 0, "valuesByVersion": [
            -    { "appVersion": ">=1 <2", "value": 1 },
                 { "appVersion": ">=3 <2", "value": 2 },
                 { "appVersion": "<=>1", "value": 3 }
               ] }

            """)
        expect(run.error.contains("[bad-requirement]"))
        expect(run.error.hasSuffix("compared for every version >=2.0.0\n"))
        expectEqual(run.status, 1)
    }

    @Test(
        arguments: [
            (
                "flagctl stale --floor 1 --apply --format json - < app.json",
                "--apply prints the document, and --format json prints a report"
            ), ("flagctl stale --floor 1 --apply --diff app.json", "--diff and --apply exclude each other"),
            ("flagctl stale --floor 1 --fix --apply app.json", "--fix and --apply exclude each other"),
            ("flagctl stale --floor 1 --fix --owners app.json", "--fix and --owners exclude each other"),
            ("flagctl stale --floor 1 --apply - app.json < app.json", "<stdin> is not a file"),
            ("flagctl stale --floor 1 missing.json", "no such file"),
            ("flagctl stale --floor 1 broken.json", "broken.json:1:2: error:"),
            ("flagctl stale --floor 1 valueless.json", "[missing-default]"),
            ("flagctl stale --floor '>=1' app.json", "--floor"),
        ])
    func `what cannot be done is said, and exits 2`(_ script: String, _ message: String) throws {
        let scratch = try Scratch()
        let text = #"{"s": {"defaultValue": 1, "valuesByVersion": [{"appVersion": "<1", "value": 2}]}}"#
        try scratch.write(text, to: "app.json")
        try scratch.write("{,}", to: "broken.json")
        try scratch.write(#"{"s": {"valuesByVersion": []}}"#, to: "valueless.json")
        let run = try scratch.shell(script)
        expect(run.error.contains(message), "\(run)")
        expectEqual(run.status, 2)
        try expectEqual(scratch.read("app.json"), text)
    }

    @Test func `a file that cannot be written is left as it is`() throws {
        let scratch = try Scratch()
        let text = try #require(Self.texts.last)
        try scratch.write(text.before, to: "d/app.json")
        let run = try scratch.shell(
            """
            test "$(id -u)" = 0 && exit 77
            chmod 500 d; flagctl stale --floor 2 --apply d/app.json; echo $?; chmod 700 d
            """)
        guard run.status != 77 else { return }
        expect(run.output.hasSuffix("2\n"))
        expect(run.error.contains("the file cannot be written: permission denied"))
        try expectEqual(scratch.read("d/app.json"), text.before)
    }

    @Test(
        .needs("samples/real-ios.settings.json"),
        arguments: ["7.74.0", "7.150.0", "7.200.0", "7.300.0"])
    func `a real document keeps its values from any floor on`(_ floor: String) throws {
        let scratch = try Scratch()
        let bytes = try SharedMaterial.bytes("samples/real-ios.settings.json")
        try scratch.write(bytes: bytes, to: "old.json")
        try scratch.write(bytes: bytes, to: "new.json")
        let run = try scratch.shell(
            """
            flagctl stale --floor \(floor) --collapse --apply new.json >/dev/null 2>&1 || test $? = 1 || exit 3
            flagctl diff --frozen '>=\(floor)' old.json new.json >/dev/null 2>&1 || exit 4
            flagctl stale --floor \(floor) --collapse new.json >/dev/null
            """)
        expectEqual(run.status, 0, "\(run)")
    }
}
