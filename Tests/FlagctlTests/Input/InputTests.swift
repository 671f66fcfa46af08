import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct InputTests {
    @Test(arguments: ["resolve --version 1.4.2", "matrix", "diff app.json", "check --format text"])
    func `problems are reported in the order of files, lines and columns, patches after the document`(
        _ line: String
    ) throws {
        let scratch = try Scratch()
        try scratch.copyExample()
        try scratch.write(
            #"{"payments": {"defaultValue": "x"}, "checkout": {"valuesByVersion": [{"appVersion": "1", "value": 7}]}}"#,
            to: "patch.json")
        let words = line.split(separator: " ").map(String.init)
        let run = try Run(words + ["--patch", "patch.json", "app.json"], in: scratch.path)
        let locations = (run.error + run.output).split(separator: "\n").filter { $0.hasSuffix(" [type-mismatch]") }
            .map { $0.prefix { $0 != " " } }
        expectEqual(locations, ["app.json:15:50:", "app.json:16:43:", "patch.json:1:99:"], "\(run.error)")
    }

    @Test(
        arguments: [
            ("sarif", "sarif=PATH"), ("sarif=", "sarif=PATH"), ("srif=", "json=PATH"), ("out.txt", "json=out.txt"),
            ("=", "json=PATH"),
        ] as [(String, String)])
    func `an incomplete --report is an error that says what is missing`(_ value: String, _ help: String) throws {
        let run = try Run(["check", "--report=\(value)", "Configs/app.json"])
        expect(run.status == 2 && run.output.isEmpty)
        expect(run.error.hasSuffix("   = help: write --report \(help)\n"), "\(run.error)")
    }

    @Test(
        arguments: [
            (
                "", #""": error: the name is empty; expected a file or directory"#,
                #"in a script, check the variable that it comes from; standard input is "-""#
            ),
            (
                ":a.json", ":a.json: error: no such file or directory",
                #"REV:PATH needs a revision before the colon: "HEAD:a.json""#
            ),
            (
                "HEAD:", "HEAD:: error: no such file or directory",
                #"REV:PATH needs the path of a file after the colon: "HEAD:Configs/app.json""#
            ),
        ])
    func `an operand that names nothing is an error that says what is missing`(
        _ operand: String, _ message: String, _ help: String
    ) throws {
        for words in [["check"], ["resolve", "--version", "1"], ["diff", "Configs/app.json"]] {
            let run = try Run(words + [operand])
            expect(run.output.isEmpty && run.status == 2)
            expect(run.error.hasPrefix("\(message)\n   = help: \(help)\n"), "\(run.error)")
        }
        let patched = try Run(["matrix", "--patch", operand, "Configs/app.json"])
        expect(patched.error.hasPrefix(message) && patched.status == 2, "\(patched.error)")
    }

    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    /// The names of what was found below the test's folder, failures by their message.
    private func found(_ operands: String...) -> [String] {
        let prefix = scratch.path + "/"
        let sources = InputSources(
            operands.map { $0 == "-" || $0.contains(":") ? $0 : prefix + $0 }, standardInputName: "<stdin>")
        return sources.found.map { result in
            switch result {
            case .source(let source):
                source.name.hasPrefix(prefix) ? String(source.name.dropFirst(prefix.count)) : source.name
            case .failure(let error): "! " + error.message
            }
        }
    }

    @Test func `a folder stands for the documents below it, in natural order`() throws {
        for name in ["b.json", "a/z.json", "a.json", "a-b.json", "c.schema.json", "d.txt", "B.json", ".e/f.json"] {
            try scratch.write("{}", to: name)
        }
        expectEqual(found(""), ["B.json", "a-b.json", "a.json", "a/z.json", "b.json"])
    }

    @Test func `a folder without documents is an error`() throws {
        try scratch.write("{}", to: "only/x.schema.json")
        expectEqual(found("only"), ["! directory contains no JSON document"])
    }

    @Test func `a file named twice is given once, however it is named`() throws {
        try scratch.write("{}", to: "a/b.json")
        _ = try scratch.shell("ln -s a/b.json link.json")
        expectEqual(found("a/b.json", "a/../a/b.json", "a", "link.json", "a/*.json"), ["a/b.json"])
        expectEqual(found("-", "-", "HEAD:x", "HEAD:x"), ["<stdin>", "HEAD:x"])
    }

    @Test func `an existing file of the very name wins over every other reading`() throws {
        try scratch.write("{}", to: "[a].json")
        try scratch.write("{}", to: "main:b.json")
        expectEqual(found("[a].json"), ["[a].json"])
        let path = scratch.path + "/main:b.json"
        expectEqual(InputSources([path], standardInputName: "").found, [.source(.file(path))])
    }

    @Test func `an unmatched pattern and a missing file are errors, the others still count`() throws {
        try scratch.write("{}", to: "app.json")
        expectEqual(found("*.yaml", "app.json"), ["! pattern matches no file", "app.json"])
        expectEqual(
            found("ap.json", "app.json/x", "app.json"),
            [
                "! no such file or directory", "! cannot be read: not a directory", "app.json",
            ])
        let error = InputError.missing(path: "ap.json", suggestion: "app.json")
        expectEqual(error.help, "did you mean \"app.json\"?")
        expectEqual(
            InputSources([scratch.path + "/ap.json"], standardInputName: "").found,
            [.failure(.missing(path: scratch.path + "/ap.json", suggestion: scratch.path + "/app.json"))])
    }

    @Test func `below a directory, hidden files and directories are passed over, but not one that is named`() throws {
        for name in ["a.json", ".b.json", ".build/c.json", "sub/.git/d.json", "sub/e.json", ".hidden/f.json"] {
            try scratch.write("{ \"setting\": 1 }", to: name)
        }
        try expectEqual(
            scratch.flagctl("resolve", "--version", "1", "--format", "csv", "."),
            Run(
                output: "file,version,name,value\na.json,1.0.0,setting,1\nsub/e.json,1.0.0,setting,1\n", error: "",
                status: 0))
        try expectEqual(
            scratch.flagctl("resolve", "--version", "1", "--format", "csv", ".hidden", ".b.json"),
            Run(
                output: "file,version,name,value\n.hidden/f.json,1.0.0,setting,1\n.b.json,1.0.0,setting,1\n",
                error: "", status: 0))
    }

    @Test func `a document named by a link that leads nowhere is an error, not left out`() throws {
        try scratch.write("{}", to: "app.json")
        _ = try scratch.shell("ln -s nowhere broken.json; ln -s loop.json loop.json")
        expectEqual(found("").count, 3)
        expectEqual(found("").last, "! cannot be read: too many levels of symbolic links")
    }

    @Test(
        arguments: [
            ("HEAD:app.json", "HEAD", "app.json"), ("origin/main:a/b:c.json", "origin/main", "a/b:c.json"),
            ("HEAD~2:./x", "HEAD~2", "./x"), ("HEAD:\u{301}.json", "HEAD", "\u{301}.json"),
        ] as [(String, String, String)])
    func `a revision ends at the first colon`(_ text: String, _ revision: String, _ path: String) {
        let parsed = RevisionPath.parse(text)
        expectEqual(parsed?.revision, revision)
        expectEqual(parsed?.path, path)
    }

    @Test(arguments: ["app.json", ":app.json", "HEAD:", "https://example.com/app.json", "https://\u{485}"])
    func `other text is no revision`(_ text: String) {
        expectNil(RevisionPath.parse(text))
    }

    @Test func `a file is read to its end whatever its size, up to a limit`() throws {
        for size in [0, 1, 65535, 65536, 65537, 3_000_000] {
            let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            try scratch.write(bytes: bytes, to: "file")
            try expectEqual(FileSystem.read(scratch.path + "/file", atMost: .max), bytes)
            try expectEqual(FileSystem.read(scratch.path + "/file", atMost: 1000), Array(bytes.prefix(1000)))
        }
        try expectEqual(FileSystem.read("/dev/zero", atMost: 100_000).count, 100_000)
        #expect(throws: SystemError.isFolder) { try FileSystem.read(scratch.path, atMost: 10) }
    }

    @Test(.enabled(if: Scratch.canDropPrivileges))
    func `the working directory has a name in messages`() throws {
        try scratch.write("{}", to: "d/a.json")
        for operand in [".", "*.json", "**/*.json"] {
            let run = try scratch.shell(
                Scratch.unprivileged
                    + "chmod 311 d; cd d; unprivileged \"$program\" check \(operand.contains("*") ? "'\(operand)'" : operand)"
            )
            expect(run.error.contains(".: error: cannot be read: permission denied\n"), "\(operand): \(run)")
            expect(run.error.hasSuffix("(incomplete: .)\n"), "\(operand): \(run)")
        }
    }

    @Test func `no document is suggested if none can be read`() throws {
        for name in ["d/a.json", "d/b.json"] { try scratch.write("{", to: name) }
        let run = try scratch.flagctl("explain", "a", "d")
        expect(run.error.hasSuffix("flagctl explain: error: FILE names 2 documents, but one is needed\n"), "\(run)")
    }

    @Test(
        arguments: [
            "resolve --context - -", "check --releases - -", "resolve --version 1 --context - --releases - app.json",
            "stale --floor 1 --code - -", "references --document - -", "prove --policy - -",
        ])
    func `two arguments cannot both be standard input`(_ line: String) throws {
        try scratch.write(#"{"a": 1}"#, to: "app.json")
        let run = try scratch.shell("flagctl \(line) < app.json")
        expect(run.status == 2 && run.output.isEmpty)
        expect(
            run.error.contains(
                """
                error: two arguments are standard input ("-"), which can be read once
                   = help: name a file for all but one of them

                """), "\(run)")
    }

    @Test(
        arguments: [
            ("check --releases - app.json", "<stdin>:1:1: error: "),
            ("check --config - app.json", "<stdin>:1:3: error: "),
            ("prove --policy - app.json", "<stdin>:1:"),
        ])
    func `standard input has one name in messages, whatever it is read for`(_ line: String, _ start: String) throws {
        try scratch.write(#"{"a": 1}"#, to: "app.json")
        let run = try scratch.shell("echo '{ \"nothing\": 1 }' | flagctl \(line)")
        expect(run.status == 2 && run.error.hasPrefix(start), "\(run)")
    }

    @Test func `the value of --config is missing where another option follows`() throws {
        try scratch.write(#"{"a": 1}"#, to: "app.json")
        let run = try scratch.flagctl("check", "--config", "--format", "json", "app.json")
        expect(run.status == 2 && run.error.hasPrefix("flagctl check: error: --config needs a value"), "\(run)")
    }

    @Test func `names that begin with a dot are hidden, even if a combining character follows`() throws {
        try scratch.write(#"{"a": 1}"#, to: "app.json")
        try scratch.write(#"{"a": 2}"#, to: ".\u{301}x.json")
        try expectEqual(scratch.flagctl("resolve", "--version", "1", ".").output, "a  1\n")
    }
}
