/// Writes JSON text, byte for byte the same for the same calls, into one buffer.
///
/// ```swift
/// var writer = JSONWriter(.indented(by: 2))
/// writer.beginObject()
/// writer.write(key: "payments")
/// writer.write(true)
/// writer.endObject()
/// ```
///
/// 1. Commas, colons, line ends and indentation are the writer's; the caller gives keys, values, begins and ends.
/// 2. Strings are escaped: quotes, backslashes and all control characters, with the short forms where there are any.
/// 3. Numbers that came from a document keep their text.
/// 4. Empty containers are `{}` and `[]` in every layout. There is no final line end.
package struct JSONWriter: Sendable {
    /// How the parts of containers are laid out.
    package enum Layout: Sendable, Hashable {
        /// On one line, without blanks.
        case compact
        /// Each member and element on its own line, with so many spaces for each level.
        case indented(by: Int)
    }

    private let layout: Layout
    /// What has been written.
    package private(set) var bytes: [UInt8] = []
    private var depth = 0
    private var isFirst = true
    private var isAfterKey = false

    package init(_ layout: Layout = .compact, reserving byteCount: Int = 0) {
        self.layout = layout
        bytes.reserveCapacity(byteCount)
    }

    /// Takes over bytes to write behind, and gives up what has been written; nothing is copied.
    package mutating func exchange(_ bytes: inout [UInt8]) {
        swap(&self.bytes, &bytes)
    }

    package mutating func beginObject() { begin(UInt8(ascii: "{")) }
    package mutating func endObject() { end(UInt8(ascii: "}")) }
    package mutating func beginArray() { begin(UInt8(ascii: "[")) }
    package mutating func endArray() { end(UInt8(ascii: "]")) }

    package mutating func write(key: String) {
        separate()
        appendString(key)
        finishKey()
    }

    /// Writes a key, given as the UTF-8 bytes of its content.
    package mutating func write(key: [UInt8]) {
        key.withRawSpan { write(key: $0, from: 0, to: $0.byteCount) }
    }

    /// Writes a key, given as a part of some bytes.
    package mutating func write(key: RawSpan, from start: Int, to end: Int) {
        separate()
        JSONWriter.appendString(key, from: start, to: end, to: &bytes)
        finishKey()
    }

    package mutating func write(_ value: String) {
        separate()
        appendString(value)
    }

    /// Writes a string, given as a part of some bytes.
    package mutating func write(string: RawSpan, from start: Int, to end: Int) {
        separate()
        JSONWriter.appendString(string, from: start, to: end, to: &bytes)
    }

    /// Writes a string, given as the UTF-8 bytes of its content.
    package mutating func write(string: [UInt8]) {
        separate()
        JSONWriter.appendString(string, to: &bytes)
    }

    /// Writes a string that somebody else appends: visible ASCII without quotes and backslashes, such as a requirement.
    package mutating func write(plain append: (inout [UInt8]) -> Void) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        append(&bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    package mutating func write(_ value: Bool) { write(raw: value ? "true" : "false") }
    package mutating func write(_ value: Int) {
        separate()
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        bytes.appendDecimal(UInt64(value.magnitude))
    }
    package mutating func writeNull() { write(raw: "null") }

    /// Writes a text that is JSON already, such as the text of a number.
    package mutating func write(raw text: some Sequence<UInt8>) {
        separate()
        bytes.append(contentsOf: text)
    }

    private mutating func write(raw text: String) {
        separate()
        text.withUTF8Bytes { bytes.append($0, from: 0, to: $0.byteCount) }
    }

    /// Writes a node of a tree as it stands in its document, blanks included; merged objects in this layout.
    package mutating func writeVerbatim(_ node: Int, of tree: JSONTree) {
        write(node, of: tree, isVerbatim: true)
    }

    /// Writes a node of a tree in this layout: numbers with their text, strings escaped as every string here.
    package mutating func write(_ node: Int, of tree: JSONTree) {
        write(node, of: tree, isVerbatim: false)
    }

    /// Writes a node of a tree whose nodes and bytes are lent, in this layout.
    package mutating func write(_ node: Int, _ nodes: Span<JSONNode>, _ input: RawSpan) {
        write(node, nodes, input, isVerbatim: false)
    }

    private mutating func write(_ root: Int, of tree: JSONTree, isVerbatim: Bool) {
        tree.nodes.withSpan { nodes in
            tree.bytes.withRawSpan { input in write(root, nodes, input, isVerbatim: isVerbatim) }
        }
    }

    /// The parser's limit of depth bounds the recursion.
    private mutating func write(_ index: Int, _ nodes: Span<JSONNode>, _ input: RawSpan, isVerbatim: Bool) {
        let node = nodes[index]
        let end = Int(node.next)
        switch node.kind {
        case _ where isVerbatim && !node.isMerged:
            writeText(of: node, in: input)
        case .string:
            separate()
            JSONWriter.appendString(node, in: input, to: &bytes)
        case .object:
            beginObject()
            var key = index + 1
            while key < end {
                write(key, nodes, input, isVerbatim: isVerbatim)
                finishKey()
                write(key + 1, nodes, input, isVerbatim: isVerbatim)
                key = Int(nodes[key + 1].next)
            }
            endObject()
        case .array:
            beginArray()
            var element = index + 1
            while element < end {
                write(element, nodes, input, isVerbatim: isVerbatim)
                element = Int(nodes[element].next)
            }
            endArray()
        case .null, .true, .false, .number:
            writeText(of: node, in: input)
        }
    }

    /// Writes a node's text as it stands in the document.
    private mutating func writeText(of node: JSONNode, in input: RawSpan) {
        separate()
        bytes.append(input, from: Int(node.start), to: Int(node.end))
    }

    private mutating func appendString(_ text: String) {
        text.withUTF8Bytes { JSONWriter.appendString($0, from: 0, to: $0.byteCount, to: &bytes) }
    }

    private mutating func begin(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        depth += 1
        isFirst = true
    }

    private mutating func end(_ bracket: UInt8) {
        precondition(
            depth > 0 && !isAfterKey, "A container ends only after it has begun, and not between key and value.")
        depth -= 1
        if !isFirst { breakLine() }
        isFirst = false
        bytes.append(bracket)
    }

    /// Writes what stands between the value or key to come and what is before it.
    private mutating func separate() {
        if isAfterKey {
            isAfterKey = false
            return
        }
        guard depth > 0 else { return }
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        breakLine()
    }

    private mutating func finishKey() {
        bytes.append(UInt8(ascii: ":"))
        if layout != .compact { bytes.append(UInt8(ascii: " ")) }
        isAfterKey = true
    }

    private mutating func breakLine() {
        guard case .indented(let width) = layout else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: max(0, width) * depth))
    }
}

extension JSONTree {
    /// Appends a value as compact JSON: the one form in which values are written outside of documents.
    package func writeCompact(_ node: Int, to result: inout [UInt8]) {
        var writer = JSONWriter()
        writer.exchange(&result)
        writer.write(node, of: self)
        writer.exchange(&result)
    }
}
