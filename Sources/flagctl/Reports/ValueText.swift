import FlagAnalysis
import FlagResolver

/// Values of a document as people read them in a table.
enum ValueText {
    /// Writes a value: a string bare where that cannot be mistaken, everything else as compact JSON.
    static func write(_ node: Int, of tree: JSONTree, to buffer: inout TextBuffer) {
        switch tree.kind(of: node) {
        case .null, .true, .false, .number:
            buffer.write(bytes: tree.bytes[tree.nodes[node].span])
        case .string:
            if let range = tree.plainContentRange(at: node) {
                write(string: tree.bytes[range], to: &buffer)
            } else {
                write(string: (tree.stringBytes(at: node) ?? [])[...], to: &buffer)
            }
        case .array, .object:
            let start = buffer.count
            buffer.append { tree.writeCompact(node, to: &$0) }
            escapeUnprintable(from: start, in: &buffer)
        }
    }

    /// Writes a value with every string bare, whatever is in it, for programs that take it from there.
    static func writeBare(_ node: Int, of tree: JSONTree, to buffer: inout TextBuffer) {
        if let bytes = tree.stringBytes(at: node) {
            buffer.write(bytes: bytes)
        } else {
            var writer = JSONWriter()
            writer.write(node, of: tree)
            buffer.write(bytes: writer.bytes)
        }
    }

    /// Writes text as it is, or as a JSON string where it could be mistaken for something else.
    static func write(string bytes: ArraySlice<UInt8>, to buffer: inout TextBuffer) {
        guard isAmbiguous(bytes) else {
            buffer.write(bytes: bytes)
            return
        }
        writeQuoted(bytes, to: &buffer)
    }

    private static func writeQuoted(_ bytes: ArraySlice<UInt8>, to buffer: inout TextBuffer) {
        let start = buffer.count
        buffer.append { JSONWriter.appendString(Array(bytes), to: &$0) }
        escapeUnprintable(from: start, in: &buffer)
    }

    /// JSON leaves some characters as they are that a terminal would obey; they can only stand in strings.
    private static func escapeUnprintable(from start: Int, in buffer: inout TextBuffer) {
        let written = buffer.bytes[start...]
        guard PlainText.hasUnprintable(written) else { return }
        let text = PlainText.escaped(String(decoding: written, as: UTF8.self))
        buffer.cut(to: start)
        buffer.write(text)
    }

    /// A value as a text of its own, for sentences.
    static func text(of node: Int, in tree: JSONTree) -> String {
        var buffer = TextBuffer()
        write(node, of: tree, to: &buffer)
        return buffer.text
    }

    /// Whether a bare string could be taken for something else: nothing at all, another JSON value, blanks at an end,
    /// characters that are not seen.
    static func isAmbiguous(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first, let last = bytes.last else { return true }
        if first == UInt8(ascii: " ") || last == UInt8(ascii: " ") || PlainText.hasUnprintable(bytes) { return true }
        if first >= 0x80 || last >= 0x80, hasBlankEnds(bytes) { return true }
        switch first {
        case UInt8(ascii: "t"): return bytes.elementsEqual("true".utf8)
        case UInt8(ascii: "f"): return bytes.elementsEqual("false".utf8)
        case UInt8(ascii: "n"): return bytes.elementsEqual("null".utf8)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return bytes.allSatisfy(isNumeric) && isJSON(bytes)
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""): return isJSON(bytes)
        default: return false
        }
    }

    private static func hasBlankEnds(_ bytes: ArraySlice<UInt8>) -> Bool {
        let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
        return [scalars.first, scalars.last].contains { $0?.properties.isWhitespace ?? false }
    }

    private static func isNumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    private static func isJSON(_ bytes: ArraySlice<UInt8>) -> Bool {
        (try? JSONTree(parsing: Array(bytes))) != nil
    }
}
