/// Turns the byte offsets of a tree into names, lines and columns, many times.
package struct JSONLocator: Sendable {
    private let sources: [(source: JSONSource, table: LineTable)]

    /// - Complexity: O(*n*) in the number of bytes of the tree.
    package init(_ tree: JSONTree) {
        sources = tree.sources.map { ($0, LineTable(tree.bytes[tree.byteRange(of: $0)])) }
    }

    /// The name of the text that the byte at an offset belongs to, and the place in that text.
    ///
    /// - Complexity: O(*s* + log *n*) in the numbers of sources and bytes.
    package func location(at byteOffset: Int) -> (sourceName: String, location: SourceLocation) {
        guard let part = sources.last(where: { $0.source.start <= byteOffset }) else {
            return ("", SourceLocation(offset: 0, line: 1, column: 1))
        }
        return (part.source.name, part.table.location(at: byteOffset - part.source.start))
    }
}
