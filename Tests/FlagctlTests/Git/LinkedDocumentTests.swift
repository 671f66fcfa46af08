import TestSupport
import Testing

@testable import flagctl

/// At a revision, a path means what git has there: links are those of the revision, not those of the working tree.
@Suite(.blocking)
struct LinkedDocumentTests {
    private let scratch: Scratch

    private static func document(_ value: Int) -> String {
        #"{"s": {"defaultValue": \#(value), "valuesByVersion": [{"appVersion": ">=2.0.0", "value": 9}]}}"#
    }

    /// A link, a link to it, and a linked folder, all of which are then pointed at another document.
    init() throws {
        scratch = try Scratch()
        for (name, value) in [("one", 1), ("two", 2)] {
            try scratch.write(Self.document(value), to: "\(name).json")
            try scratch.write(Self.document(value), to: "\(name)/app.json")
        }
        _ = try scratch.shell(
            """
            ln -s one.json app.json; ln -s ../app.json one/hop.json; ln -s one folder
            ln -s /etc/hostname outside.json; ln -s ../../x.json above.json; ln -s nothing.json dangling.json
            ln -s loop.json loop.json
            """)
        try scratch.makeRepository()
        _ = try scratch.shell("ln -sfn two.json app.json; ln -sfn two folder")
    }

    @Test(arguments: ["app.json", "one/hop.json", "folder/app.json", "folder", "./folder/../app.json", "*pp.json"])
    func `a document behind a link is compared with what the link meant at the revision`(_ path: String) throws {
        let run = try scratch.flagctl("diff", "--against", "HEAD", "--frozen", "<2", path)
        expect(run.status == 1 && run.output.contains("  <2.0.0   1 → 2   "), "\(run)")
        let release = try scratch.flagctl("release", "2.0.0", "--previous", "1.0.0", "--against", "HEAD", path)
        expect(release.status == 1 && release.output.contains("2.0.0 is not ready: shipped"), "\(release)")
    }

    @Test func `a link and its target are two documents, each with its own past`() throws {
        try scratch.write(Self.document(3), to: "two.json")
        let run = try scratch.flagctl("diff", "--against", "HEAD", "app.json", "two.json", "app.json")
        expect(
            run.output.contains("app.json:\ns\n  <2.0.0   1 → 3")
                && run.output.contains("two.json:\ns\n  <2.0.0   2 → 3"))
        expectEqual(run.output.count { $0 == "→" }, 2, "\(run)")
    }

    @Test(arguments: ["app.json", "one/hop.json", "folder/app.json", "./folder/app.json"])
    func `REV:PATH follows the links of the revision`(_ path: String) throws {
        let run = try scratch.flagctl("resolve", "--version", "1", "HEAD:\(path)")
        expectEqual(run, Run(output: "s  1\n", error: "", status: 0))
        let pattern = try scratch.flagctl("resolve", "--version", "1", "HEAD:a*p.json")
        expectEqual(pattern.output, "s  1\n", "\(pattern)")
    }

    @Test func `check compares the rollouts of what the link meant`() throws {
        let rollout = { (percent: Int) in
            #"{"s": {"defaultValue": 1, "valuesByVersion": [{"rollout": {"percent": \#(percent), "salt": "x"}, "value": 2}]}}"#
        }
        let scratch = try Scratch()
        try scratch.write(rollout(50), to: "one.json")
        try scratch.write(rollout(20), to: "two.json")
        _ = try scratch.shell("ln -s one.json app.json")
        try scratch.makeRepository()
        _ = try scratch.shell("ln -sfn two.json app.json")
        let run = try scratch.flagctl("check", "--against", "HEAD", "app.json", "two.json")
        expect(run.output.contains("app.json:1:") && run.output.contains("[shrunk-rollout]"), "\(run)")
        expect(!run.output.contains("two.json:1:"), "\(run)")
    }

    @Test(
        arguments: [
            ("outside.json", "is a symbolic link at that revision, to \"/etc/hostname\" outside the repository"),
            ("above.json", "is a symbolic link at that revision, to \"../../x.json\" outside the repository"),
            ("dangling.json", "is a symbolic link at that revision, to a file that the revision does not have"),
            ("loop.json", "is a symbolic link at that revision that leads back to itself"),
        ])
    func `a link that leads to no document of the revision is an error`(_ path: String, _ message: String) throws {
        _ = try scratch.shell("rm -f \(path)")
        try scratch.write(Self.document(1), to: path)
        for words in [
            ["diff", "--against", "HEAD", "--frozen", "<2", path], ["check", "--against", "HEAD", path],
            ["release", "2.0.0", "--previous", "1.0.0", "--against", "HEAD", path],
            ["resolve", "--version", "1", "HEAD:\(path)"], ["diff", "HEAD:\(path)", path],
        ] {
            let run = try scratch.flagctl(words)
            expect(run.status == 2 && run.error.contains("HEAD:\(path): error: \(message)\n"), "\(words): \(run)")
        }
    }

    @Test(arguments: ["app.json", "one/hop.json", "folder/app.json"])
    func `log lists what changed the document behind a link`(_ path: String) throws {
        try scratch.commit()
        try scratch.write(Self.document(7), to: "one.json")
        try scratch.write(Self.document(7), to: "one/app.json")
        try scratch.commit()
        try scratch.write(Self.document(4), to: "two.json")
        try scratch.write(Self.document(4), to: "two/app.json")
        try scratch.commit()
        let run = try scratch.flagctl("log", path)
        expectEqual(run.output.matches(of: #/ → (\d)/#).map(\.1), ["4", "2", "1", "9"], "\(run)")
        expect(run.error == "3 revisions changed values\n" && run.status == 0)
        let old = try scratch.flagctl("log", "HEAD~2:\(path)")
        expectEqual(old.error, "2 revisions changed values\n", "\(old)")
    }

    @Test func `log goes on where a directory has replaced a link`() throws {
        _ = try scratch.shell("rm folder; mkdir folder")
        try scratch.write(Self.document(5), to: "folder/app.json")
        try scratch.commit()
        let run = try scratch.flagctl("log", "folder/app.json")
        expect(run.output.contains("1 → 5") && run.error == "2 revisions changed values\n", "\(run)")
    }

    @Test func `a directory that is a link is named, because it is not searched`() throws {
        _ = try scratch.shell("mkdir docs; ln -s ../one docs/more; cp one.json docs/a.json")
        for operand in ["docs", "docs/**/*.json"] {
            let run = try scratch.flagctl("check", operand)
            expect(run.error.contains("docs/more: note: skipped: this is a link to a directory"), "\(run)")
        }
    }
}
