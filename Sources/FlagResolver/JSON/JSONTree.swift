/// A JSON document as a flat list of nodes over its own bytes.
///
/// 1. `nodes[0]` is the root; nodes lie in document order, children directly after their container.
/// 2. Nothing is decoded before it is read: strings keep their escapes, numbers their text.
/// 3. A tree is always valid: everything that RFC 8259 and the limits refuse is an error of the initialiser.
/// 4. Functions take the indices of nodes. An index that is no node is a programmer's error; a node of another kind
///    than the function reads has the answer `nil`, no members, or no elements.
package struct JSONTree: Sendable {
    package let bytes: [UInt8]
    package let nodes: [JSONNode]
    /// The texts that `bytes` consists of, in their order; one, unless patches were merged.
    package let sources: [JSONSource]

    init(bytes: [UInt8], nodes: [JSONNode], sources: [JSONSource]) {
        self.bytes = bytes
        self.nodes = nodes
        self.sources = sources
    }

    /// Parses a document: strict RFC 8259 in UTF-8, every key once in its object, numbers finite as a Double.
    ///
    /// - Parameter sourceName: the name of the text in errors, such as the path of a file.
    /// - Throws: `JSONSyntaxError` with the first error in the document; of two equal keys, once their object ends.
    /// - Complexity: O(*n*) in the number of bytes, whatever they are.
    package init(
        parsing bytes: [UInt8],
        sourceName: String = "",
        limits: JSONLimits = JSONLimits()
    ) throws(JSONSyntaxError) {
        var parser = JSONParser(bytes, sourceName: sourceName, limits: limits)
        try parser.parse()
        self.init(bytes: bytes, nodes: parser.nodes, sources: [JSONSource(name: sourceName, start: 0)])
    }

    package func kind(of node: Int) -> JSONKind { nodes[node].kind }

    /// The part that the byte at an offset belongs to.
    ///
    /// - Complexity: O(*s*) in the number of sources.
    package func source(at byteOffset: Int) -> JSONSource {
        sources.last { $0.start <= byteOffset } ?? JSONSource(name: "", start: 0)
    }

    /// The bytes of a source, in the tree's `bytes`.
    package func byteRange(of source: JSONSource) -> Range<Int> {
        let next = sources.first { $0.start > source.start }
        return source.start..<(next?.start ?? bytes.count)
    }

    /// The name of the text that the byte at an offset belongs to, and the place in that text.
    ///
    /// - Complexity: O(*n*) in the length of that text. For more than one location, make a `JSONLocator`.
    package func location(at byteOffset: Int) -> (sourceName: String, location: SourceLocation) {
        let source = source(at: byteOffset)
        let table = LineTable(bytes[byteRange(of: source)])
        return (source.name, table.location(at: byteOffset - source.start))
    }
}
