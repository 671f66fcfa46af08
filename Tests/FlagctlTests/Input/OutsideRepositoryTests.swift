import TestSupport
import Testing

@testable import flagctl

/// What needs a git repository says so, and what to do, in a folder without one.
@Suite(.blocking)
struct OutsideRepositoryTests {
    @Test(arguments: [
        (
            "log app.json",
            "run it inside a git repository; \"--published\" lists publications instead"
        ),
        (
            "check HEAD:app.json",
            "revisions are those of a git repository: run it inside the repository of the file; GIT_DIR names one without a "
                + "working tree"
        ),
        (
            "resolve --version 1 HEAD:app.json",
            "revisions are those of a git repository: run it inside the repository of the file; GIT_DIR names one without a "
                + "working tree"
        ),
    ])
    func `the help names the missing repository`(_ line: String, _ help: String) throws {
        let scratch = try Scratch()
        try scratch.write("{}", to: "app.json")
        let run = try scratch.shell("export GIT_CEILING_DIRECTORIES=/; flagctl \(line)")
        expectEqual(run.status, 2)
        expect(run.error.contains("this directory is not in a git repository"), "\(run.error)")
        expect(run.error.contains("= help: \(help)\n"), "\(run.error)")
    }
}
