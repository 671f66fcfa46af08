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
        let examples = lines(of: try ProjectFile.text(Self.examples))
        let shown = blocks(of: try ProjectFile.text(page))
        for block in shown {
            let isThere = examples.indices.contains { examples[$0...].starts(with: block) }
            #expect(isThere, "not in \(Self.examples): \(block.joined(separator: "\n"))")
        }
        #expect(shown.count >= 24)
    }

    @Test("show the same examples on both pages")
    func samePages() throws {
        let shown = try Self.pages.map { blocks(of: try ProjectFile.text($0)) }
        #expect(shown.first == shown.last)
    }

    /// The lines of each block of code in a language.
    private func blocks(of page: String) -> [[Substring]] {
        var blocks: [[Substring]] = []
        var current: [Substring]?
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                if let current { blocks.append(lines(of: current.joined(separator: "\n"))) }
                current = current == nil ? [] : nil
            } else {
                current?.append(line)
            }
        }
        return blocks
    }

    /// The lines that are not blank, without their indentation.
    private func lines(of text: String) -> [Substring] {
        text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
    }
}
