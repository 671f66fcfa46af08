import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

@testable import flagctl

/// Files of a pull request that would cost quadratic time.
@Suite(.blocking)
struct HostileFilesTests {
    /// As many names as a document can have.
    private static let document =
        "{" + (0..<20_000).map { "\"setting\($0)\": true" }.joined(separator: ", ") + "}"
    private static let suggestionCount = SuggestionBudget.maximum / 20_000

    private func scratch() throws -> Scratch {
        let scratch = try Scratch()
        try scratch.write(Self.document, to: "app.json")
        return scratch
    }

    private func suggestionCount(of run: Run) -> Int {
        run.error.components(of: "did you mean")
    }

    @Test func `only the first unknown settings of an expectation file have a suggestion`() throws {
        let scratch = try scratch()
        let expected = (0..<20).map { "\"seting\($0)\": true" }.joined(separator: ", ")
        try scratch.write(
            #"{"document": "app.json", "expectations": [{"name": "a", "version": "1", "expect": {\#(expected)}}]}"#,
            to: "app.expectations.json")
        let run = try scratch.flagctl("test", "app.expectations.json")
        expectEqual(run.status, 2)
        expectEqual(run.error.components(of: "has no setting \"seting"), 20)
        expectEqual(suggestionCount(of: run), Self.suggestionCount)
    }

    @Test(arguments: ["seting# == true", "exists(seting#)"])
    func `only the first unknown settings of policies have a suggestion`(_ expression: String) throws {
        let scratch = try scratch()
        let policies = (0..<20).map { "p\($0): for *: \(expression.replacing("#", with: "\($0)"))\n" }
        try scratch.write(policies.joined(), to: "app.policies")
        let run = try scratch.flagctl("prove", "--policy", "app.policies", "app.json")
        expectEqual(suggestionCount(of: run), Self.suggestionCount)
    }

    @Test func `standard error has the first messages, and says how many more there are`() {
        var session = Session()
        for number in 0..<(Diagnostic.maximumShownCount + 2) {
            session.report(Diagnostic(subject: .name("f\(number)"), severity: .error, message: "x"))
        }
        expectEqual(session.messages.text.ranges(of: "error: x").count, Diagnostic.maximumShownCount)
        expectEqual(session.failures.count, Diagnostic.maximumShownCount + 2)
        expectEqual(session.failures.diagnostics.count, Diagnostic.maximumShownCount + 1)
        expectEqual(session.failures.diagnostics.last?.message, "and 2 further errors of the run")
        session.endMessages()
        expect(session.messages.text.hasSuffix("error: x\nand 2 more messages about the run\n"))
    }

    @Test func `text has the first findings, and says how many more there are`() throws {
        let scratch = try Scratch()
        let values = Array(repeating: "1", count: Diagnostic.maximumShownCount + 3).joined(separator: ",")
        try scratch.write(#"{"a": {"enum": [\#(values)], "defaultValue": 1}}"#, to: "a.json")
        let text = try scratch.flagctl("check", "a.json")
        expectEqual(text.output.ranges(of: "a.json:1:").count, 2 * Diagnostic.maximumShownCount)
        expect(text.output.hasSuffix("and 2 more findings; --format json has all of them\n"))
        expect(text.error.hasPrefix("10002 errors"), "\(text.error)")
        let junit = try scratch.flagctl("check", "--format", "junit", "a.json").output
        expect(junit.contains("(and 10001 more)") && junit.contains("and 9,002 more findings; --format json"))
    }

    @Test func `fixes that are not tried are an error`() throws {
        let scratch = try Scratch()
        let text = String(repeating: "x", count: 500_000)
        let long = (0..<15).map { "\"s\($0)\": {\"description\": \"\(text)\", \"defaultValue\": 0}" }
        let entry = #"{"appVersion": ">=1.0.0", "value": 1}"#
        // With a setting that requires another one, a comparison counts four times.
        let required =
            #""b": {"defaultValue": false, "valuesByVersion": [{"requires": "c", "value": true}]}, "c": true"#
        try scratch.write(
            "{\(long.joined(separator: ",")), \(required), "
                + #""a": {"defaultValue": 0, "valuesByVersion": [\#(entry), \#(entry)]}}"#, to: "a.json")
        let run = try scratch.flagctl("check", "--fix", "a.json")
        expectEqual(run.status, 2)
        expect(run.error.hasPrefix("a.json: error: not all fixes were tried"), "\(run.error.prefix(500))")
    }

    @Test func `a project file has so many paths at most`() throws {
        for (count, problems) in [(1_000, []), (1_001, ["found 1001 elements, expected at most 1000"])] {
            let list = Array(repeating: "\"a.json\"", count: count).joined(separator: ", ")
            var project = ProjectReader(
                try JSONTree(parsing: Array(#"{"excludes": [\#(list)]}"#.utf8)), path: "flagctl.json")
            _ = project.defaults()
            expectEqual(project.problems.map(\.message), problems)
        }
    }

    @Test func `a message of git is shortened`() {
        let text = "fatal: not a path: " + String(repeating: "x", count: 10_000)
        let failure = GitFailure(Subprocess(status: 128, output: [], error: Array(text.utf8)), of: ["show"])
        expectEqual(failure.message.unicodeScalars.count, "git show says: ".count + 500)
    }

    @Test func `code that exceeds a limit makes a run incomplete, and the other files are read`() throws {
        let scratch = try Scratch()
        try scratch.write(String(repeating: "{", count: 600), to: "code/deep.swift")
        try scratch.write(
            "import FlagStore\nlet on = store.value(for: SettingKey(\"a\", default: false))\n", to: "code/app.swift")
        let run = try scratch.flagctl("references", "code")
        expectEqual(run.status, 2)
        expect(run.error.contains("code/deep.swift:1:513: error: the code is nested too deeply"), "\(run.error)")
        expect(run.output.contains("code/app.swift:2:"), "\(run.output)")
    }

    @Test func `a file lists its first 100 problems, and then says how many further ones there are`() throws {
        for (count, further) in [(100, nil), (101, "is 1 further problem"), (250, "are 150 further problems")] {
            let list = Array(repeating: "1", count: count).joined(separator: ", ")
            var reader = ExpectationReader(
                try JSONTree(parsing: Array(#"{"document": "app.json", "expectations": [\#(list)]}"#.utf8)), name: "a")
            _ = reader.file()
            expectEqual(reader.problems.count, min(count, 101))
            expectEqual(reader.problems.dropFirst(100).map(\.message), further.map { ["there \($0)"] } ?? [])
            var project = ProjectReader(
                try JSONTree(parsing: Array(#"{"inputs": [\#(list)]}"#.utf8)), path: "flagctl.json")
            _ = project.defaults()
            expectEqual(project.problems.dropFirst(100).map(\.message), further.map { ["there \($0)"] } ?? [])
        }
    }
}

extension String {
    /// How often a text occurs.
    fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
