import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct RetargetTests {
    @Test func `a release that slipped moves, and the values that change are shown`() throws {
        let run = try Run(["retarget", "2.0.0", "2.0.1", "Configs/app.json"])
        expectEqual(
            run,
            Run(
                output: """
                    --- a/Configs/app.json
                    +++ b/Configs/app.json
                    @@ -3,7 +3,7 @@
                       "checkout": {
                         "defaultValue": "legacy",
                         "valuesByVersion": [
                    -      { "appVersion": ">=2.0.0", "value": "modern" },
                    +      { "appVersion": ">=2.0.1", "value": "modern" },
                           { "appVersion": ">=1.9.0 <1.8.0", "value": "legacy" },
                           { "appVersion": ">=1.2.0", "value": "compact" }
                         ]
                    @@ -20,7 +20,7 @@
                         "defaultValue": 900,
                         "valuesByVersion": [
                           { "appVersion": ">=1.6.0", "value": 120 },
                    -      { "appVersion": ">=2.0.0", "value": 300 },
                    +      { "appVersion": ">=2.0.1", "value": 300 },
                           { "appVersion": ">=1.4.0", "value": 300 }
                         ]
                       }

                    checkout
                      >=2.0.0 <2.0.1   modern → compact   Configs/app.json:6 no longer matches (was ">=2.0.0"), \
                    Configs/app.json:8 applies
                    unchanged for every version: minVersion, payments, syncInterval

                    """, error: "", status: 0))
    }

    @Test(
        arguments: [
            ("retarget-json", ["--format", "json", "2.0.0", "2.0.1"]), ("retarget-nothing", ["1.7.0", "1.7.1"]),
            ("retarget-passes", ["1.6.0", "2.0.1"]), ("retarget-meets", ["1.4.1", "1.4.3"]),
            ("retarget-refused-json", ["--format", "json", "1.4.1", "1.4.3"]), ("retarget-same", ["2.0", "2.0.0"]),
            ("retarget-no-version", ["next", "2.0.0"]), ("retarget-flag", ["--flag", "check*", "2.0.0", "2.0.1"]),
            ("retarget-unknown-flag", ["--flag", "chekout", "2.0.0", "2.0.1"]),
        ] as [(String, [String])])
    func `the project's example, in other forms`(_ name: String, _ arguments: [String]) throws {
        try Snapshot.expect(["retarget"] + arguments + ["Configs/app.json"], matches: name)
    }

    @Test func `all files of a run are written, or none`() throws {
        let scratch = try Scratch()
        let good =
            "{\r\n \"s\" : {\"defaultValue\":0,\"valuesByVersion\":[ {\"appVersion\":\" >= 2.0\",\"value\":1} ]}}"
        try scratch.write(good, to: "a.json")
        try scratch.write(
            #"{"s": {"defaultValue": 0, "valuesByVersion": [{"appVersion": ">=2 <2.0.1", "value": 1}]}}"#, to: "b.json")
        let refused = try scratch.flagctl("retarget", "--apply", "2.0.0", "2.0.1", "a.json", "b.json")
        expectEqual(refused.status, 2)
        expect(
            refused.error.contains(
                "b.json:1:62: error: moved to 2.0.1, \">=2 <2.0.1\" of \"s\" would be \">=2.0.1 <2.0.1\", which contains no version [empties-requirement]"
            ), "\(refused.error)")
        expect(refused.error.contains("note: nothing is written"))
        try expectEqual(scratch.read("a.json"), good)
        let run = try scratch.flagctl("retarget", "--apply", "2.0.0", "2.0.1", "a.json")
        expectEqual(run.status, 0)
        expectEqual(run.error, "a.json: 1 requirement moved from 2.0 to 2.0.1\n")
        try expectEqual(scratch.read("a.json"), good.replacing(">= 2.0", with: ">= 2.0.1"))
        let diff = try scratch.shell("flagctl retarget 2.0.1 2.0.0 a.json | git apply")
        expectEqual(diff.status, 0, "\(diff)")
        try expectEqual(scratch.read("a.json"), good.replacing(">= 2.0", with: ">= 2.0.0"))
    }

    @Test func `what is no file is printed, and nothing else is`() throws {
        let json = #"{"s": {"defaultValue": 0, "valuesByVersion": [{"appVersion": ">=2.0.0", "value": 1}]}}"#
        let scratch = try Scratch()
        try scratch.write(json, to: "a.json")
        let run = try scratch.shell("flagctl retarget --apply 2.0.0 2.0.1 - < a.json")
        expectEqual(run, Run(output: json.replacing(">=2.0.0", with: ">=2.0.1"), error: "", status: 0))
        let none = try scratch.shell("flagctl retarget --apply 1.0.0 2.0.1 - < a.json")
        expect(none.output == json && none.status == 1, "\(none)")
        let report = try scratch.shell("flagctl retarget --apply --report json=r.json 2.0.0 2.0.1 - < a.json")
        expect(report.output == run.output && report.status == 0, "\(report)")
        try expect(scratch.read("r.json").hasPrefix(#"{"schema":"flagctl/retarget/1""#))
        try expectEqual(scratch.shell("flagctl retarget --apply --diff 2.0.0 2.0.1 a.json").status, 2)
        try expectEqual(scratch.read("a.json"), json)
    }

    @Test func `minimum versions are values, and are reported`() throws {
        let scratch = try Scratch()
        try scratch.write(
            #"{"$minimumVersionSetting": "m", "m": "2.0", "s": {"defaultValue": 0, "valuesByVersion": [{"appVersion": "2.x", "value": 1}]}}"#,
            to: "app.json")
        let run = try scratch.flagctl("retarget", "2.0.0", "2.1.0", "app.json")
        expectEqual(run.status, 0)
        expect(run.output.contains(#""appVersion": ">=2.1.0-0 <3.0.0-0""#))
        expect(
            run.error.hasPrefix("app.json:1:38: note: in \"m\": this minimum version is 2.0 and does not move, "),
            "\(run.error)")
    }

    @Test func `what is said about chosen settings is true of them`() throws {
        let scratch = try Scratch()
        try scratch.write(
            """
            {"a": {"defaultValue": 0, "valuesByVersion": [{"appVersion": ">=1.2.0", "value": 1}]},
             "b": {"defaultValue": 0, "valuesByVersion": [
                {"appVersion": ">=1.4.0", "value": 1}, {"appVersion": ">=1.3.0", "value": 2}]}}
            """, to: "app.json")
        let run = try scratch.flagctl("retarget", "--flag", "a", "1.4.0", "1.4.2", "app.json")
        expectEqual(
            run.error,
            """
            app.json: warning: no boundary of the chosen settings is at 1.4.0
               = help: did you mean 1.2.0 (line 1)? It is the nearest boundary

            """)
        expectEqual(run.status, 1)
        let unknown = try scratch.flagctl("retarget", "--flag", "c", "1.4.0", "1.4.2", "app.json")
        expect(!unknown.error.contains("no boundary") && unknown.status == 2, "\(unknown)")
    }

    @Test(arguments: [("2.0.0", "1.2.0", "after"), ("1.2.0", "2.0.0", "before")])
    func `a boundary that would pass another one can move up to it`(_ old: String, _ new: String, _ side: String) throws
    {
        let scratch = try Scratch()
        try scratch.write(
            """
            {"a": {"defaultValue": 0, "valuesByVersion": [
                {"appVersion": ">=\(old)", "value": 1}, {"appVersion": ">=1.5.0", "value": 2}]}}
            """, to: "app.json")
        let run = try scratch.flagctl("retarget", old, new, "app.json")
        expect(run.error.contains("move the other boundary first, or choose a version \(side) it"), "\(run)")
        expectEqual(run.status, 2)
    }
}
