import FlagAnalysis
import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct CheckInputTests {
    private let scratch: Scratch

    /// `app.json` is the example of the contract.
    init() throws {
        scratch = try Scratch()
        try scratch.copyExample()
    }

    private func findings(_ run: Run) -> [String] {
        run.output.split(separator: "\n").filter { $0.contains(": error: ") || $0.contains(": warning: ") }
            .map { line in
                String(line.prefix { $0 != " " }) + " " + (line.split(separator: "[").last.map(String.init) ?? "")
            }
    }

    private static let appFindings = ["app.json:7:23: empty-requirement]", "app.json:23:23: shadowed-entry]"]

    @Test func `files are reported in the order of the command line, each once`() throws {
        let app = try scratch.read("app.json")
        for name in ["b/app.json", "a/app.json", "a/app.schema.json", "a/notes.txt"] {
            try scratch.write(app, to: name)
        }
        let run = try scratch.flagctl("check", "b/app.json", "a", "./b/app.json", "b/*.json")
        expectEqual(findings(run), ["b/", "a/"].flatMap { folder in Self.appFindings.map { folder + $0 } })
        expectEqual(run.error, "4 errors, 0 warnings in 2 files (14 version ranges, exhaustive)\n")
        let codes = try scratch.shell(
            "flagctl check --format gitlab b/app.json a/app.json ./app.json | tr ',{' '\\n\\n' | grep fingerprint")
        let fingerprints = codes.output.split(separator: "\n")
        expect(fingerprints.count == 27 && Set(fingerprints).count == fingerprints.count)
    }

    @Test func `of two inputs of one name only the first is checked, and the other is an error`() throws {
        let run = try scratch.shell("flagctl check --stdin-name app.json app.json - < app.json")
        expectEqual(findings(run), Self.appFindings)
        expectEqual(
            run.error,
            """
            app.json: error: two inputs have this name, so their results could not be told apart
               = help: give standard input another name with --stdin-name
            2 errors, 0 warnings in 1 file (7 version ranges, incomplete: app.json)

            """)
        expectEqual(run.status, 2)
    }

    @Test func `standard input has the name that it is given`() throws {
        let unnamed = try scratch.shell("flagctl check - < app.json")
        expectEqual(findings(unnamed).first, "<stdin>:7:23: empty-requirement]")
        let named = try scratch.shell("flagctl check --stdin-name Configs/app.json - < app.json")
        let file = try Run(["check", "Configs/app.json"])
        expectEqual(named, file)
    }

    @Test func `locations name the patch that added something`() throws {
        try scratch.write(
            """
            {
              "payments": {
                "valuesByVersion": [
                  { "appVersion": ">=1.4.0", "value": true },
                  { "appVersion": ">=1.6.0", "value": false }
                ]
              }
            }

            """, to: "patch.json")
        let run = try scratch.flagctl("check", "--patch", "patch.json", "--select", "shadowed-entry", "app.json")
        expectEqual(
            run.output,
            """
            app.json:23:23: error: this entry of "syncInterval" never wins: for every version >=2.0.0 line 22 gives 120 [shadowed-entry]
               |
            23 |       { "appVersion": ">=2.0.0", "value": 300 },
               |                       ^^^^^^^^^
               = note: app.json:22:23: ">=1.6.0" comes first
               = help: move it above line 22, or delete it
            patch.json:5:23: error: this entry of "payments" never wins: for every version >=1.6.0 line 4 gives true [shadowed-entry]
               |
             5 |       { "appVersion": ">=1.6.0", "value": false }
               |                       ^^^^^^^^^
               = note: patch.json:4:23: ">=1.4.0" comes first
               = help: move it above line 4, or delete it

            """)
        let others = Rules.all.count { !$0.rejectsDocument } - 1
        expectEqual(
            run.error, "2 errors, 0 warnings in 1 file (5 version ranges, exhaustive; \(others) rules left out)\n")
    }

    @Test func `one patch that is wrong in two documents gives two distinct findings`() throws {
        try scratch.write(
            #"{"p": {"defaultValue": 0, "valuesByVersion": [{"appVersion": "2..0", "value": 1}]}}"#, to: "patch.json")
        try scratch.write("{}", to: "b.json")
        let run = try scratch.shell(
            "flagctl check --select bad-requirement --format ndjson --patch patch.json app.json b.json | "
                + "sed 's/.*\"fingerprint\":\"\\([0-9a-f]*\\)\".*/\\1/'")
        let fingerprints = run.output.split(separator: "\n")
        expect(fingerprints.count == 2 && Set(fingerprints).count == 2, "\(run.output)")
    }

    @Test func `a setting that a patch removes is not looked at`() throws {
        try scratch.write(#"{"checkout": null, "syncInterval": null}"#, to: "patch.json")
        let run = try scratch.flagctl("check", "--patch", "patch.json", "app.json")
        expectEqual(
            run,
            Run(
                output: "", error: "0 errors, 0 warnings in 1 file (4 version ranges, exhaustive)\n", status: 0))
        try scratch.write(#"{"checkout": {"defaultValue": null}}"#, to: "default.json")
        let headless = try scratch.flagctl("check", "--patch", "default.json", "app.json")
        expect(findings(headless).contains("app.json:3:15: missing-default]"), "\(headless.output)")
    }

    @Test func `a patch that is no JSON is no finding but a failure`() throws {
        try scratch.write("{,}", to: "patch.json")
        let run = try scratch.flagctl("check", "--patch", "patch.json", "app.json")
        expect(run.output.isEmpty && run.status == 2)
        expect(run.error.hasPrefix("patch.json:1:2: error: "))
    }

    @Test func `a revision is checked as it was`() throws {
        let made = try scratch.shell(
            """
            export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
            git init -q . && git add . && git -c user.name=t -c user.email=t@example.com commit -qm one
            echo '{}' > app.json; flagctl check HEAD:app.json app.json
            """)
        expectEqual(findings(made), Self.appFindings.map { "HEAD:" + $0 })
        expectEqual(made.error, "2 errors, 0 warnings in 2 files (8 version ranges, exhaustive)\n")
        expectEqual(made.status, 1)
    }

    @Test func `bounds are compared with a list of releases`() throws {
        try scratch.write("1.2.0\n1.4.0 40%\n1.4.2\n1.6.0\n2.0.0 planned # soon\n", to: "releases.txt")
        let run = try scratch.flagctl(
            "check", "--select", "unknown-release", "--releases", "releases.txt", "app.json")
        expectEqual(
            run.output.split(separator: "\n").filter { $0.hasPrefix("app.json") || $0.contains("help") },
            [
                "app.json:15:26: warning: in \"payments\": no shipped or planned version is 1.4.1 [unknown-release]",
                "   = help: \">=1.4.2 <1.4.3\" contains the same known versions",
                "app.json:15:33: warning: in \"payments\": no shipped or planned version is 1.4.3 [unknown-release]",
                "   = help: \">=1.4.1 <1.6.0\" contains the same known versions",
            ])
        expectEqual(run.status, 0)
    }

    @Test func `a list of releases that cannot be read fails with every line that is wrong`() throws {
        try scratch.write("1.4.0 40%\n1..4 2%\n\n1.4.0\n1.5.0 lots\n# end\n", to: "releases.txt")
        let run = try scratch.flagctl("check", "--releases", "releases.txt", "app.json")
        let lines = run.error.split(separator: "\n").filter { $0.hasPrefix("releases.txt:") }
        let locations = lines.map { $0.prefix { $0 != " " } }
        expectEqual(locations, ["releases.txt:2:1:", "releases.txt:4:1:", "releases.txt:5:1:"])
        expect(run.output.isEmpty && run.status == 2)
        try scratch.write("# none\n", to: "releases.txt")
        let empty = try scratch.flagctl("check", "--releases", "releases.txt", "app.json")
        expect(empty.error.contains("no release is listed") && empty.status == 2)
    }
}
