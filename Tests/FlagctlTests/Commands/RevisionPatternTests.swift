import TestSupport
import Testing

@testable import flagctl

/// `REV:GLOB`, and what git says about a repository of somebody else.
@Suite(.blocking)
struct RevisionPatternTests {
    @Test func `a pattern after a revision stands for the files of that revision`() throws {
        let scratch = try Scratch()
        for name in ["a.json", "deep/b.json", "deep/er/c.json", "deep/odd[1].json"] {
            try scratch.write(#"{"a": 1}"#, to: name)
        }
        try scratch.makeRepository()
        _ = try scratch.shell("rm -r deep")
        func names(_ line: String) throws -> String {
            try scratch.shell("flagctl resolve --version 1 --format ndjson \(line) | sed 's/.*\"file\":\"//; s/\".*//'")
                .output
        }
        try expectEqual(names("'HEAD:deep/*.json'"), "HEAD:deep/b.json\nHEAD:deep/odd[1].json\n")
        try expectEqual(names("'HEAD:**/*.json'").split(separator: "\n").count, 4)
        try expectEqual(names("'HEAD:deep/odd[1].json'"), "HEAD:deep/odd[1].json\n")
        try expectEqual(names("--exclude deep/er 'HEAD:deep/**/*.json'"), "HEAD:deep/b.json\nHEAD:deep/odd[1].json\n")
        let none = try scratch.shell("flagctl check 'HEAD:none/*.json'")
        expect(none.status == 2 && none.error.hasPrefix("HEAD:none/*.json: error: pattern matches no file\n"))
        let revision = try scratch.shell("flagctl check 'nowhere:*.json'")
        expect(revision.status == 2 && revision.error.contains("git has no revision \"nowhere\""))
        try scratch.write("", to: "sub/file")
        let below = try scratch.shell("cd sub && flagctl resolve --version 1 'HEAD:../*.json' 'HEAD:./*.json'")
        expect(below.output.contains("a  1") && below.error.contains("HEAD:./*.json: error: pattern matches no file"))
    }

    @Test func `a repository of another user gets git's own advice`() throws {
        let scratch = try Scratch()
        try scratch.write(#"{"a": 1}"#, to: "a.json")
        try scratch.makeRepository()
        // Only the superuser can give files to somebody else.
        let run = try scratch.shell(
            """
            [ "$(id -u)" = 0 ] || exit 42
            chown -R 65534 . && GIT_CONFIG_GLOBAL=/dev/null flagctl resolve --version 1 HEAD:a.json
            """)
        guard run.status != 42 else { return }
        expectEqual(run.status, 2)
        expect(run.error.contains("git says: detected dubious ownership in repository at"))
        expect(run.error.contains("= help: if you trust the repository: git config --global --add safe.directory /"))
    }

    @Test func `a path with a detour has the name of the file`() throws {
        let scratch = try Scratch()
        try scratch.write("{", to: "config/app.json")
        let run = try scratch.shell("mkdir exp && flagctl check exp/../config/app.json exp/../config config/app.json")
        expect(run.output.hasPrefix("config/app.json:1:2: error"))
        expect(run.error.contains("in 1 file"))
    }
}
