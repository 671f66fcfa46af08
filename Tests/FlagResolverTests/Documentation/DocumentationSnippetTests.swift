import Testing

/// Holds the Swift code in README and documentation to the examples that are compiled and run.
@Suite("Swift code in the documentation")
struct DocumentationSnippetTests {
    private static let pages =
        ["README.md"] + ProjectFile.paths(in: "Docs", ending: ".md")
        + ProjectFile.paths(in: "Sources/FlagResolver/FlagResolver.docc", ending: ".md")

    private static let examples = [
        "Tests/FlagResolverTests/Documentation/DocumentationExamples.swift",
        "Tests/FlagResolverTests/Decoding/TolerantDecodingExamples.swift",
    ]

    @Test(arguments: pages)
    func `It is compiled and run as it stands there`(page: String) throws {
        let examples = try Self.examples.flatMap { lines(of: try ProjectFile.text($0)) }
        for snippet in snippets(of: try ProjectFile.text(page)) {
            let isThere = examples.indices.contains { examples[$0...].starts(with: snippet) }
            #expect(isThere, "not in the examples: \(snippet.joined(separator: "\n"))")
        }
    }

    @Test func `README and the article for beginners have some`() throws {
        let beginners = "Sources/FlagResolver/FlagResolver.docc/GettingStarted.md"
        for page in ["README.md", beginners] {
            #expect(snippets(of: try ProjectFile.text(page)).count >= 4, "\(page)")
        }
    }

    /// The lines of each block of Swift code, except parts of a package description.
    private func snippets(of page: String) -> [[Substring]] {
        page.split(separator: "```swift\n", omittingEmptySubsequences: false).dropFirst().compactMap { part in
            let code = part.split(separator: "```", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
            return code.hasPrefix("// Package.swift") ? nil : lines(of: String(code))
        }
    }

    /// The lines that are not blank, without their indentation: code is indented differently in a test and on a page.
    private func lines(of text: String) -> [Substring] {
        text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
    }
}
