import TestSupport
import Testing

/// Holds what the pages about tolerant decoding show to the examples that are compiled and run.
@Suite("The pages about tolerant decoding")
struct TolerantDecodingPageTests {
    private static let pages = [
        "Docs/TolerantDecoding.md", "Sources/FlagResolver/FlagResolver.docc/TolerantDecoding.md",
    ]
    private static let examples = "Tests/FlagResolverTests/Decoding/TolerantDecodingExamples.swift"

    @Test("show JSON and code as they stand in the examples", arguments: pages)
    func blocks(page: String) throws {
        let examples = try DocumentationPage.lines(ofFile: Self.examples)
        let shown = try DocumentationPage(page).blocks
        for block in shown {
            #expect(examples.contain(block), "not in \(Self.examples): \(block.text)")
        }
        #expect(shown.count >= 24)
    }

    @Test("show the same examples on both pages")
    func samePages() throws {
        let shown = try Self.pages.map { try DocumentationPage($0).blocks }
        #expect(shown.first == shown.last)
    }
}
