import TestSupport
import Testing

@testable import flagctl

/// What `diff --against` says of documents that come and go.
@Suite(.blocking)
struct RevisionDiffTests {
    private static let small = """
        {
          "limit": {
            "defaultValue": 1,
            "valuesByVersion": [
              { "appVersion": ">=2.0.0", "value": 2 },
              { "appVersion": ">=3.0.0 || <1.0.0", "value": 1 }
            ]
          }
        }
        """

    private func scratch() throws -> Scratch {
        let scratch = try Scratch()
        try scratch.write("{\"a\": 1}", to: "Configs/app.json")
        try scratch.write(Self.small, to: "Configs/sub/gone.json")
        try scratch.write("{}", to: "Configs/sub/gone.schema.json")
        try scratch.makeRepository()
        return scratch
    }

    @Test func `a document that is deleted has lost every setting, for exactly its versions`() throws {
        let scratch = try scratch()
        _ = try scratch.shell("rm -r Configs/sub")
        let expected = Run(
            output: """
                Configs/sub/gone.json (deleted):
                limit (removed)
                  <1.0.0           1 → (absent)   HEAD:Configs/sub/gone.json:6 is gone with its setting
                  >=1.0.0 <2.0.0   1 → (absent)   HEAD:Configs/sub/gone.json:3 is gone with its setting
                  >=2.0.0          2 → (absent)   HEAD:Configs/sub/gone.json:5 is gone with its setting
                every setting changed

                1 file unchanged

                """, error: "Configs/sub/gone.json: note: is deleted since HEAD: all of its settings are removed\n",
            status: 1)
        try expectEqual(scratch.flagctl("diff", "--against", "HEAD", "Configs"), expected)
    }

    @Test(arguments: ["Configs/sub/gone.json", "Configs/sub", "Configs/**/g*.json", "Configs/s?b/*.json"])
    func `what is deleted is found by its name, its folder and a pattern`(_ operand: String) throws {
        let scratch = try scratch()
        _ = try scratch.shell("rm -r Configs/sub")
        let run = try scratch.flagctl("diff", "--against", "HEAD", operand)
        expect(run.output.hasPrefix("Configs/sub/gone.json (deleted):\nlimit (removed)\n"), "\(run.output)")
        // A pattern includes everything that it matches, a directory only documents.
        let names = ["gone.json"] + (operand.contains("*") ? ["gone.schema.json"] : [])
        let notes = names.map { "Configs/sub/\($0): note: is deleted since HEAD: all of its settings are removed\n" }
        expectEqual(run.error, notes.joined())
        expectEqual(run.status, 1)
    }

    @Test func `a document that is new has only new settings, each with the entry responsible`() throws {
        let scratch = try scratch()
        try scratch.write(Self.small, to: "Configs/new.json")
        try expectEqual(
            scratch.flagctl("diff", "--against", "HEAD", "Configs/new.json"),
            Run(
                output: """
                    Configs/new.json (new document):
                    limit (added)
                      <1.0.0           (absent) → 1   Configs/new.json:6 is new with its setting
                      >=1.0.0 <2.0.0   (absent) → 1   Configs/new.json:3 is new with its setting
                      >=2.0.0          (absent) → 2   Configs/new.json:5 is new with its setting
                    every setting changed

                    """, error: "Configs/new.json: note: is not there at HEAD: all of its settings are new\n",
                status: 1))
    }

    @Test func `from a folder of the repository the paths are those of that folder`() throws {
        let scratch = try scratch()
        let run = try scratch.shell(
            "rm Configs/sub/gone.json; cd Configs && flagctl diff --against HEAD . ../Configs/app.json")
        expect(run.output.contains("sub/gone.json (deleted):\nlimit (removed)\n"), "\(run.output)")
        expectEqual(run.error, "sub/gone.json: note: is deleted since HEAD: all of its settings are removed\n")
    }

    @Test func `a link at the revision is a document, and a schema is none`() throws {
        let scratch = try scratch()
        _ = try scratch.shell("ln -s app.json Configs/link.json")
        try scratch.commit()
        _ = try scratch.shell("rm Configs/link.json Configs/sub/gone.schema.json")
        let run = try scratch.flagctl("diff", "--against", "HEAD", "Configs")
        expectEqual(run.error, "Configs/link.json: note: is deleted since HEAD: all of its settings are removed\n")
        expectEqual(run.status, 1)
    }

    @Test func `a file that neither side has is an error`() throws {
        let scratch = try scratch()
        try expectEqual(
            scratch.flagctl("diff", "--against", "HEAD", "Configs/ap.json"),
            Run(
                output: "",
                error: """
                    Configs/ap.json: error: no such file or directory
                       = help: did you mean "Configs/app.json"?

                    """, status: 2))
    }

    @Test func `a file that is not at the revision is an error when it is named there`() throws {
        let scratch = try scratch()
        try scratch.write("{}", to: "new.json")
        try expectEqual(
            scratch.flagctl("diff", "HEAD:new.json", "new.json"),
            Run(
                output: "",
                error: """
                    HEAD:new.json: error: the file exists, but not at HEAD
                       = help: the file is new since that revision; there is nothing to compare it with

                    """, status: 2))
    }

    @Test func `a revision that is not there is said once, and in a shallow clone why`() throws {
        let scratch = try scratch()
        try scratch.write("{\"a\": 2}", to: "Configs/app.json")
        try scratch.commit()
        let unknown = try scratch.flagctl("diff", "--against", "nope", "Configs/app.json", "Configs/sub")
        expectEqual(
            unknown,
            Run(
                output: "",
                error: """
                    nope: error: git has no revision "nope"
                       = help: fetch it first: git fetch origin; "git branch --all" lists the branches

                    """, status: 2))
        let shallow = try scratch.shell(
            "git clone -q --depth 1 \"file://$PWD\" clone && cd clone && flagctl diff --against HEAD~1 Configs")
        expectEqual(
            shallow,
            Run(
                output: "",
                error: """
                    HEAD~1: error: this is a shallow clone, which lacks "HEAD~1"
                       = help: get the older revisions with git fetch --unshallow; on GitHub Actions, give \
                    actions/checkout fetch-depth: 0

                    """, status: 2))
        let shown = try scratch.shell("cd clone && flagctl resolve --version 1 HEAD~1:Configs/app.json")
        expect(shown.error.hasPrefix("HEAD~1:Configs/app.json: error: this is a shallow clone"))
        expectEqual(shown.status, 2)
    }

    @Test func `outside of a repository, the error says so`() throws {
        let scratch = try Scratch()
        try scratch.write("{}", to: "a.json")
        let run = try scratch.shell("GIT_CEILING_DIRECTORIES=/ flagctl diff --against HEAD a.json")
        expect(run.error.contains("this directory is not in a git repository"), "\(run.error)")
        expect(
            run.error.contains(
                "help: revisions are those of a git repository: run it inside the repository of the file"))
        expectEqual(run.status, 2)
    }

    @Test(
        arguments: [
            ("a/*.json", "a/b.json", true), ("a/*.json", "a/b/c.json", false), ("a/**/c.json", "a/c.json", true),
            ("a/**/c.json", "a/x/y/c.json", true), ("a/**", "a/x/y", true), ("**/c.json", "c.json", true),
            ("a/**/c.json", "a/.x/c.json", false), ("/a/*", "a/b", false), ("./a/?", "a/b", true), ("a*", "a/b", false),
        ] as [(String, String, Bool)])
    func `a pattern matches paths that are not there as it would match files`(
        _ pattern: String, _ path: String, _ expected: Bool
    ) {
        expectEqual(GlobPattern(pattern).matches(path: path), expected)
    }

    /// A change that is not seen would let a frozen value change.
    @Test(arguments: [
        "app.json", "./app.json", "../Configs/app.json", "../../$(basename \"$(dirname \"$PWD\")\")/Configs/app.json",
        "..",
        "\"$PWD/app.json\"", "../Configs/sub/../app.json",
    ])
    func `a document is found at the revision under every spelling of its path`(_ path: String) throws {
        let scratch = try scratch()
        try scratch.write("{\"a\": 2}", to: "Configs/app.json")
        let run = try scratch.shell(
            "cd Configs && flagctl diff --against HEAD --frozen '<2.0.0' \(path)")
        expect(run.status == 1 && run.output.contains("1 → 2"), "\(run)")
    }

    /// Nothing would be compared: the revision has no such path.
    @Test(arguments: ["link/app.json", "link", "alias.json"])
    func `a link that the revision does not have is no way around a comparison`(_ path: String) throws {
        let scratch = try scratch()
        try scratch.write("{\"a\": 2}", to: "Configs/app.json")
        _ = try scratch.shell("ln -s Configs link; ln -s Configs/app.json alias.json")
        let run = try scratch.flagctl("diff", "--against", "HEAD", "--frozen", "<2.0.0", path)
        expectEqual(run.status, 2, "\(run)")
        expect(run.error.contains("which does not have the symbolic link \"\(path == "alias.json" ? path : "link")\""))
        try expectEqual(scratch.flagctl("diff", "--against", "HEAD", path).status, 1)
    }

    @Test func `the inputs of the project are compared with the revision`() throws {
        let scratch = try scratch()
        try scratch.write("{\"a\": 2}", to: "Configs/app.json")
        try scratch.write("{\"inputs\": [\"Configs/app.json\"]}", to: "flagctl.json")
        let run = try scratch.flagctl("diff", "--against", "HEAD")
        expect(run.status == 1 && run.output.contains("1 → 2"), "\(run)")
        let without = try scratch.flagctl("diff")
        expect(without.status == 2 && without.error.contains("no FILE given"), "\(without)")
    }
}
