/// A page of documentation and its blocks of code.
///
/// Tests compare the blocks with examples that are compiled and run. Code is indented differently there, so indentation and
/// blank lines are ignored.
package struct DocumentationPage: Sendable {
    /// A block of code: its language, and its lines without indentation.
    package struct Block: Equatable, Sendable {
        package let language: String
        package let lines: [Substring]

        /// The block as text, for messages.
        package var text: String { lines.joined(separator: "\n") }
    }

    /// All blocks of code, in order.
    package let blocks: [Block]

    /// Reads a page of the project.
    package init(_ path: String) throws {
        var blocks: [Block] = []
        var current: (language: String, lines: [Substring])?
        for line in try ProjectFile.text(path).split(separator: "\n", omittingEmptySubsequences: false) {
            // A block of a list is indented.
            let text = line.drop { $0 == " " }
            if text.hasPrefix("```") {
                if let (language, lines) = current { blocks.append(Block(language: language, lines: lines)) }
                current = current == nil ? (String(text.dropFirst(3)), []) : nil
            } else {
                current?.lines.append(line)
            }
        }
        self.blocks = blocks.map { Block(language: $0.language, lines: Self.compared($0.lines)) }
    }

    /// The lines of a source file without indentation, to compare with blocks.
    package static func lines(ofFile path: String) throws -> [Substring] {
        compared(try ProjectFile.text(path).split(separator: "\n"))
    }

    private static func compared(_ lines: [Substring]) -> [Substring] {
        lines.map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
    }
}

extension [Substring] {
    /// Whether the lines of a block occur here consecutively.
    package func contain(_ block: DocumentationPage.Block) -> Bool {
        indices.contains { self[$0...].starts(with: block.lines) }
    }
}
