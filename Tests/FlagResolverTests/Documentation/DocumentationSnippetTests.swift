import TestSupport
import Testing

/// Compares the Swift code in README and documentation with the examples that are compiled and run.
struct DocumentationSnippetTests {
    /// All pages but the tutorial, which `.ci/check-tutorial.py` compiles.
    private static let pages =
        ["README.md"] + ProjectFile.paths(in: "Docs", ending: ".md").filter { $0 != "Docs/Tutorial.md" }
        + ["FlagResolver", "FlagStore", "FlagStoreCurl", "FlagStoreTesting", "FlagStoreURLSession", "TolerantDecoding"]
        .flatMap {
            ProjectFile.paths(in: "Sources/\($0)/\($0).docc", ending: ".md")
        }

    private static let examples =
        ["Tests/FlagStoreTests/Support/Keys.swift"]
        + ["FlagResolverTests", "FlagStoreTests", "FlagStoreTransportTests", "TolerantDecodingTests"].flatMap {
            ProjectFile.paths(in: "Tests/\($0)/Documentation", ending: ".swift")
        }

    @Test(arguments: pages)
    func `Every block is part of an example`(page: String) throws {
        let examples = try Self.examples.flatMap { try DocumentationPage.lines(ofFile: $0) }
        for block in try Self.code(on: page) {
            #expect(examples.contain(block), "not in the examples: \(block.text)")
        }
    }

    @Test(
        arguments: [
            "Sources/FlagResolver/FlagResolver.docc/GettingStarted.md",
            "Sources/FlagStore/FlagStore.docc/UsingAStore.md",
            "Sources/FlagStoreTesting/FlagStoreTesting.docc/TestingWithFlags.md",
        ])
    func `Guides have several blocks`(page: String) throws {
        #expect(try Self.code(on: page).count >= 4)
    }

    /// The blocks of Swift code, except parts of a package description.
    private static func code(on page: String) throws -> [DocumentationPage.Block] {
        try DocumentationPage(page).blocks.filter { block in
            block.language == "swift" && block.lines.first != "// Package.swift"
        }
    }
}
