/// Writes JSON text into one buffer. The same calls write the same bytes.
///
/// ```swift
/// var writer = JSONWriter(.indented(by: 2))
/// writer.beginObject()
/// writer.write(key: "payments")
/// writer.write(true)
/// writer.endObject()
/// ```
///
/// 1. The caller writes keys and values, and begins and ends containers. The writer adds commas, colons, line ends and
///    indentation.
/// 2. In strings, quotes, backslashes and all control characters are escaped, with the short form if there is one.
/// 3. Numbers of a document keep their text.
/// 4. Empty containers are `{}` and `[]` in every layout. There is no final line end.
package struct JSONWriter: Sendable {
    package enum Layout: Sendable, Hashable {
        /// One line without blanks.
        case compact
        /// A line for each member and element, indented by a number of spaces for each level.
        case indented(by: Int)
    }

    private let layout: Layout
    /// The text so far.
    package private(set) var bytes: [UInt8] = []
    private var depth = 0
    private var isFirst = true
    private var isAfterKey = false

    package init(_ layout: Layout = .compact, reserving byteCount: Int = 0) {
        self.layout = layout
        bytes.reserveCapacity(byteCount)
    }

    /// Swaps the text so far with other bytes, to which the writer then appends. Nothing is copied.
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

    /// Writes a key with a content in UTF-8.
    package mutating func write(key: [UInt8]) {
        key.withRawSpan { write(key: $0, from: 0, to: $0.byteCount) }
    }

    /// Writes a key whose content is a range of bytes, in UTF-8.
    package mutating func write(key: RawSpan, from start: Int, to end: Int) {
        separate()
        JSONWriter.appendString(key, from: start, to: end, to: &bytes)
        finishKey()
    }

    /// Writes a key that is a JSON string already: in quotes, and with escapes.
    package mutating func write(quotedKey key: [UInt8]) {
        write(raw: key)
        finishKey()
    }

    package mutating func write(_ value: String) {
        separate()
        appendString(value)
    }

    /// Writes a string whose content is a range of bytes, in UTF-8.
    package mutating func write(string: RawSpan, from start: Int, to end: Int) {
        separate()
        JSONWriter.appendString(string, from: start, to: end, to: &bytes)
    }

    /// Writes a string with a content in UTF-8.
    package mutating func write(string: [UInt8]) {
        separate()
        JSONWriter.appendString(string, to: &bytes)
    }

    /// Writes a string whose content a closure appends: printable ASCII without quotes and backslashes.
    package mutating func write(plain append: (inout [UInt8]) -> Void) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        append(&bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    package mutating func write(_ value: Bool) { write(raw: value ? "true" : "false") }

    package mutating func write(_ value: Int) { write(Int64(value)) }

    package mutating func write(_ value: Int64) {
        separate()
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        bytes.appendDecimal(value.magnitude)
    }

    package mutating func writeNull() { write(raw: "null") }

    /// Writes a text that is JSON, such as the text of a number.
    package mutating func write(raw text: [UInt8]) {
        separate()
        bytes.append(contentsOf: text)
    }

    /// Writes a text that is JSON, such as the text of a number.
    package mutating func write(raw text: String) {
        separate()
        text.withUTF8Bytes { bytes.append($0, from: 0, to: $0.byteCount) }
    }

    /// Writes a range of bytes that is JSON: a value, or members of an object that are separated already.
    package mutating func write(raw text: RawSpan, from start: Int, to end: Int) {
        separate()
        bytes.append(text, from: start, to: end)
    }

    /// How much of a node's text in its document is copied.
    private enum Copying {
        /// Whole values, blanks included. Merged objects have no text and are written in this layout.
        case values
        /// Strings and numbers as they are spelled.
        case tokens
        /// Numbers only. Strings are escaped by the writer.
        case numbers
    }

    /// Writes a node of a tree with its text in the document, blanks included, and merged objects in this layout.
    package mutating func writeVerbatim(_ node: Int, of tree: JSONTree) {
        write(node, of: tree, copying: .values)
    }

    /// Writes a node of a tree in this layout, with strings and numbers as they are spelled in its document.
    package mutating func writeAsSpelled(_ node: Int, of tree: JSONTree) {
        write(node, of: tree, copying: .tokens)
    }

    /// Writes a node of a tree in this layout. Numbers keep their text, strings are escaped by the writer.
    package mutating func write(_ node: Int, of tree: JSONTree) {
        write(node, of: tree, copying: .numbers)
    }

    /// Writes a value of a document in this layout.
    package mutating func write(_ value: JSONValue) {
        write(value.node, of: value.tree)
    }

    /// Writes a node of a tree in this layout, given the nodes and the bytes of the tree.
    package mutating func write(_ node: Int, _ nodes: Span<JSONNode>, _ input: RawSpan) {
        write(node, nodes, input, copying: .numbers)
    }

    private mutating func write(_ node: Int, of tree: JSONTree, copying: Copying) {
        tree.nodes.withSpan { nodes in
            tree.bytes.withRawSpan { input in write(node, nodes, input, copying: copying) }
        }
    }

    /// The limit on the depth of documents bounds the recursion.
    private mutating func write(_ index: Int, _ nodes: Span<JSONNode>, _ input: RawSpan, copying: Copying) {
        let node = nodes[index]
        let copiesText = copying == .values && !node.isMerged
        switch node.kind {
        case .string where copying == .numbers:
            separate()
            JSONWriter.appendString(node, in: input, to: &bytes)
        case .array where !copiesText:
            beginArray()
            var element = index + 1
            while element < Int(node.next) {
                write(element, nodes, input, copying: copying)
                element = Int(nodes[element].next)
            }
            endArray()
        case .object where !copiesText:
            beginObject()
            var key = index + 1
            while key < Int(node.next) {
                write(key, nodes, input, copying: copying)
                finishKey()
                write(key + 1, nodes, input, copying: copying)
                key = Int(nodes[key + 1].next)
            }
            endObject()
        default:
            separate()
            bytes.append(input, from: Int(node.start), to: Int(node.end))
        }
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
        precondition(depth > 0 && !isAfterKey, "A container must begin before it ends, and a key needs a value.")
        depth -= 1
        if !isFirst { breakLine() }
        isFirst = false
        bytes.append(bracket)
    }

    /// Writes the comma and the line end before the next key or value.
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
    /// Appends a value as compact JSON: the only form in which values are written outside documents.
    package func writeCompact(_ node: Int, to result: inout [UInt8]) {
        var writer = JSONWriter()
        writer.exchange(&result)
        writer.write(node, of: self)
        writer.exchange(&result)
    }
}
