import TestSupport
import Testing

@testable import flagctl

/// `main...`: what a branch itself changes.
@Suite(.blocking)
struct MergeBaseTests {
    private let scratch: Scratch

    private static func rollout(_ percent: Int) -> String {
        #"{"s": {"defaultValue": 1, "valuesByVersion": [{"rollout": {"percent": \#(percent), "salt": "x"}, "value": 2}]}}"#
    }

    /// A branch that is one revision behind main.
    init() throws {
        scratch = try Scratch()
        try scratch.write(Self.rollout(20), to: "app.json")
        try scratch.makeRepository()
        _ = try scratch.shell("git branch -M main; git checkout -qb work")
        try scratch.commit()
        _ = try scratch.shell("git checkout -q main")
        try scratch.write(Self.rollout(50), to: "app.json")
        try scratch.commit()
        _ = try scratch.shell("git checkout -q work")
    }

    @Test(arguments: ["main...", "main...HEAD"])
    func `a branch that changes nothing is compared with the merge base`(_ revision: String) throws {
        for words in [
            ["diff", "--against", revision, "app.json"],
            ["check", "--against", revision, "--fail-on", "warning", "app.json"],
            ["release", "2.0.0", "--previous", "1.0.0", "--against", revision, "app.json"],
        ] {
            let run = try scratch.flagctl(words)
            expect(run.status == 0 && !run.error.contains("note:"), "\(words): \(run)")
        }
        let shown = try scratch.flagctl("resolve", "--version", "1", "--key", "k", "\(revision):app.json")
        expectEqual(shown.status, 0, "\(shown)")
    }

    @Test(arguments: ["diff", "check"])
    func `the tip of main is compared as asked, with a note`(_ command: String) throws {
        let run = try scratch.flagctl(command, "--against", "main", "app.json")
        expect(
            run.error.contains(
                """
                main: note: is not an ancestor of HEAD, so changes that only it has look reversed
                   = help: to compare with the merge base, write "main..."

                """), "\(run)")
    }

    @Test func `an ancestor needs no note`() throws {
        _ = try scratch.shell("git tag start HEAD~1")
        let run = try scratch.flagctl("diff", "--against", "start", "app.json")
        expect(run.status == 0 && run.error.isEmpty, "\(run)")
    }

    @Test(
        arguments: [
            ("main...work", "\"main...work\" is a range of revisions; expected one revision"),
            ("nope...", "git has no revision \"nope\""),
            ("orphan...", "\"orphan\" and HEAD have no common ancestor"),
        ])
    func `what has no merge base is an error`(_ revision: String, _ message: String) throws {
        _ = try scratch.shell(
            """
            git checkout -q --orphan orphan && git -c user.name=t -c user.email=t@example.com commit -qm orphan
            git checkout -q work
            """)
        let run = try scratch.flagctl("diff", "--against", revision, "app.json")
        expect(run.status == 2 && run.error.contains(message), "\(run)")
    }

    @Test func `a shallow clone that lacks the merge base says how to get it`() throws {
        let run = try scratch.shell(
            """
            git clone -q --depth 1 --branch work "file://$PWD" clone && cd clone
            git fetch -q --depth 1 origin main:main && flagctl diff --against main... app.json
            """)
        expect(run.status == 2 && run.error.contains("this is a shallow clone, which lacks the merge base of \"main\""))
        expect(run.error.contains("git fetch --unshallow") && run.error.contains("fetch-depth: 0"), "\(run)")
    }
}
