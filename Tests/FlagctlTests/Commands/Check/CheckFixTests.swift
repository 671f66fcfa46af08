import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct CheckFixTests {
    fileprivate let scratch: Scratch

    private static let before = """
        {
          "banner": {
            "defaultValue": false,
            "valuesByVersion": [
              { "appVersion": ">=v1.4.0", "value": true },
              { "appVersion": ">=2.0.0", "value": true }
            ]
          },
          "search": {
            "defaultValue": "old",
            "valuesByVersion": [
              { "appVersion": ">=3.0.0 <2.0.0", "value": "new" }
            ]
          }
        }

        """

    private static let after = before.replacing(">=v1.4.0", with: ">=1.4.0")
        .replacing("true },\n      { \"appVersion\": \">=2.0.0\", \"value\": true }", with: "true }")

    init() throws {
        scratch = try Scratch()
        try scratch.write(Self.before, to: "app.json")
    }

    @Test func `--fix shows the fixes that change no value as a patch, and writes nothing`() throws {
        let run = try scratch.flagctl("check", "--fix", "app.json")
        expect(run.output.contains("[redundant-entry]") && run.output.contains("[empty-requirement]"))
        expect(
            run.output.hasSuffix(
                """

                --- a/app.json
                +++ b/app.json
                @@ -2,8 +2,7 @@
                   "banner": {
                     "defaultValue": false,
                     "valuesByVersion": [
                -      { "appVersion": ">=v1.4.0", "value": true },
                -      { "appVersion": ">=2.0.0", "value": true }
                +      { "appVersion": ">=1.4.0", "value": true }
                     ]
                   },
                   "search": {

                """), "\(run.output)")
        expectEqual(
            run.error,
            """
            1 error, 1 warning in 1 file (3 version ranges, exhaustive); \
            2 findings can be fixed with --apply, 1 more only with --unsafe-fixes

            """)
        expectEqual(run.status, 1)
        try expectEqual(scratch.read("app.json"), Self.before)
        let applied = try scratch.shell("flagctl check --fix app.json | patch -p1 >/dev/null")
        expectEqual(applied.status, 0, "\(applied)")
        try expectEqual(scratch.read("app.json"), Self.after)
    }

    @Test func `--apply writes them, and reports what is left`() throws {
        let run = try scratch.flagctl("check", "--fix", "--apply", "app.json")
        expect(
            !run.output.contains("[redundant-entry]") && run.output.contains("app.json:11:23: error: "), "\(run.output)"
        )
        expect(run.error.hasSuffix("; 2 findings fixed, 1 more only with --unsafe-fixes\n"), "\(run.error)")
        expectEqual(run.status, 1)
        try expectEqual(scratch.read("app.json"), Self.after)
        let again = try scratch.flagctl("check", "--fix", "--apply", "--ignore", "empty-requirement", "app.json")
        expect(again.error.hasSuffix("; nothing can be fixed\n") && again.status == 0, "\(again)")
    }

    @Test func `unsafe fixes say what changes for whom`() throws {
        let run = try scratch.flagctl("check", "--fix", "--unsafe-fixes", "app.json")
        expect(
            run.output.contains(#"app.json: the fixes change "search" old → new for >=2.0.0 <3.0.0"#), "\(run.output)")
        expect(run.output.contains(#"+      { "appVersion": ">=2.0.0 <3.0.0", "value": "new" }"#))
        let applied = try scratch.flagctl("check", "--fix", "--unsafe-fixes", "--apply", "app.json")
        expect(
            applied.output.contains(#"app.json: fixed, which changes "search" old → new for >=2.0.0 <3.0.0"#),
            "\(applied.output)")
        expect(applied.error.hasSuffix("; 3 findings fixed\n") && applied.status == 0, "\(applied)")
    }

    @Test func `JSON has the fixes, the changes and the patch`() throws {
        let run = try scratch.flagctl("check", "--fix", "--unsafe-fixes", "--format", "json", "app.json")
        expect(
            run.output.contains(
                #""fixes":[{"file":"app.json","isApplied":false,"safe":["v-prefix","redundant-entry"],"#
                    + #""unsafe":["empty-requirement"],"changes":[{"name":"search","conditions":"#),
            "\(run.output)")
        expect(run.output.contains(#""before":"old","after":"new"}],"patch":"--- a/app.json"#))
        let safe = try scratch.flagctl("check", "--fix", "--format", "json", "app.json")
        expect(safe.output.contains(#""unsafe":[],"further":1,"changes":[]"#), "\(safe.output)")
        expect(!(try scratch.flagctl("check", "--format", "json", "app.json").output.contains("\"fixes\"")))
    }

    @Test func `standard input is printed, fixed`() throws {
        let run = try scratch.shell("flagctl check --fix --apply - < app.json")
        expectEqual(run.output, Self.after)
        expect(run.error.contains("2 findings fixed"))
        let clean = try scratch.shell("echo '{\"a\": 1}' | flagctl check --fix --apply -")
        expect(clean.output == "{\"a\": 1}\n" && clean.status == 0)
    }

    @Test func `a file with a targeted setting, too`() throws {
        try scratch.write(
            """
            {"s": {"defaultValue": 1, "valuesByVersion": [
              {"when": {"country": "DE"}, "value": 2},
              {"when": {"country": "DE", "ring": "beta"}, "value": 2}
            ]}}

            """, to: "t.json")
        let run = try scratch.flagctl("check", "--fix", "--apply", "t.json")
        expect(run.error.contains("1 finding fixed"), "\(run)")
        expect(!(try scratch.read("t.json").contains("ring")))
    }

    @Test(
        arguments: [
            ("--apply app.json", "--apply is about fixes"), ("--unsafe-fixes app.json", "add --fix"),
            ("--diff app.json", "--diff is about fixes"),
            ("--fix --diff --apply app.json", "--diff and --apply exclude each other"),
            ("--fix --patch app.json app.json", "--fix edits one text"),
            ("--fix --apply - app.json < app.json", "run it for \"-\" alone"),
            ("--fix --apply HEAD:app.json", "app.json"),
            ("--fix --apply app.json missing.json", "nothing is written"),
        ])
    func `what cannot be done exits 2, and writes nothing`(_ options: String, _ message: String) throws {
        let run = try scratch.shell("flagctl check \(options)")
        expect(run.status == 2 && run.error.contains(message), "\(run.error)")
        try expectEqual(scratch.read("app.json"), Self.before)
    }

    @Test func `a file that is no document is a finding, and the others are fixed`() throws {
        try scratch.write("{\"a\": maybe}", to: "broken.json")
        let run = try scratch.flagctl("check", "--fix", "--apply", "app.json", "broken.json")
        expect(run.output.contains("broken.json:1:7: error: "), "\(run.output)")
        expectEqual(run.status, 1)
        try expectEqual(scratch.read("app.json"), Self.after)
    }

    @Test func `the findings that remain in standard input are on standard error`() throws {
        let broken = try scratch.shell("printf '{\"a\": {\"defaultValue\": 1,}' | flagctl check --fix --apply -")
        expect(broken.output.isEmpty && broken.status == 1)
        expect(broken.error.contains("<stdin>:1:25: error: trailing comma"), "\(broken)")
        let left = try scratch.shell("flagctl check --fix --apply - < app.json")
        expectEqual(left.output, Self.after)
        expect(!left.error.contains("[redundant-entry]") && left.error.contains("[empty-requirement]"), "\(left)")
    }
}

/// Texts that are not JSON.
extension CheckFixTests {
    private static let broken = "{\n  // on since 1.4\n  \"banner\": True,\n}\n"
    private static let corrected = "{\n  \"banner\": true\n}\n"

    @Test func `a text that is not JSON is corrected where there is one way to do so`() throws {
        try scratch.write(Self.broken, to: "app.json")
        let shown = try scratch.flagctl("check", "--fix", "app.json")
        expect(
            shown.status == 1
                && shown.output.hasSuffix("-  // on since 1.4\n-  \"banner\": True,\n+  \"banner\": true\n }\n"))
        try expectEqual(scratch.read("app.json"), Self.broken)
        try expectEqual(
            scratch.flagctl("check", "--fix", "--apply", "app.json"),
            Run(
                output: "",
                error: "0 errors, 0 warnings in 1 file (1 version range, exhaustive); 3 findings fixed\n", status: 0))
        try expectEqual(scratch.read("app.json"), Self.corrected)
        let printed = try scratch.shell("printf '{ \"a\": True }' | flagctl check --fix --apply -")
        expect(printed.status == 0 && printed.output == "{ \"a\": true }", "\(printed)")
    }

    @Test(arguments: ["{ \"banner\": maybe, }", "[True]", "{ \"banner\": 01, }"])
    func `a text stays as it is if the result would be no document`(text: String) throws {
        try scratch.write(text, to: "app.json")
        let run = try scratch.flagctl("check", "--fix", "--apply", "app.json")
        expect(run.status == 1 && run.error.hasSuffix("; nothing can be fixed\n"), "\(run)")
        try expectEqual(scratch.read("app.json"), text)
    }

    @Test func `a setting that gets a value is named`() throws {
        try scratch.write(#"{ "a": { "default": 1, "valuesByVersion": [] } }"#, to: "app.json")
        let run = try scratch.flagctl("check", "--fix", "--unsafe-fixes", "app.json")
        expect(run.output.contains("app.json: the fixes give \"a\" a value, which it did not have\n"), "\(run)")
        let json = try scratch.flagctl("check", "--fix", "--unsafe-fixes", "--format", "json", "app.json").output
        expect(json.contains(#""repaired":["a"]"#), "\(json)")
    }
}
