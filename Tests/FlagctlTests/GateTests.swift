import TestSupport
import Testing

@testable import flagctl

/// A gate compares what it was given, or exits 2 and says why not. The table is that of `Docs/InputsAndOutputs.md`.
@Suite(.blocking)
struct GateTests {
    private let scratch: Scratch

    private static let document =
        #"{"s": {"defaultValue": 1, "valuesByVersion": [{"appVersion": ">=2.0.0", "value": 9}]}}"#

    init() throws {
        scratch = try Scratch()
        try scratch.write(Self.document, to: "app.json")
        try scratch.write(Self.document, to: "drafts/app.json")
        try scratch.write(
            "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12\n", to: "pointer.json")
        try scratch.write(
            #"{"document": "app.json", "expectations": [{"name": "n", "version": "1", "expect": {"s": 1}}]}"#,
            to: "app.expectations.json")
        try scratch.write("positive: for *: s >= 0\n", to: "app.policies")
        try scratch.write("let key = SettingKey(\"s\", default: 1)\nprint(store[key])\n", to: "code/a.swift")
        try scratch.write("generated.json\n", to: ".gitignore")
        // A setting with more cases than the analysis allows, whose change cannot be seen.
        _ = try scratch.shell("mkdir empty byte; printf '{\"a\": 1}' > \"byte/$(printf 'n\\377').json\"")
        try scratch.write(Self.complex(1), to: "complex.json")
        try scratch.makeRepository()
        try scratch.write(Self.document, to: "generated.json")
        try scratch.write(Self.complex(2), to: "complex.json")
    }

    /// A setting that tests one attribute as a string and as a version, so that it cannot be analysed.
    private static func complex(_ value: Int) -> String {
        """
        {"many": {"defaultValue": 0, "valuesByVersion": [
          {"when": {"os": "17"}, "value": \(value)}, {"when": {"os": {"version": ">=17"}}, "value": 3}
        ]}}
        """
    }

    /// The commands that gate, each with the place of its documents.
    private static let gates = [
        "diff --against HEAD --frozen '<2.0.0' FILE", "check --against HEAD FILE",
        "release 2.0.0 --previous 1.0.0 --against HEAD FILE", "prove --policy app.policies FILE",
        "references --document FILE code", "stale --floor 1.0.0 FILE", "publish --to out.json --yes FILE",
        "resolve --version 1 FILE",
    ]

    private static let inputs = [
        ("'none/*.json'", "pattern matches no file"), ("empty", "directory contains no JSON document"),
        ("--exclude drafts drafts", "every file that it stands for is excluded"),
        ("pointer.json", "found a pointer of Git LFS, expected the document itself"),
        ("byte", "cannot be read: the name is not UTF-8"),
        ("\"byte/$(printf 'n\\377').json\"", "cannot be read: the name is not UTF-8"),
    ]

    @Test(arguments: gates, inputs)
    func `nothing to compare is never a success`(_ gate: String, _ input: (words: String, message: String)) throws {
        let excludes = input.words.hasPrefix("--exclude")
        guard !excludes || !gate.hasPrefix("publish") && !gate.hasPrefix("references") else { return }
        let run = try scratch.shell("flagctl \(gate.replacing("FILE", with: input.words))")
        expectEqual(run.status, 2, "\(run)")
        expect((run.error + run.output).contains(input.message), "\(run)")
    }

    @Test(arguments: gates.filter { $0.contains("--against") })
    func `a file that no revision can have is not compared`(_ gate: String) throws {
        for (path, message) in [
            ("generated.json", "git ignores this file"), ("/dev/null", "is not in the git repository"),
        ] {
            let run = try scratch.shell("flagctl \(gate.replacing("FILE", with: path))")
            expect(run.status == 2 && run.error.contains(message), "\(run)")
        }
    }

    @Test func `a setting that cannot be analysed is not equivalent`() throws {
        for format in ["text", "markdown", "json"] {
            let run = try scratch.flagctl("diff", "--against", "HEAD", "--format", format, "complex.json")
            expectEqual(run.status, 2, "\(run)")
            expect(!run.output.contains("equivalent:") && !run.output.contains("\"isEquivalent\":true"), "\(run)")
            if format == "text" { expect(run.output.contains("1 setting could not be compared"), "\(run)") }
        }
    }

    @Test(
        arguments: [
            ("prove app.json", "no policy is given"),
            ("prove --policy /dev/null app.json", "no policy found"),
            ("test empty", "directory contains no expectation file"),
            ("check --select shadowed-entry --ignore shadowed-entry app.json", "no rule of --select is left"),
            ("check --select value-island --severity value-island=off app.json", "no rule of --select is left"),
            (
                "release 2 --previous 1 --select value-island --ignore value-island app.json",
                "no rule of --select is left"
            ),
            ("references --fail-on warning code", "there is no document to compare the code with"),
            ("references --document app.json empty", "directory contains no Swift file"),
            ("stale --floor 1 --code empty app.json", "directory contains no Swift file"),
            ("release 2 --previous 1 --releases /dev/null app.json", "no release is listed"),
            ("diff --frozen '>2 <1' app.json app.json", "it contains no version"),
            ("diff --allow nothing app.json app.json", "has a setting \"nothing\""),
        ])
    func `a gate without a question is an error`(_ line: String, _ message: String) throws {
        let run = try scratch.shell("flagctl \(line)")
        expect(run.status == 2 && run.error.contains(message), "\(run)")
    }

    /// A list with planned versions only would compare for no version at all.
    @Test func `the previous version is shipped, whatever the list of releases says`() throws {
        try scratch.write("2.0.0 planned\n", to: "planned.releases")
        try scratch.write(Self.document.replacing(": 1,", with: ": 5,"), to: "app.json")
        let run = try scratch.flagctl(
            "release", "2.0.0", "--previous", "1.0.0", "--releases", "planned.releases", "--against", "HEAD", "app.json"
        )
        expect(run.status == 1 && run.output.contains("FAILED   shipped: 1 setting changes"), "\(run)")
    }

    @Test func `the first publication says that nothing was compared`() throws {
        let run = try scratch.flagctl("publish", "--to", "out.json", "--max-share", "1", "--yes", "app.json")
        expectEqual(run.status, 0, "\(run)")
        expect(run.output.contains("SKIPPED  share") && run.output.contains("no document is published yet"), "\(run)")
    }
}
