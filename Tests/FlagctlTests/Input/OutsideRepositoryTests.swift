import TestSupport
import Testing

@testable import flagctl

/// What needs a git repository says so, and what to do, in a folder without one.
@Suite(.blocking)
struct OutsideRepositoryTests {
    @Test(arguments: [
        (
            "log app.json",
            "the history is that of a git repository: run it inside one; \"--published\" lists publications instead"
        ),
        ("check HEAD:app.json", "REV:PATH is a file at a git revision: run it inside the repository"),
        ("resolve --version 1 HEAD:app.json", "REV:PATH is a file at a git revision: run it inside the repository"),
    ])
    func `the help names the missing repository`(_ line: String, _ help: String) throws {
        let scratch = try Scratch()
        try scratch.write("{}", to: "app.json")
        let run = try scratch.shell("export GIT_CEILING_DIRECTORIES=/; flagctl \(line)")
        #expect(run.status == 2)
        #expect(run.error.contains("not a git repository"), "\(run.error)")
        #expect(run.error.contains("= help: \(help)\n"), "\(run.error)")
    }
}
