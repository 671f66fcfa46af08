import TestSupport
import Testing

@testable import flagctl

/// No path in a file and no link in a folder leads out of the repository, or of the folder of the project file.
@Suite(.blocking)
struct RootFolderTests {
    private static let secret = "SECRET-7f3a"

    /// A folder `work` with a document, beside files that a run must neither quote nor change.
    private func scratch(_ script: String, repository: Bool = true) throws -> Scratch {
        let scratch = try Scratch()
        try scratch.write("TOKEN=\(Self.secret)\n", to: "secret.json")
        try scratch.write(#"{"b":{"defaultValue":"\#(Self.secret)"}}"#, to: "outside.json")
        try scratch.write(#"{"a": 1}"#, to: "work/app.json")
        let made = try scratch.shell(
            "mkdir secrets; cp outside.json secrets; cd work; \(repository ? "git init -q ." : ":")\n\(script)")
        try #require(made.status == 0, "\(made)")
        return scratch
    }

    /// Links, paths of project files and of other files, each with a command and what its message names.
    private static let readings: [(name: String, script: String, line: String, message: String)] = [
        ("a link", "ln -s ../secret.json env.json", "check .", "env.json: error: is not read"),
        (
            "a link to a file of the system", "ln -s /proc/self/environ env.json", "check .",
            "env.json: error: is not read"
        ),
        ("a link and a pattern", "ln -s ../secret.json env.json", "check '*.json'", "env.json: error: is not read"),
        (
            "a link to a link", "ln -s ../secret.json ../l; ln -s ../l env.json", "resolve --version 1 .",
            "env.json: error"
        ),
        ("a folder in a pattern", "ln -s ../secrets sub", "resolve --version 1 '*/*.json'", "sub/outside.json: error"),
        (
            "an input", "echo '{\"inputs\": [\"../secret.json\"]}' > flagctl.json", "check",
            "leads out of the git repository"
        ),
        (
            "an absolute input", "echo '{\"inputs\": [\"/proc/self/environ\"]}' > flagctl.json", "check",
            "leads out of the git repository"
        ),
        (
            "an input that is a link", "ln -s ../secrets s; echo '{\"inputs\": [\"s\"]}' > flagctl.json", "check",
            "leads out"
        ),
        (
            "an input behind a link", "ln -s .. s; echo '{\"inputs\": [\"s/secret.json\"]}' > flagctl.json", "check",
            "leads out"
        ),
        (
            "the configuration of git",
            "git config x.y SECRET-7f3a; echo '{\"inputs\": [\"app.json\"], \"policies\": [\".git/config\"]}' > flagctl.json",
            "prove", "\".git/config\" leads out of the git repository"
        ),
        (
            "a link to the configuration of git",
            "git config x.y SECRET-7f3a; ln -s .git/config l; echo '{\"inputs\": [\"app.json\"], \"releases\": \"l\"}' > flagctl.json",
            "check", "\"l\" leads out of the git repository"
        ),
        (
            "a hidden file",
            "cp ../secret.json .env; echo '{\"inputs\": [\"app.json\"], \"policies\": [\".env\"]}' > flagctl.json",
            "prove", "\".env\" is hidden"
        ),
        (
            "a link to a hidden file",
            "cp ../secret.json .env; ln -s .env l; echo '{\"inputs\": [\"app.json\"], \"policies\": [\"l\"]}' > flagctl.json",
            "prove", "\"l\" is hidden"
        ),
        (
            "an expression for git",
            "echo '{\"inputs\": [\"app.json\"], \"against\": \"HEAD^{/((a*)*)*b}\"}' > flagctl.json",
            "check", "searches for a message"
        ),
        ("a pattern", "echo '{\"inputs\": [\"../*.json\"]}' > flagctl.json", "check", "leads out"),
        (
            "a pattern with a detour", "mkdir d; echo '{\"inputs\": [\"*/../../*.json\"]}' > flagctl.json", "check",
            "leads out"
        ),
        (
            "policies", "echo '{\"inputs\": [\"app.json\"], \"policies\": [\"/proc/self/environ\"]}' > flagctl.json",
            "prove",
            "\"/proc/self/environ\" leads out of the git repository"
        ),
        ("releases", "echo '{\"releases\": \"../secret.json\"}' > flagctl.json", "check app.json", "leads out"),
        ("readers", "echo '{\"readers\": \"../secrets\"}' > flagctl.json", "check app.json", "leads out"),
        (
            "the input of a platform",
            "echo '{\"platforms\": {\"ios\": {\"inputs\": [\"../secret.json\"]}}}' > flagctl.json", "check", "leads out"
        ),
        (
            "the releases of a platform",
            "echo '{\"platforms\": {\"ios\": {\"inputs\": [\"app.json\"], \"releases\": \"../secret.json\"}}}' > flagctl.json",
            "check", "leads out"
        ),
        (
            "the records of a platform",
            "echo '{\"platforms\": {\"ios\": {\"inputs\": [\"app.json\"], \"readers\": \"../secrets\"}}}' > flagctl.json",
            "check", "leads out"
        ),
        ("the project file", "ln -s ../secret.json flagctl.json", "check app.json", "flagctl.json: error: is not read"),
        ("a pipe as the project file", "mkfifo flagctl.json", "check app.json", "flagctl.json: error: cannot be read"),
        (
            "a pipe as policies", "mkfifo p; echo '{\"policies\": [\"p\"]}' > flagctl.json", "prove app.json",
            "\"p\" is not a regular file or directory"
        ),
        ("standard input", "echo '{\"inputs\": [\"-\"]}' > flagctl.json", "check", "no such file"),
        (
            "the document of a test",
            "echo '{\"document\": \"../secret.json\", \"expectations\": [{\"name\": \"n\", \"version\": \"1\", \"expect\": {\"a\": 1}}]}' > a.expectations.json",
            "test .",
            "../secret.json: error: is not read"
        ),
        (
            "a list of tests", "ln -s ../secret.json a.expectations.json", "test .",
            "a.expectations.json: error: is not read"
        ),
        (
            "a record", "mkdir r; ln -s ../../secret.json r/1.0.0.reader.json", "check --readers r app.json",
            "is not read"
        ),
        (
            "code", "mkdir c; ln -s ../../secret.json c/a.swift; ln -s ../../secret.json c/a.c",
            "references c", "c/a.swift: error: is not read"
        ),
        (
            "an old file that is behind a link",
            "mkdir x; echo '{\"a\": 1}' > x/outside.json; git add .; git -c user.name=t -c user.email=t@e commit -qm x; rm -r x; "
                + "ln -s ../secrets x", "diff --against HEAD '*/*.json'", "x/outside.json: error"
        ),
        (
            "the document of init", "ln -s ../outside.json Flags.json; rm app.json", "init",
            "Flags.json: error: is not created"
        ),
    ]

    @Test(arguments: readings)
    func `nothing outside is read`(_ name: String, _ script: String, _ line: String, _ message: String) throws {
        let run = try scratch(script).shell("cd work; flagctl \(line) < /dev/null")
        expect(
            !(run.output + run.error).contains(Self.secret) && !(run.output + run.error).contains("PATH="),
            "\(name): \(run)")
        expect((run.output + run.error).contains(message), "\(name): \(run)")
        expectEqual(run.status, 2, "\(name): \(run)")
    }

    @Test func `nothing outside is written`() throws {
        let scratch = try scratch(
            """
            ln -s ../outside.json a.json; ln -s ../secrets s; ln -s ../secrets .github; mkdir r; ln -s ../../outside.json \
            r/2.0.0.reader.json; echo 'import FlagStore' > a.swift
            echo '{"inputs": ["s", "../outside.json"]}' > p.json
            """)
        let before = try scratch.read("outside.json")
        let run = try scratch.shell(
            """
            cd work; flagctl fmt --apply .; flagctl fmt --apply '*/*.json'; flagctl fmt --apply --config p.json
            flagctl check --fix --apply .; flagctl stale --floor 1 --apply .; flagctl retarget 1.0.0 2.0.0 --apply .
            flagctl init; flagctl readers record 2.0.0 --code . --document app.json --readers r
            """)
        try expectEqual(scratch.read("outside.json"), before, "\(run)")
        try expectEqual(scratch.shell("ls -A secrets").output, "outside.json\n", "\(run)")
        expect(
            run.error.contains(".github/workflows/flags.yml: error: is not created: it leads out of the git repository")
        )
    }

    @Test func `what the command line names is read and written`() throws {
        let scratch = try scratch(
            "ln -s ../outside.json a.json; ln -s ../secrets s; echo '{\"inputs\": [\"app.json\"]}' > ../p.json")
        let run = try scratch.shell(
            "cd work; flagctl resolve --version 1 a.json s; flagctl fmt --apply a.json; flagctl check app.json --config ../p.json"
        )
        expect(run.status == 0 && run.output.contains(Self.secret), "\(run)")
        try expect(scratch.read("outside.json").contains("\n"))
        let project = try scratch.shell(
            "cd work; mv ../p.json flagctl.json; flagctl resolve --version 1 --config flagctl.json")
        expect(project.status == 0, "\(project)")
    }

    @Test func `links and paths inside are followed`() throws {
        let scratch = try scratch(
            "mkdir -p sub/deep; ln -s ../../app.json sub/deep/l.json; echo '{\"inputs\": [\"../../app.json\", \".\"]}' > sub/deep/flagctl.json"
        )
        let run = try scratch.shell("cd work/sub/deep; flagctl resolve --version 1; flagctl resolve --version 1 l.json")
        expectEqual(run.output, "a  1\na  1\n", "\(run)")
        expectEqual(run.status, 0, "\(run)")
    }

    @Test func `outside of repositories, the folder of the project file counts`() throws {
        let scratch = try scratch("mkdir -p sub; ln -s ../app.json sub/l.json", repository: false)
        let alone = try scratch.shell("cd work; flagctl check sub")
        expect(
            alone.status == 2 && alone.error.contains("sub/l.json: error: is not read: it leads out of the directory"),
            "\(alone)")
        try scratch.write(#"{"inputs": ["sub"]}"#, to: "work/flagctl.json")
        let project = try scratch.shell("cd work; flagctl resolve --version 1")
        expectEqual(project.output, "a  1\n", "\(project)")
        try scratch.write(#"{"inputs": ["../outside.json"]}"#, to: "work/flagctl.json")
        let outside = try scratch.shell("cd work; flagctl resolve --version 1")
        expect(
            outside.status == 2 && outside.error.contains("leads out of the directory of the project file"),
            "\(outside)")
    }

    @Test(arguments: [
        "key", "sign-with", "to", "report", "output", "document", "config", "baseline", "destination",
    ])
    func `a project file names no private key, no signer and no destination`(_ member: String) throws {
        let scratch = try scratch(#"echo '{"\#(member)": "x"}' > flagctl.json"#)
        let run = try scratch.shell("cd work; flagctl check app.json")
        expect(run.status == 2 && run.error.contains("unknown member \"\(member)\""), "\(run)")
        let options = ProjectMember.allCases.compactMap { $0.option?.option.declaration.name }
        expect(!options.contains(member))
    }
}
