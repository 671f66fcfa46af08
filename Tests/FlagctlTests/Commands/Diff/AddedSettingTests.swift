import TestSupport
import Testing

@testable import flagctl

/// A new setting changes nothing for versions that were built before it.
@Suite(.blocking)
struct AddedSettingTests {
    @Test func `diff and release agree that no shipped version knows a new setting`() throws {
        let scratch = try Scratch()
        try scratch.write(#"{"a": 1}"#, to: "a.json")
        try scratch.makeRepository()
        try scratch.write(#"{"a": 1, "b": 2}"#, to: "a.json")
        let frozen = try scratch.flagctl("diff", "--frozen", "<2.0.0", "--against", "HEAD", "a.json")
        expectEqual(frozen.status, 0)
        expect(frozen.output.contains("b (added: no version of <2.0.0 knows it, does not count)\n"))
        try expectEqual(scratch.flagctl("diff", "--against", "HEAD", "a.json").status, 1)
        let release = try scratch.flagctl("release", "2.0.0", "--previous", "1.0.0", "--against", "HEAD", "a.json")
        expect(release.status == 0 && release.output.contains("b (new: no shipped version knows it)"))
        // A change of a setting that exists, and a removed one, count in both.
        for document in [#"{"a": 3, "b": 2}"#, #"{"b": 2}"#] {
            try scratch.write(document, to: "a.json")
            try expectEqual(scratch.flagctl("diff", "--frozen", "<2.0.0", "--against", "HEAD", "a.json").status, 1)
            let release = try scratch.flagctl("release", "2.0.0", "--previous", "1.0.0", "--against", "HEAD", "a.json")
            expectEqual(release.status, 1)
        }
    }

    @Test(arguments: DiffReport.Format.allCases)
    func `every format says that no version knows a new setting`(_ format: DiffReport.Format) throws {
        let scratch = try Scratch()
        try scratch.write(#"{"a": 1}"#, to: "old.json")
        try scratch.write(#"{"a": 1, "b": 2}"#, to: "new.json")
        try scratch.write("1.0.0 40%\n", to: "app.releases")
        let words = ["diff", "--releases", "app.releases", "--format", format.rawValue]
        for summary in [.text, .markdown].contains(format) ? [[], ["--summary"]] : [[]] {
            let frozen = try scratch.flagctl(words + summary + ["--frozen", "<2.0.0", "old.json", "new.json"])
            let all = try scratch.flagctl(words + summary + ["old.json", "new.json"])
            expect(frozen.status == 0 && all.status == 1, "\(frozen)\(all)")
            switch format {
            case .json, .ndjson: expect(frozen.output.contains(#""kind":"added","counts":false"#), "\(frozen)")
            case .text, .markdown, .github, .junit, .sarif:
                expect(frozen.output.contains("knows it") && !frozen.output.contains("40.0 %"), "\(frozen)")
                expect(!all.output.contains("40.0 %"), "\(all)")
                expect(format == .junit || all.output.contains("no shipped version knows it"), "\(all)")
            }
        }
    }

    @Test(arguments: ["text", "markdown", "html", "junit", "github"])
    func `release counts no installs for a new setting`(_ format: String) throws {
        let scratch = try Scratch()
        try scratch.write(#"{"a": 1}"#, to: "a.json")
        try scratch.makeRepository()
        try scratch.write(#"{"a": 1, "b": 2}"#, to: "a.json")
        try scratch.write("1.0.0 40%\n", to: "app.releases")
        let run = try scratch.flagctl(
            "release", "2.0.0", "--previous", "1.0.0", "--against", "HEAD", "--releases", "app.releases", "--format",
            format, "a.json")
        expectEqual(run.status, 0, "\(run)")
        expect(run.output.contains("no shipped version knows it") && !run.output.contains("40.0 %"), "\(run)")
    }

    @Test func `the premise of an implication may name a value that never occurs`() throws {
        let scratch = try Scratch()
        try scratch.write(#"{"a": "x", "b": 1}"#, to: "a.json")
        func prove(_ policy: String) throws -> String { try scratch.flagctl("prove", "-e", policy, "a.json").error }
        expect(!(try prove(#"for *: a == "later" => b == 1"#).contains("never-taken")))
        try expect(prove(#"for *: b == 1 => a == "later""#).contains("never-taken"))
        try expect(prove(#"for *: (a == "later" => b == 1) and a == "never""#).contains("\"a\" is never \"never\""))
    }
}
