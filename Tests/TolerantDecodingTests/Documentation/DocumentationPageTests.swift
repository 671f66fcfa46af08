import TestSupport
import Testing

struct DocumentationPageTests {
    @Test func `the page shows JSON and code that are compiled and run`() throws {
        let examples = try DocumentationPage.lines(
            ofFile: "Tests/TolerantDecodingTests/Documentation/TolerantDecodingExamples.swift")
        let shown = try DocumentationPage("Sources/TolerantDecoding/TolerantDecoding.docc/BackendJSON.md").blocks
        for block in shown {
            #expect(examples.contain(block), "not in the examples: \(block.text)")
        }
        #expect(shown.count >= 24)
    }
}
