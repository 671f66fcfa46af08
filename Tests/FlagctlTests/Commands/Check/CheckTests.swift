import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct CheckTests {
    private static let appFindings = """
        Configs/app.json:7:23: error: in "checkout": requirement ">=1.9.0 <1.8.0" contains no version [empty-requirement]
           |
         7 |       { "appVersion": ">=1.9.0 <1.8.0", "value": "legacy" },
           |                       ^^^^^^^^^^^^^^^^
           = help: the bounds look swapped; did you mean ">=1.8.0 <1.9.0"?
        Configs/app.json:23:23: error: this entry of "syncInterval" never wins: for every version >=2.0.0 line 22 gives 120 [shadowed-entry]
           |
        23 |       { "appVersion": ">=2.0.0", "value": 300 },
           |                       ^^^^^^^^^
           = note: Configs/app.json:22:23: ">=1.6.0" comes first
           = help: move it above line 22, or delete it

        """
    private static let appSummary = "2 errors, 0 warnings in 1 file (7 version ranges, exhaustive)\n"

    @Test(arguments: ["check", "lint", "validate"])
    func `the example of the contract has these findings`(_ name: String) throws {
        try expectEqual(
            Run([name, "Configs/app.json"]), Run(output: Self.appFindings, error: Self.appSummary, status: 1))
    }

    @Test func `vertical bars are aligned, whatever the number of digits in a line number`() throws {
        let scratch = try Scratch()
        let bad = "{ \"appVersion\": \"<1 >2\", \"value\": 2 }"
        let lines = Array(repeating: "", count: 90).joined(separator: "\n")
        let entries = "\(bad),\(lines)\n\(bad),\(lines)\n\(bad)"
        try scratch.write(
            "{\"a\": {\"defaultValue\": 1, \"valuesByVersion\": [\n\(entries)\n]}}", to: "a.json")
        let run = try scratch.flagctl("check", "--color", "always", "a.json")
        func finding(_ line: Int, _ gutter: String, _ blank: String) -> String {
            """
            \u{1B}[1ma.json:\(line):17\u{1B}[0m: \u{1B}[1;31merror:\u{1B}[0m \
            \u{1B}[1min "a": requirement "<1 >2" contains no version\u{1B}[0m [empty-requirement]
            \u{1B}[34m\(gutter) |\u{1B}[0m
            \u{1B}[34m\(blank)\(line) |\u{1B}[0m \(bad)\(line < 182 ? "," : "")
            \u{1B}[34m\(gutter) |\u{1B}[0m                 \u{1B}[1;31m^^^^^^^\u{1B}[0m
            \(gutter) \u{1B}[34m=\u{1B}[0m \u{1B}[1mhelp:\u{1B}[0m both parts cannot hold at once; did you mean "<1 || >2"?

            """
        }
        expectEqual(run.output, finding(2, "  ", " ") + finding(92, "  ", "") + finding(182, "   ", ""))
    }

    @Test(arguments: ["text", "json", "ndjson", "github", "gitlab", "junit", "sarif"])
    func `the example has the same findings in every format`(_ format: String) throws {
        try Snapshot.expect(["check", "--format", format, "--notes", "Configs/app.json"], matches: "check-\(format)")
    }

    @Test(arguments: ["github", "sarif"])
    func `formats for people have notes only on request`(_ format: String) throws {
        let level = format == "sarif" ? #""level":"note","message""# : "::notice file="
        let rule = format == "sarif" ? #""id":"value-island""# : "title=value-island"
        for (options, isThere) in [([], false), (["--notes"], true), (["--fail-on", "note"], true)] {
            let run = try Run(["check", "--format", format] + options + ["Configs/app.json"])
            expectEqual(run.output.contains(level), isThere, "\(options)")
            expectEqual(run.output.contains(rule), isThere, "\(options)")
        }
        for other in ["json", "ndjson", "gitlab", "junit"] {
            try expect(Run(["check", "--format", other, "Configs/app.json"]).output.contains("value-island"))
        }
    }

    @Test func `several reports of one run are what each format prints`() throws {
        let scratch = try Scratch()
        try scratch.copyExample(to: "Configs/app.json")
        let formats = ["text", "json", "ndjson", "github", "gitlab", "junit", "sarif"]
        let reports = formats.flatMap { ["--report", "\($0)=report.\($0)"] }
        let run = try Run(["check"] + reports + ["Configs/app.json"], in: scratch.path)
        expectEqual(run, Run(output: Self.appFindings, error: Self.appSummary, status: 1))
        for format in formats {
            let alone = try scratch.flagctl("check", "--format", format, "Configs/app.json")
            try expectEqual(scratch.read("report.\(format)"), alone.output, "\(format)")
        }
    }

    @Test func `a report that cannot be written fails the run, and the others are written`() throws {
        let scratch = try Scratch()
        try scratch.write("{}", to: "a.json")
        let run = try scratch.flagctl("check", "--report", "json=none/a", "--report", "junit=b.xml", "a.json")
        expectEqual(
            run.error,
            """
            none/a: error: the report cannot be written: no such file or directory
            0 errors, 0 warnings in 1 file (1 version range, exhaustive)

            """)
        expectEqual(run.status, 2)
        try expect(scratch.read("b.xml").hasPrefix("<?xml"))
    }

    /// `clean.json` has nothing, `note.json` a note, `warning.json` a warning, `error.json` an error, and `broken.json` is
    /// no JSON.
    private func scratch() throws -> Scratch {
        let scratch = try Scratch()
        try scratch.write(#"{"a": 1}"#, to: "clean.json")
        try scratch.write(Self.setting(">=v1"), to: "note.json")
        try scratch.write(Self.setting("1.x", "1.2.x"), to: "warning.json")
        try scratch.write(Self.setting(">=2 <1"), to: "error.json")
        try scratch.write("{\"a\": 1,}\n", to: "broken.json")
        return scratch
    }

    private static func setting(_ requirements: String...) -> String {
        let entries = requirements.map { #"    {"appVersion": "\#($0)", "value": 1}"# }.joined(separator: ",\n")
        return "{\n  \"s\": {\"defaultValue\": 0, \"valuesByVersion\": [\n\(entries)\n  ]}\n}\n"
    }

    @Test(
        arguments: [
            (0, "clean.json"), (0, "note.json"), (0, "warning.json"), (1, "error.json"), (1, "broken.json"),
            (0, "--fail-on error note.json warning.json"), (1, "--fail-on warning warning.json"),
            (0, "--fail-on warning note.json"), (1, "--fail-on note note.json"), (0, "--fail-on note clean.json"),
            (0, "--exit-zero error.json broken.json"), (0, "--exit-zero --fail-on note note.json"),
            (2, "missing.json"), (2, "error.json missing.json"), (2, "--exit-zero error.json missing.json"),
            (2, "clean.json/x"), (2, "'none*.json'"), (2, ""), (2, "--select shadowed error.json"),
            (2, "--fail-on warnings clean.json"), (2, "--format jsn clean.json"), (2, "--baseline missing clean.json"),
            (2, "--patch broken.json clean.json"), (2, "--patch missing clean.json"),
            (2, "--releases missing clean.json"), (2, "HEAD:clean.json"),
        ] as [(Int32, String)])
    func `the exit status tells findings, failures and wrong usage apart`(_ status: Int32, _ line: String) throws {
        let run = try scratch().shell("flagctl check \(line)")
        expectEqual(run.status, status, "\(run.error)")
        expect(!run.error.isEmpty)
    }

    @Test func `what cannot be read does not keep the others from being reported`() throws {
        let run = try scratch().flagctl("check", "missing.json", "error.json", "eror.json", "broken.json")
        expectEqual(
            run,
            Run(
                output: """
                    error.json:3:20: error: in "s": requirement ">=2 <1" contains no version [empty-requirement]
                       |
                     3 |     {"appVersion": ">=2 <1", "value": 1}
                       |                    ^^^^^^^^
                       = help: the bounds look swapped; did you mean ">=1 <2"?
                    broken.json:1:8: error: trailing comma: found `}` after `,`, expected a key in double quotes [json-syntax]
                       |
                     1 | {"a": 1,}
                       |        ^
                       = help: delete the comma

                    """,
                error: """
                    missing.json: error: no such file or directory
                    eror.json: error: no such file or directory
                       = help: did you mean "error.json"?
                    2 errors, 0 warnings in 2 files (1 version range, incomplete: missing.json, eror.json; 1 file could not be checked completely)

                    """,
                status: 2))
    }

    @Test func `notes are shown when asked for, or when they count`() throws {
        let scratch = try scratch()
        let notes = """
            note.json:3:20: note: in "s": "v1" is read without its "v" [v-prefix]
            """
        let silent = try scratch.flagctl("check", "--ignore", "prerelease-boundary", "note.json")
        expect(silent.output.isEmpty)
        expectEqual(silent.error, "0 errors, 0 warnings in 1 file (2 version ranges, exhaustive; 1 rule left out)\n")
        for option in [["--notes"], ["--fail-on", "note"]] {
            let run = try Run(["check", "--ignore", "prerelease-boundary"] + option + ["note.json"], in: scratch.path)
            expect(run.output.hasPrefix(String(notes.dropLast(notes.count - 13))), "\(run.output)")
            expect(run.output.contains("note: in \"s\": \"v1\" is read without its \"v\" [v-prefix]\n"))
            expectEqual(
                run.error, "0 errors, 0 warnings, 1 note in 1 file (2 version ranges, exhaustive; 1 rule left out)\n")
        }
    }

    @Test(
        arguments: [
            (["--select", "shadowed-entry"], ["shadowed-entry"]),
            (["--select", "shadowed-entry,empty-requirement"], ["empty-requirement", "shadowed-entry"]),
            (
                ["--select", "empty-requirement", "--select", "shadowed-entry"],
                ["empty-requirement", "shadowed-entry"]
            ),
            (["--ignore", "shadowed-entry"], ["empty-requirement"]),
            (["--ignore", "shadowed-entry,empty-requirement"], []),
            (["--select", "value-island", "--notes"], ["value-island", "value-island"]),
        ] as [([String], [String])])
    func `rules are selected and ignored`(_ options: [String], _ codes: [String]) throws {
        let run = try Run(["check"] + options + ["Configs/app.json"])
        let lines = run.output.split(separator: "\n").filter { $0.hasPrefix("Configs/") }
        let found = lines.compactMap { line in line.split(separator: "[").last.map { String($0.dropLast()) } }
        expectEqual(found, codes)
        expectEqual(run.status, (run.output.contains(" error: ") ? 1 : 0))
    }

    @Test func `a text that is no document is reported whatever is selected`() throws {
        let run = try scratch().flagctl(
            "check", "--select", "shadowed-entry", "--ignore", "json-syntax", "broken.json")
        expect(run.output.contains("[json-syntax]") && run.status == 1)
    }

    @Test func `colour says nothing alone`() throws {
        let colored = try Run(["check", "--notes", "--color", "always", "Configs/app.json"])
        let plain = try Run(["check", "--notes", "Configs/app.json"])
        expect(colored.output.contains("\u{1B}[1;31merror:\u{1B}[0m"))
        expect(!plain.output.contains("\u{1B}"))
        var stripped = colored.output
        for codes in ["1", "1;31", "1;33", "1;36", "34", "0"] {
            stripped = stripped.split(separator: "\u{1B}[\(codes)m", omittingEmptySubsequences: false).joined()
        }
        expectEqual(stripped, plain.output)
    }
}
