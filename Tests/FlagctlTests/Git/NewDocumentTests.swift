import TestSupport
import Testing

@testable import flagctl

/// A document that the revision lacks: new, or renamed, which no gate decides.
@Suite(.blocking)
struct NewDocumentTests {
    private let scratch: Scratch

    private static func document(_ value: Int) -> String {
        #"{"s": {"defaultValue": \#(value)}, "other": {"defaultValue": 1}}"#
    }

    init() throws {
        scratch = try Scratch()
        try scratch.write(Self.document(1), to: "settings/old.json")
        try scratch.write(#"{"x": 1}"#, to: "settings/unlike.json")
        try scratch.write(Self.document(1), to: "kept.json")
        try scratch.write("ignored.json\n", to: ".gitignore")
        try scratch.makeRepository()
        _ = try scratch.shell(
            "git mv settings/old.json settings/new.json; git mv settings/unlike.json settings/gone.json")
        try scratch.write(Self.document(2), to: "settings/new.json")
    }

    private static let gates: [[String]] = [
        ["diff", "--against", "HEAD", "--frozen", "<2.0.0"], ["diff", "--against", "HEAD", "--max-share", "10"],
        ["diff", "--against", "HEAD", "--allow", "s"], ["check", "--against", "HEAD"],
        ["release", "2.0.0", "--previous", "1.0.0", "--against", "HEAD"],
    ]

    @Test(arguments: gates)
    func `a gate names the document that a new one may have been`(_ words: [String]) throws {
        let run = try scratch.flagctl(words + ["settings/new.json"])
        expectEqual(run.status, 2, "\(run)")
        expect(
            run.error.contains(
                """
                settings/new.json: error: is not there at HEAD, and has settings of "settings/old.json", which is gone
                   = help: if it is renamed, compare it with --against HEAD:settings/old.json; if it is new, say so with --new FILE

                """), "\(run.error)")
    }

    @Test(arguments: gates)
    func `a gate compares or passes what the command line has stated`(_ words: [String]) throws {
        let new = try scratch.flagctl(words + ["--new", "./settings/new.json", "settings/new.json"])
        // Without --frozen, a new setting counts as a change.
        let isCounted = words.contains("--max-share") || words.contains("--allow")
        expect(new.status == (isCounted ? 1 : 0) && !new.error.contains("error:"), "\(new)")
    }

    @Test(arguments: ["settings", ".", "settings/*.json"])
    func `a directory and a pattern do not hide the rename`(_ operand: String) throws {
        let run = try scratch.flagctl("diff", "--against", "HEAD", "--frozen", "<2.0.0", operand)
        expectEqual(run.status, 2, "\(run)")
        expect(run.error.contains("has settings of \"settings/old.json\""), "\(run.error)")
    }

    @Test func `the inputs of the project are no exception`() throws {
        try scratch.write(#"{"inputs": ["settings/new.json"]}"#, to: "flagctl.json")
        let run = try scratch.flagctl("diff", "--against", "HEAD", "--frozen", "<2.0.0")
        expect(run.status == 2 && run.error.contains("has settings of \"settings/old.json\""), "\(run)")
    }

    @Test func `REV:OLD compares with a file of another name`() throws {
        let run = try scratch.flagctl(
            "diff", "--against", "HEAD:settings/old.json", "--frozen", "<2.0.0", "settings/new.json")
        expect(run.status == 1 && run.output.contains("1 → 2"), "\(run)")
        expect(run.output.hasPrefix("settings/new.json (renamed from HEAD:settings/old.json):\ns\n"), "\(run)")
        let release = try scratch.flagctl(
            "release", "2.0.0", "--previous", "1.0.0", "--against", "HEAD:settings/old.json", "settings/new.json")
        expect(release.status == 1 && release.output.contains("1 → 2"), "\(release)")
        let several = try scratch.flagctl(
            "diff", "--against", "HEAD:settings/old.json", "settings/new.json", "kept.json")
        expect(several.status == 2 && several.error.contains("one document, but 2 are compared with it"), "\(several)")
    }

    @Test func `without a gate, the candidate is a note`() throws {
        let run = try scratch.flagctl("diff", "--against", "HEAD", "settings/new.json")
        expect(run.status == 1 && run.output.hasPrefix("settings/new.json (new document):\n"), "\(run)")
        expect(run.error.contains("note: is not there at HEAD, and has settings of \"settings/old.json\""), "\(run)")
    }

    @Test func `a link in the place of the old document is no document`() throws {
        _ = try scratch.shell("ln -s new.json settings/old.json")
        let run = try scratch.flagctl("diff", "--against", "HEAD", "--frozen", "<2.0.0", "settings/new.json")
        expect(run.status == 2 && run.error.contains("has settings of \"settings/old.json\""), "\(run)")
    }

    @Test func `a file outside of a sparse checkout is not gone`() throws {
        let made = try scratch.shell(
            """
            git checkout -qf HEAD && git sparse-checkout set --no-cone '/kept.json' '/.gitignore' && test ! -e settings
            """)
        try #require(made.status == 0, "\(made)")
        try scratch.write(Self.document(2), to: "fresh.json")
        let run = try scratch.flagctl("diff", "--against", "HEAD", "--frozen", "<2.0.0", "fresh.json")
        expectEqual(run.status, 0, "\(run)")
    }

    @Test(
        arguments: [
            (["--new", "kept.json"], "kept.json: error: --new says that this file is new, but HEAD has it"),
            (
                ["--new", "nothing.json"],
                "nothing.json: error: --new says that this file is new, but it is not among the compared documents"
            ),
        ])
    func `a statement that is not true is an error`(_ words: [String], _ message: String) throws {
        let run = try scratch.flagctl(["diff", "--against", "HEAD"] + words + ["kept.json"])
        expect(run.status == 2 && run.error.contains(message), "\(run)")
    }

    @Test(arguments: ["diff a.json b.json --new a.json", "check --new kept.json kept.json"])
    func `a document can be new only since a revision`(_ line: String) throws {
        let run = try scratch.shell("flagctl \(line)")
        expect(run.status == 2 && run.error.contains("there is no revision to compare with"), "\(run)")
    }

    @Test(
        arguments: [
            ("text", "fresh.json (new document):"),
            ("json", #""new":"fresh.json","fileChange":"new","#),
            ("ndjson", #""new":"fresh.json","fileChange":"new","#),
            ("markdown", "### fresh.json (new document)"),
            ("github", "::notice title=changed-value::fresh.json: the document is new: there is no HEAD:fresh.json"),
            ("junit", "the document is new: there is no HEAD:fresh.json to compare it with"),
            ("sarif", "the document is new: there is no HEAD:fresh.json to compare it with"),
        ])
    func `a document that resembles nothing is new, in every format of diff`(_ format: String, _ text: String) throws {
        try scratch.write(#"{"unheard": 1}"#, to: "fresh.json")
        let run = try scratch.flagctl(
            "diff", "--against", "HEAD", "--frozen", "<2.0.0", "--format", format, "fresh.json")
        expect(run.status == 0 && run.output.contains(text), "\(run)")
        expectEqual(run.error, "fresh.json: note: is not there at HEAD: all of its settings are new\n")
    }

    @Test(arguments: ["text", "markdown", "html", "json", "junit", "github"])
    func `and in every format of release`(_ format: String) throws {
        try scratch.write(#"{"unheard": 1}"#, to: "fresh.json")
        let run = try scratch.flagctl(
            "release", "2.0.0", "--previous", "1.0.0", "--against", "HEAD", "--format", format, "fresh.json")
        let text = format == "json" ? #""fileChange":"new""# : "the document is new: there is no HEAD:fresh.json"
        expect(run.status == 0 && run.output.contains(text), "\(run)")
    }

    @Test(arguments: ["json", "junit"])
    func `and check says that it compared nothing`(_ format: String) throws {
        try scratch.write(#"{"unheard": 1}"#, to: "fresh.json")
        let run = try scratch.flagctl("check", "--against", "HEAD", "--format", format, "fresh.json")
        let text = format == "json" ? #""newSince":"HEAD""# : "<skipped message=\"the file is not there at HEAD\"/>"
        expect(run.status == 0 && run.output.contains(text), "\(run)")
    }

    @Test(arguments: gates)
    func `a file that git ignores is never new`(_ words: [String]) throws {
        try scratch.write(#"{"unheard": 1}"#, to: "ignored.json")
        let run = try scratch.flagctl(words.map { $0 == "s" ? "unheard" : $0 } + ["ignored.json"])
        expect(
            run.status == 2 && run.error.contains("ignored.json: error: git ignores this file, so no revision has it"),
            "\(run)")
    }

    @Test(arguments: gates)
    func `a submodule, another repository and a file outside are named`(_ words: [String]) throws {
        let words = words.map { $0 == "s" ? "x" : $0 }
        let made = try scratch.shell(
            """
            git init -q inner && cd inner && echo '{"x": 1}' > app.json && git add . \
                && git -c user.name=t -c user.email=t@example.com commit -qm one
            cd .. && git add inner 2>/dev/null && git -c user.name=t -c user.email=t@example.com commit -qm sub
            """)
        try #require(made.status == 0, "\(made)")
        let inner = try scratch.flagctl(words + ["inner/app.json"])
        expect(
            inner.status == 2
                && inner.error.contains("inner/app.json: error: is in another git repository, that of \"inner\""),
            "\(inner)")
        let named = try scratch.flagctl("resolve", "--version", "1", "HEAD:inner/app.json")
        expect(named.status == 2 && named.error.contains("is in the submodule \"inner\""), "\(named)")
        let elsewhere = try Scratch()
        try elsewhere.write(#"{"x": 1}"#, to: "app.json")
        let outside = try scratch.flagctl(words + ["\(elsewhere.path)/app.json"])
        expect(
            outside.status == 2 && outside.error.contains("is not in the git repository of this directory"),
            "\(outside)")
    }
}
