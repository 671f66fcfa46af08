/// A parsed JSON document: its bytes, and a flat list of nodes that describe them.
///
/// ```swift
/// let tree = try JSONTree(parsing: bytes, sourceName: "app.json")
/// for (key, value) in tree.root.members { print(key.string ?? "", value.kind.name, value.location) }
/// ```
///
/// 1. `nodes[0]` is the root. Nodes are in document order: a container is followed by its children, and the key of a
///    member, a string, by its value. ``JSONParser`` has an example.
/// 2. Nothing is decoded before it is read: strings keep their escapes, numbers their text.
/// 3. A tree is always valid: the initialiser throws for every violation of RFC 8259 or a limit.
/// 4. ``JSONValue`` is the view of one node. Code that reads every node of a document uses ``nodes`` and ``bytes``.
package final class JSONTree: Sendable {
    package let bytes: [UInt8]
    package let nodes: [JSONNode]
    /// The texts that `bytes` consists of, in order: one, unless patches were merged.
    package let sources: [JSONSource]
    /// A table for each source, created for the first location.
    private let lineTables = Locked<[LineTable]?>(nil)

    init(bytes: [UInt8], nodes: [JSONNode], sources: [JSONSource]) {
        self.bytes = bytes
        self.nodes = nodes
        self.sources = sources
    }

    /// Parses a document: strict RFC 8259 in UTF-8, without duplicate keys, with numbers in the range of a Double.
    ///
    /// - Parameter sourceName: The name of the text in errors, such as the path of a file.
    /// - Throws: `JSONSyntaxError` for the first error. A duplicate key is found at the end of its object.
    /// - Complexity: O(*n*) in the number of bytes, for any input.
    package convenience init(
        parsing bytes: [UInt8],
        sourceName: String = "",
        limits: JSONLimits = JSONLimits()
    ) throws(JSONSyntaxError) {
        var parser = JSONParser(bytes, sourceName: sourceName, limits: limits)
        self.init(bytes: bytes, nodes: try parser.parse(), sources: [JSONSource(name: sourceName, start: 0)])
    }

    package var root: JSONValue { self[0] }

    /// The value or key with a node index, which must exist.
    package subscript(node: Int) -> JSONValue { JSONValue(tree: self, node: node) }
}

/// One of the texts that the bytes of a tree consist of: the document itself, or a patch merged into it.
package struct JSONSource: Sendable, Hashable {
    /// The name in messages, such as the path of a file.
    package let name: String
    /// The offset of the text's first byte in the bytes of the tree.
    package let start: Int

    package init(name: String, start: Int) {
        self.name = name
        self.start = start
    }
}

extension JSONTree {
    /// The source of the byte at an offset.
    ///
    /// - Complexity: O(*s*) in the number of sources.
    package func source(at byteOffset: Int) -> JSONSource {
        sources.last { $0.start <= byteOffset } ?? JSONSource(name: "", start: 0)
    }

    /// The range of a source in the tree's bytes.
    package func byteRange(of source: JSONSource) -> Range<Int> {
        let next = sources.first { $0.start > source.start }
        return source.start..<(next?.start ?? bytes.count)
    }

    /// The source of the byte at an offset, and the location in it.
    ///
    /// - Complexity: O(*s* + log *n*) in the numbers of sources and bytes; O(*n*) for the first location of a tree.
    package func location(at byteOffset: Int) -> (sourceName: String, location: SourceLocation) {
        guard let index = sources.lastIndex(where: { $0.start <= byteOffset }) else {
            return ("", SourceLocation(offset: 0, line: 1, column: 1))
        }
        let tables = lineTables.withLock { [self] tables in
            let known = tables ?? sources.map { LineTable(bytes[byteRange(of: $0)]) }
            tables = known
            return known
        }
        return (sources[index].name, tables[index].location(at: byteOffset - sources[index].start))
    }
}
