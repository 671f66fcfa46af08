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

    /// How much of a node's text in its document is copied.
    private enum Copying {
        /// Whole values, blanks included; merged objects have no text and are laid out.
        case values
        /// Strings and numbers as they are spelled.
        case tokens
        /// Numbers; strings are escaped as every string here.
        case numbers
    }

    /// Writes a node of a tree as it stands in its document, blanks included; merged objects in this layout.
    package mutating func writeVerbatim(_ node: Int, of tree: JSONTree) {
        write(node, of: tree, copying: .values)
    }

    /// Writes a node of a tree in this layout, with strings and numbers as they are spelled in its document.
    package mutating func writeAsSpelled(_ node: Int, of tree: JSONTree) {
        write(node, of: tree, copying: .tokens)
    }

    /// Writes a node of a tree in this layout: numbers with their text, strings escaped as every string here.
    package mutating func write(_ node: Int, of tree: JSONTree) {
        write(node, of: tree, copying: .numbers)
    }

    /// Writes a node of a tree whose nodes and bytes are lent, in this layout.
    package mutating func write(_ node: Int, _ nodes: Span<JSONNode>, _ input: RawSpan) {
        write(node, nodes, input, copying: .numbers)
    }

    private mutating func write(_ root: Int, of tree: JSONTree, copying: Copying) {
        tree.nodes.withSpan { nodes in
            tree.bytes.withRawSpan { input in write(root, nodes, input, copying: copying) }
        }
    }

    private mutating func write(_ root: Int, _ nodes: Span<JSONNode>, _ input: RawSpan, copying: Copying) {
        if Int(nodes[root].next) == root &+ 1 {
            writeChildless(nodes[root], of: input, copying: copying)
        } else {
            writeContainer(root, nodes, input, copying: copying)
        }
    }

    private mutating func writeContainer(_ root: Int, _ nodes: Span<JSONNode>, _ input: RawSpan, copying: Copying) {
        // The containers whose end is still to be written.
        var open: [JSONNode] = []
        let end = Int(nodes[root].next)
        var index = root
        while true {
            while let container = open.last, Int(container.next) == index {
                open.removeLast()
                if container.kind == .object { endObject() } else { endArray() }
            }
            guard index < end else { return }
            let isKey = open.last?.kind == .object && !isAfterKey
            let node = nodes[index]
            switch node.kind {
            case _ where isKey:
                writeChildless(node, of: input, copying: copying)
                finishKey()
                index += 1
            case _ where copying == .values && !node.isMerged:
                writeText(of: node, in: input)
                index = Int(node.next)
            case .object, .array:
                if node.kind == .object { beginObject() } else { beginArray() }
                open.append(node)
                index += 1
            default:
                writeChildless(node, of: input, copying: copying)
                index += 1
            }
        }
    }

    /// Writes a node that has no children.
    private mutating func writeChildless(_ node: JSONNode, of input: RawSpan, copying: Copying) {
        switch node.kind {
        case _ where copying == .values && !node.isMerged:
            writeText(of: node, in: input)
        case .string where copying == .numbers:
            separate()
            JSONWriter.appendString(node, in: input, to: &bytes)
        case .object:
            beginObject()
            endObject()
        case .array:
            beginArray()
            endArray()
        default:
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
