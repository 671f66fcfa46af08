import TestSupport
import Testing

@testable import flagctl

/// What people write in place of something else, and the "did you mean" for it.
@Suite(.blocking)
struct NearMissTests {
    @Test(
        arguments: [
            ("=<1.4", "<=1.4"), ("=>1.4", ">=1.4"), ("~>1.4", "^1.4"), ("~>1.4.2", "~1.4.2"),
            ("1.4.0,1.5.0", "1.4.0 || 1.5.0"), ("≥1.4", ">=1.4"), (">=1.4 && <2", ">=1.4 <2"),
            (">=1.4 and <2", ">=1.4 <2"), ("<1 or >2", "<1 || >2"), ("1.4 to 1.6", "1.4 - 1.6"),
            ("1.4 – 1.6", "1.4 - 1.6"), ("[1.0,2.0)", ">=1.0 <2.0"), ("1,4", "1.4"), (">=2 <1", ">=1 <2"),
            (">=1,4", ">=1.4"),
        ])
    func `a requirement in another notation is answered with the one that was meant`(_ written: String, _ meant: String)
        throws
    {
        let scratch = try Scratch()
        try scratch.write(
            #"{"s": {"defaultValue": 1, "valuesByVersion": [{"appVersion": "\#(written)", "value": 2}]}}"#, to: "a.json"
        )
        let run = try scratch.flagctl("check", "--fail-on", "warning", "a.json")
        expect(run.output.contains("did you mean \"\(meant)\"?"), "\(run.output)")
        expectEqual(run.status, 1)
        // The suggestion is a requirement without errors.
        try scratch.write(
            #"{"s": {"defaultValue": 1, "valuesByVersion": [{"appVersion": "\#(meant)", "value": 2}]}}"#, to: "a.json")
        try expectEqual(scratch.flagctl("check", "a.json").status, 0)
    }

    @Test(
        arguments: [
            ("{\"s\": tru}", "did you mean `true`?"),
            ("<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> b\n", "resolve the merge conflict"),
            ("payments:\n  defaultValue: true\n", "what looks like YAML"),
            ("---\npayments:\n  defaultValue: true\n", "what looks like YAML"),
            ("%YAML 1.2\n---\na: 1\n", "what looks like YAML"), ("- a: 1\n", "what looks like YAML"),
            ("aiChat.enabled: true\n", "what looks like YAML"), ("- 1\n", "malformed number"),
            ("<!DOCTYPE html>\n<html></html>\n", "found HTML or XML"),
        ])
    func `a text that is not JSON is answered with what it looks like`(_ text: String, _ message: String) throws {
        let scratch = try Scratch()
        try scratch.write(text, to: "a.json")
        let run = try scratch.flagctl("check", "a.json")
        expect(run.output.contains(message) && run.status == 1, "\(run.output)")
    }

    @Test func `a text in Latin-1 is answered with the encoding to save it in`() throws {
        let scratch = try Scratch()
        try scratch.write(bytes: Array("{\"a\": \"gr".utf8) + [0xFC, 0xDF] + Array("e\"}".utf8), to: "a.json")
        try expect(scratch.flagctl("check", "a.json").output.contains("save the file as UTF-8"))
    }

    /// `aiChat.promptBar`, and two settings with one name in different groups.
    private func groups() throws -> Scratch {
        let scratch = try Scratch()
        try scratch.write(
            """
            {"aiChat": {"promptBar": {"defaultValue": false, "valuesByVersion": [
                {"when": {"country": "DE"}, "rollout": {"percent": 5, "salt": "s"}, "value": true}]}},
             "a": {"enabled": true}, "b": {"enabled": true},
             "c": {"defaultValue": 1, "valuesByVersion": [{"requires": "promptBar", "value": 2}]}}

            """, to: "app.json")
        return scratch
    }

    @Test(
        arguments: [
            "explain promptBar app.json", "resolve --version 1 --flag promptBar app.json",
            "matrix --flag promptBar app.json", "matrix --flag promptbar app.json",
            "diff --flag promptBar app.json app.json", "diff --allow promptBar app.json app.json",
            "rollout promptBar --percent 10 app.json", "prove -e 'for *: promptBar == true' app.json",
            "prove -e 'monotone promptBar: false -> true' app.json", "when 'promptBar == true' app.json",
            "check app.json",
        ])
    func `a setting without its group is answered with its whole name`(_ line: String) throws {
        let run = try groups().shell("flagctl \(line)")
        expect((run.output + run.error).contains("did you mean \"aiChat.promptBar\"?"), "\(run)")
    }

    @Test(
        arguments: [
            "resolve --version 1 --flag 'aiCht.*' app.json", "matrix --flag 'aiCht.*' app.json",
            "explain 'aiCht.*' app.json", "prove -e 'monotone aiCht.*: false -> true' app.json",
        ])
    func `a misspelt group of a pattern is answered with the nearest one`(_ line: String) throws {
        let run = try groups().shell("flagctl \(line)")
        expect(run.error.contains("did you mean \"aiChat.*\"?") && run.status == 2, "\(run)")
    }

    @Test func `a name that several groups have is no suggestion, and the nearest name still is one`() throws {
        expect(!(try groups().flagctl("explain", "enabled", "app.json").error.contains("did you mean")))
        try expect(
            groups().flagctl("explain", "aiChat.promtBar", "app.json").error.contains(
                "did you mean \"aiChat.promptBar\"?"))
    }

    @Test(
        arguments: [
            (
                "explain app.json c", "\"app.json\" is a file, but \"c\" is not; the file comes last",
                "did you mean \"flagctl explain c app.json\"?"
            ),
            (
                "log app.json c", "\"app.json\" is a file, but \"c\" is not; the file comes last",
                "did you mean \"flagctl log c app.json\"?"
            ),
            (
                "diff HEAD~1 folder", "\"HEAD~1\" is a git revision, not a file",
                "did you mean \"flagctl diff --against 'HEAD~1' folder\"?"
            ),
            (
                "prove app.json 'for *: c == 1'", "\"for *: c == 1\" is a policy, not a file",
                "did you mean \"flagctl prove -e 'for *: c == 1' app.json\"?"
            ),
            (
                "prove 'monotone c: 1 -> 2' app.json", "\"monotone c: 1 -> 2\" is a policy, not a file",
                "did you mean \"flagctl prove -e 'monotone c: 1 -> 2' app.json\"?"
            ),
            (
                "prove --policy x app.json b.json 'for *: c == 1'",
                "\"for *: c == 1\" is a policy, not a file",
                "did you mean \"flagctl prove -e 'for *: c == 1' …\"?"
            ),
            (
                "when app.json 'c == 1'", "\"app.json\" is a file, but \"c == 1\" is not; the file comes last",
                "did you mean \"flagctl when 'c == 1' app.json\"?"
            ),
            (
                "resolve --version 1 app.json c", "\"c\" is a setting of \"app.json\", not a file",
                "did you mean \"flagctl resolve … --flag c app.json\"?"
            ),
            (
                "diff HEAD~1 app.json", "\"HEAD~1\" is a git revision, not a file",
                "did you mean \"flagctl diff --against 'HEAD~1' app.json\"?"
            ),
            (
                "diff app.json HEAD~1", "\"HEAD~1\" is a git revision, not a file",
                "did you mean \"flagctl diff --against 'HEAD~1' app.json\"?"
            ),
        ])
    func `an operand in the place of another is answered with the line that was meant`(
        _ line: String, _ problem: String, _ help: String
    ) throws {
        let scratch = try groups()
        try scratch.write("{}", to: "folder/app.json")
        try scratch.makeRepository()
        try scratch.commit()
        let run = try scratch.shell("flagctl \(line)")
        let command = line.prefix { $0 != " " }
        expectEqual(
            run, Run(output: "", error: "flagctl \(command): error: \(problem)\n   = help: \(help)\n", status: 2))
    }

    @Test(
        arguments: [
            "check HEAD~1 app.json", "resolve --version 1 HEAD~1 app.json", "matrix HEAD~1 app.json",
            "prove -e 'for *: c == 1' HEAD~1 app.json", "stale --floor 1 HEAD~1 app.json",
            "release 2.0 --previous 1.0 HEAD~1 app.json",
        ])
    func `a revision before a file is answered with the file at the revision`(_ line: String) throws {
        let scratch = try groups()
        try scratch.makeRepository()
        try scratch.commit()
        try scratch.commit()
        let run = try scratch.shell("flagctl \(line)")
        expect(
            run.error.contains(
                "HEAD~1: error: no such file or directory\n   = help: did you mean \"HEAD~1:app.json\"?\n"), "\(run)")
        expectEqual(run.status, 2)
    }

    @Test(
        arguments: [
            "explain c HEAD~1 app.json", "when 'c == 1' HEAD~1 app.json",
            "rollout aiChat.promptBar --percent 10 HEAD~1 app.json",
            "log c HEAD~1 app.json",
        ])
    func `a revision before the only file is answered with the file at the revision`(_ line: String) throws {
        let scratch = try groups()
        try scratch.makeRepository()
        try scratch.commit()
        try scratch.commit()
        let command = line.prefix { $0 != " " }
        try expectEqual(
            scratch.shell("flagctl \(line)"),
            Run(
                output: "",
                error: "flagctl \(command): error: one argument too many: \"app.json\"\n"
                    + "   = help: did you mean \"HEAD~1:app.json\"?\n", status: 2))
    }

    @Test func `a revision in the place of a setting is answered with the file at the revision`() throws {
        let scratch = try groups()
        try scratch.makeRepository()
        try scratch.commit()
        let run = try scratch.flagctl("log", "HEAD", "app.json")
        expect(run.error.contains("no setting \"HEAD\"") && run.status == 2, "\(run)")
        expect(run.error.contains("did you mean \"HEAD:app.json\"?"), "\(run)")
    }

    @Test func `operands in their places are read as they are`() throws {
        let scratch = try groups()
        try scratch.makeRepository()
        try scratch.write("{\"x\": 1}", to: "c")
        try expectEqual(scratch.flagctl("resolve", "--version", "1", "app.json", "c").status, 0)
        try expectEqual(scratch.flagctl("diff", "HEAD:app.json", "app.json").status, 0)
        try expect(
            scratch.flagctl("explain", "a.enabled", "missing.json").error.hasPrefix(
                "missing.json: error: no such file"))
        try expect(scratch.flagctl("diff", "HEAD~7", "app.json").error.hasPrefix("HEAD~7: error: no such file"))
    }
}
