import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct PatchEscapingTests {
    private func scratch() throws -> Scratch {
        let scratch = try Scratch()
        // A change of direction and a delete character are allowed in strings of JSON.
        try scratch.write(
            "{\n\t\"a\": {\n\t\t\"description\": \"x\u{202E}y\u{7F}\",\n\t\t\"defaultValue\": 1,\n"
                + "\t\t\"valuesByVersion\": [\n\t\t\t{ \"appVersion\": \"<1.0.0\", \"value\": 2 },\n"
                + "\t\t\t{ \"appVersion\": \">=3.0.0\", \"value\": 2, \"description\": \"x\u{202E}y\u{7F}\" }\n\t\t]\n\t}\n}\n",
            to: "a.json")
        return scratch
    }

    @Test(arguments: ["stale --floor 1.0.0", "retarget 3.0.0 3.1.0"])
    func `a patch has escapes on a terminal, and none in a pipe`(_ command: String) throws {
        let scratch = try scratch()
        let piped = try scratch.shell("flagctl \(command) a.json")
        expect(piped.output.contains("x\u{202E}y\u{7F}"), "\(piped)")
        let shown = try scratch.shell("script -qec \"$program \(command) --color never a.json\" /dev/null")
        expect(shown.output.contains(#"x\u202ey\u007f"#) && !shown.output.contains("\u{202E}"), "\(shown)")
        expect(shown.output.contains("\t\t\"valuesByVersion\": ["), "\(shown)")
        let applied = try scratch.shell(
            "git init -q . && flagctl \(command.contains("stale") ? command + " --fix" : command) a.json | git apply")
        expect(applied.status == 0 || applied.error.isEmpty, "\(applied)")
        try expect(scratch.read("a.json").contains("x\u{202E}y\u{7F}"))
    }

    @Test(
        arguments: [
            "fmt", "fmt --diff", "stale --floor 1.0.0", "stale --floor 1.0.0 --fix", "retarget 3.0.0 3.1.0",
            "check --fix --unsafe-fixes",
        ])
    func `a patch for a file outside the working directory says that it cannot be applied`(_ command: String) throws {
        let scratch = try scratch()
        try scratch.write(
            try scratch.read("a.json").replacing("<1.0.0", with: "<v1.0.0"), to: "a.json")
        let run = try scratch.shell("mkdir b && cd b && flagctl \(command) ../a.json")
        expect(run.output.contains("+++ b/../a.json\n"), "\(run)")
        expect(
            run.error.contains(
                """
                ../a.json: note: "git apply" and "patch" cannot apply this: the file is outside the working directory
                   = help: write the file with --apply, or run this in a directory above it

                """), "\(run)")
        let applied = try scratch.shell("git init -q . && cd b && flagctl \(command) ../a.json | git apply")
        expect(applied.status != 0, "\(applied)")
        expect(!(try scratch.flagctl("fmt", "a.json").error.contains("cannot apply")))
        expect(!(try scratch.shell("cd b && flagctl fmt --apply ../a.json").error.contains("cannot apply")))
    }

    @Test(arguments: ["git apply", "patch -s -p1"])
    func `a patch for an absolute path inside the working directory can be applied`(_ tool: String) throws {
        let scratch = try scratch()
        let run = try scratch.shell(
            """
            git init -q . && mkdir b && mv a.json b && flagctl fmt --diff "$PWD/b/../b/a.json" > p; \(tool) < p &&
            flagctl fmt --check b/a.json
            """)
        expect(run.status == 0 && run.error.isEmpty, "\(run)")
        try expect(scratch.read("p").hasPrefix("--- a/b/a.json\n+++ b/b/a.json\n"))
        try scratch.write("{\"a\":1}", to: "z.json")
        let outside = try scratch.shell("mkdir c && cd c && flagctl fmt --diff \"$(cd .. && pwd)/z.json\"")
        expect(outside.error.contains("\"git apply\" and \"patch\" cannot apply this"), "\(outside)")
    }
}
