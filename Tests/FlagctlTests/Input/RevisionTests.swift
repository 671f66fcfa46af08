import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct RevisionTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try scratch.write("{\"a\": 1}", to: "configs/app.json")
        let made = try scratch.shell(
            """
            export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
            git init -q . && git add . && git -c user.name=t -c user.email=t@example.com commit -qm one && git tag v1
            """)
        try #require(made.status == 0, "git is needed: \(made.error)")
        try scratch.write("{\"a\": 2}", to: "configs/app.json")
    }

    @Test(arguments: ["HEAD:configs/app.json", "v1:configs/app.json", "v1:./configs/app.json"])
    func `a file is read as it was at a revision`(_ name: String) throws {
        try expectEqual(scratch.flagctl("resolve", "--version", "1", name), Run(output: "a  1\n", error: "", status: 0))
        let both = try scratch.flagctl("resolve", "--version", "1", name, "configs/app.json")
        expectEqual(both.output, "\(name):\na  1\n\nconfigs/app.json:\na  2\n")
    }

    @Test(
        arguments: [
            ("HEAD:other/../configs/app.json", "HEAD:configs/app.json"),
            ("HEAD:./other/../configs/app.json", "HEAD:./configs/app.json"),
            ("HEAD:other/x/../../configs/*.json", "HEAD:configs/app.json"),
        ])
    func `an inner .. of a path is left out, as in the path of a file`(_ operand: String, _ name: String) throws {
        try scratch.write("{}", to: "other/x/app.json")
        try expectEqual(scratch.flagctl("resolve", "--version", "1", operand).output, "a  1\n")
        let both = try scratch.flagctl("resolve", "--version", "1", operand, "other/../configs/app.json")
        expectEqual(both, Run(output: "\(name):\na  1\n\nconfigs/app.json:\na  2\n", error: "", status: 0))
    }

    @Test(
        arguments: [
            ("a/../b", "b"), ("./a/../b", "./b"), ("../a/../b", "../b"), ("./a/../../b", "../b"),
            ("../../b", "../../b"),
            ("a/b/../../c/d", "c/d"), ("a/../../b", "a/../../b"), ("a/./b", "a/b"), ("a..b/..c", "a..b/..c"),
        ])
    func `a path at a revision stays inside the repository`(_ path: String, _ expected: String) {
        expectEqual(RevisionPath.plain(path), expected)
    }

    @Test func `expectations of a revision may name a document beside their directory`() throws {
        try scratch.write(
            #"{"document": "../configs/app.json", "expectations": [{"name": "n", "version": "1", "expect": {"a": 2}}]}"#,
            to: "tests/app.expectations.json")
        _ = try scratch.shell("git add . && git -c user.name=t -c user.email=t@example.com commit -qm two")
        try expectEqual(scratch.flagctl("test", "HEAD:tests/app.expectations.json").status, 0)
    }

    @Test(arguments: ["{\"a\": 1}", "{\"a\": 1}\n", "{\"a\": 1}\n\n"])
    func `a file at a revision has exactly the bytes that it had`(_ text: String) throws {
        try scratch.write(text, to: "configs/app.json")
        try scratch.commit()
        let run = try scratch.flagctl("diff", "HEAD:configs/app.json", "configs/app.json")
        expectEqual(run.output, "identical: 1 setting, and not a byte has changed\n", "\(run)")
        let published = try scratch.shell(
            "flagctl publish --yes --to live.json HEAD:configs/app.json >/dev/null && cmp live.json configs/app.json")
        expectEqual(published.status, 0, "\(published)")
    }

    @Test func `an empty file at a revision is empty`() throws {
        try scratch.write("", to: "configs/app.json")
        try scratch.commit()
        let run = try scratch.flagctl("resolve", "--version", "1", "HEAD:configs/app.json")
        let now = try scratch.flagctl("resolve", "--version", "1", "configs/app.json")
        expect(run.error.replacing("HEAD:", with: "") == now.error && run.status == 2, "\(run)")
    }

    @Test func `a file of the very name wins`() throws {
        try scratch.write("{\"a\": 3}", to: "HEAD:configs/app.json")
        try expectEqual(scratch.flagctl("resolve", "--version", "1", "HEAD:configs/app.json").output, "a  3\n")
    }

    @Test func `locations name the revision`() throws {
        try scratch.write("{\"a\": }", to: "bad.json")
        _ = try scratch.shell("git add . && git -c user.name=t -c user.email=t@example.com commit -qm two")
        let run = try scratch.flagctl("resolve", "--version", "1", "HEAD:bad.json")
        expect(run.error.hasPrefix("HEAD:bad.json:1:7: error: "))
    }

    @Test(
        arguments: [
            ("nope:configs/app.json", "git has no revision \"nope\""),
            ("HEAD:app.json", "HEAD has no such file"),
            ("HEAD:configs", "is a directory at that revision; expected a document"),
        ] as [(String, String)])
    func `what git does not have is an error`(_ name: String, _ message: String) throws {
        let run = try scratch.flagctl("resolve", "--version", "1", name)
        expectEqual(run.status, 2)
        expectEqual(run.error.split(separator: "\n").first.map(String.init), "\(name): error: \(message)")
    }

    @Test func `a revision never becomes an option of git`() throws {
        let run = try scratch.flagctl("resolve", "--version", "1", "--", "--output=x:y")
        expectEqual(run.error, "--output=x:y: error: a revision cannot begin with \"-\"\n")
        expectEqual(run.status, 2)
    }

    @Test func `without git the error says so`() throws {
        let run = try scratch.shell("PATH=/nonexistent; flagctl resolve --version 1 HEAD:configs/app.json")
        expectEqual(
            run.error,
            """
            HEAD:configs/app.json: error: reading a revision needs git, but git is not on the search path
               = help: install git, or give the file itself

            """)
        expectEqual(run.status, 2)
    }

    @Test func `a large file at a revision is cut off without a wait`() throws {
        _ = try scratch.shell(
            """
            head -c 20000000 /dev/zero > big.json; git add .
            git -c user.name=t -c user.email=t@example.com commit -qm big
            """)
        let run = try scratch.flagctl("resolve", "--version", "1", "HEAD:big.json")
        expect(run.error.hasPrefix("HEAD:big.json: error: the document has more than 8388608 bytes"))
        expectEqual(run.status, 2)
    }

    @Test func `git answers in English, whatever the user's language is`() throws {
        try scratch.write("#!/bin/sh\necho \"fatal: LC_ALL is $LC_ALL\" >&2; exit 128\n", to: "bin/git")
        let run = try scratch.shell(
            "chmod +x bin/git; LC_ALL=de_DE.UTF-8 PATH=\"$PWD/bin:$PATH\" \"$program\" resolve --version 1 HEAD:a.json")
        expect(run.error.contains("HEAD:a.json: error: git rev-parse says: LC_ALL is C\n"), "\(run)")
    }
}
