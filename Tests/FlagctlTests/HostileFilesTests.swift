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
