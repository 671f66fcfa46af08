import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct FolderDiffTests {
    private func scratch() throws -> Scratch {
        let scratch = try Scratch()
        for name in ["same.json", "sub/other.json", "layout.json"] {
            try scratch.write(#"{"a": 1}"#, to: "old/\(name)")
            try scratch.write(name == "layout.json" ? #"{ "a" :1 }"# : #"{"a": 1}"#, to: "new/\(name)")
        }
        try scratch.write(#"{"b": 1}"#, to: "old/changed.json")
        try scratch.write(#"{"b": 2}"#, to: "new/changed.json")
        try scratch.write(#"{"gone": 1}"#, to: "old/gone.json")
        try scratch.write(#"{"fresh": 1}"#, to: "new/fresh.json")
        try scratch.write(#"{"x": 1, "y": 2, "z": 3}"#, to: "old/x.json")
        try scratch.write(#"{"x": 1, "y": 2, "z": 4}"#, to: "new/moved/x.json")
        try scratch.write(#"{"r": 1}"#, to: "old/r.json")
        try scratch.write(#"{"r": 1}"#, to: "new/renamed.json")
        return scratch
    }

    @Test func `files are paired by path, renamed ones are followed, and unchanged ones counted`() throws {
        let run = try scratch().flagctl("diff", "old", "new")
        expectEqual(
            run.output,
            """
            new/changed.json:
            b
              *   1 → 2   new/changed.json:1 is another default
            every setting changed

            new/fresh.json (new document):
            fresh (added)
              *   (absent) → 1   new/fresh.json:1 is new with its setting
            every setting changed

            new/moved/x.json (renamed from x.json):
            z
              *   3 → 4   new/moved/x.json:1 is another default
            unchanged for every version: x, y

            new/renamed.json (renamed from r.json):
            identical: 1 setting, and not a byte has changed

            new/gone.json (deleted):
            gone (removed)
              *   1 → (absent)   old/gone.json:1 is gone with its setting
            every setting changed

            3 files unchanged

            """, "\(run)")
        expect(run.error.isEmpty && run.status == 1)
    }

    @Test func `folders without a difference are one line`() throws {
        let run = try scratch().flagctl("diff", "old", "old/")
        expectEqual(run, Run(output: "7 files unchanged\n", error: "", status: 0))
        let markdown = try scratch().flagctl("diff", "--format", "markdown", "old", "old")
        expectEqual(markdown, Run(output: "7 files unchanged\n", error: "", status: 0))
    }

    @Test func `intended changes are annotated with another severity`() throws {
        let scratch = try scratch()
        let errors = try scratch.flagctl("diff", "--format", "github", "old/changed.json", "new/changed.json")
        expect(errors.output.hasPrefix("::error "), "\(errors)")
        let warnings = try scratch.flagctl(
            "diff", "--severity", "warning", "--format", "github", "old/changed.json", "new/changed.json")
        expect(warnings.output.hasPrefix("::warning ") && warnings.status == 1, "\(warnings)")
        try expectEqual(scratch.flagctl("diff", "--severity", "fatal", "old", "new").status, 2)
    }

    @Test func `Markdown and text cut long values and name the members that differ`() throws {
        let scratch = try Scratch()
        let list = (0..<5_000).map { "{\"host\": \($0)}" }.joined(separator: ", ")
        try scratch.write("{\"l\": [\(list)]}", to: "old.json")
        try scratch.write("{\"l\": [\(list.replacing("4000}", with: "-1}"))]}", to: "new.json")
        for format in ["text", "markdown", "github"] {
            let run = try scratch.flagctl("diff", "--format", format, "old.json", "new.json")
            expect(
                run.output.contains(".host 4000 → -1") && run.output.utf8.count < 1_000, "\(run.output.prefix(2_000))")
        }
        let json = try scratch.flagctl("diff", "--format", "json", "old.json", "new.json")
        expect(json.output.contains(#""members":[{"path":"$[4000].host","before":4000,"after":-1}]"#))
        expect(json.output.utf8.count > 100_000)
    }

    @Test func `many renamed files are paired by their content, then by their settings`() throws {
        let scratch = try Scratch()
        for number in 0..<60 {
            let text = #"{"common": 1, "s\#(number)": 1, "t\#(number)": 2, "u\#(number)": 3}"#
            try scratch.write(text, to: "old/a\(number).json")
            // Every second file also changes a value.
            let changed = number.isMultiple(of: 2) ? text : text.replacing(": 3}", with: ": 4}")
            try scratch.write(changed, to: "new/b/\(59 - number).json")
        }
        let run = try scratch.flagctl("diff", "--format", "json", "old", "new")
        for number in 0..<60 {
            expect(
                run.output.contains(#""old":"old/a\#(number).json","new":"new/b/\#(59 - number).json""#), "\(number)")
        }
        expectEqual(run.output.ranges(of: #""after":4"#).count, 30)
    }

    @Test func `a path with an inner .. is another name of a folder`() throws {
        let scratch = try scratch()
        let run = try scratch.flagctl("diff", "new/../old", "old/../new")
        expectEqual(run, (try scratch.flagctl("diff", "old", "new")))
        expect(run.output.contains("new/moved/x.json (renamed from x.json):"))
    }
}
