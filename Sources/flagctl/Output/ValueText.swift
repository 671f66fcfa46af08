import FlagAnalysis
import FlagResolver

/// Values of a document for people.
enum ValueText {
    /// Writes a value: an unambiguous string without quotation marks, everything else as compact JSON.
    static func write(_ value: JSONValue, to buffer: inout TextBuffer) {
        value.tree.nodes.withSpan { nodes in
            value.tree.bytes.withRawSpan { input in write(value.node, value.kind, nodes, input, to: &buffer) }
        }
    }

    /// The same for the value of a resolution. Its kind is known, so `true`, `false` and `null` are written without the tree.
    static func write(
        _ resolution: NodeResolution, _ nodes: Span<JSONNode>, _ input: RawSpan, to buffer: inout TextBuffer
    ) {
        write(resolution.value ?? 0, resolution.kind, nodes, input, to: &buffer)
    }

    private static func write(
        _ index: Int, _ kind: JSONKind, _ nodes: Span<JSONNode>, _ input: RawSpan, to buffer: inout TextBuffer
    ) {
        switch kind {
        case .null: buffer.write("null")
        case .true: buffer.write("true")
        case .false: buffer.write("false")
        case .number:
            buffer.write(input, from: Int(nodes[index].start), to: Int(nodes[index].end))
        case .string where !nodes[index].isEscaped:
            write(string: input, from: Int(nodes[index].start) + 1, to: Int(nodes[index].end) - 1, to: &buffer)
        case .string:
            nodes[index].withContent(in: input) { write(string: $0, from: 0, to: $0.byteCount, to: &buffer) }
        case .array, .object:
            writeEscapedJSON(to: &buffer) { $0.write(index, nodes, input) }
        }
    }

    /// Writes a value for programs: every string without quotation marks, everything else as compact JSON.
    static func writeBare(_ value: JSONValue, to buffer: inout TextBuffer) {
        if let bytes = value.tree.stringBytes(at: value.node) {
            buffer.write(bytes: bytes)
        } else {
            buffer.writeJSON { $0.write(value) }
        }
    }

    /// Writes a string without quotation marks, or as a JSON string if it would be ambiguous.
    static func write(string text: String, to buffer: inout TextBuffer) {
        text.withUTF8Bytes { write(string: $0, from: 0, to: $0.byteCount, to: &buffer) }
    }

    /// Writes a string without quotation marks, or as a JSON string if it would be ambiguous.
    static func write(string bytes: ArraySlice<UInt8>, to buffer: inout TextBuffer) {
        Array(bytes).withRawSpan { write(string: $0, from: 0, to: $0.byteCount, to: &buffer) }
    }

    private static func write(string bytes: RawSpan, from start: Int, to end: Int, to buffer: inout TextBuffer) {
        if isAmbiguous(bytes, from: start, to: end) {
            writeEscapedJSON(to: &buffer) { $0.write(string: bytes, from: start, to: end) }
        } else {
            buffer.write(bytes, from: start, to: end)
        }
    }

    /// Writes JSON with hidden characters escaped. JSON allows some of them in strings.
    private static func writeEscapedJSON(to buffer: inout TextBuffer, _ write: (inout JSONWriter) -> Void) {
        let start = buffer.count
        buffer.writeJSON(write)
        let end = buffer.count
        let isPlain = buffer.bytes.withRawSpan { $0.isPrintableASCII(from: start, to: end) }
        guard !isPlain || buffer.bytes[start..<end].hasAdjacentSpaces else { return }
        let text = String(decoding: buffer.bytes[start...], as: UTF8.self)
        let escaped = JSONWriter.escapingRepeatedSpaces(in: PlainText.escaped(text))
        guard escaped != text else { return }
        buffer.cut(to: start)
        buffer.write(escaped)
    }

    /// A value for a table or a line of text, shortened if it is long.
    static func clipped(_ value: JSONValue, to limit: Int = clippedLength) -> String {
        var buffer = TextBuffer()
        writeClipped(value, to: &buffer, limit)
        return buffer.text
    }

    /// Writes a value for a table or a line of text, shortened if it is long.
    static func writeClipped(_ value: JSONValue, to buffer: inout TextBuffer, _ limit: Int = clippedLength) {
        let isLong = value.span.count > longSpan
        if isLong, let known = longTexts[value, limit] { return buffer.write(known) }
        let start = buffer.count
        write(value, to: &buffer)
        guard buffer.count - start > limit else { return }
        let text = shortened(String(decoding: buffer.bytes[start...], as: UTF8.self), to: limit)
        buffer.cut(to: start)
        buffer.write(text)
        if isLong { longTexts.keep(text, for: value, limit) }
    }

    /// Values with more bytes are shortened once: thousands of places can show the same one.
    private static let longSpan = 4_096
    private static let longTexts = LongTexts()

    /// The text of a value; if it is longer than a limit, its beginning with `…#` and six digits.
    ///
    /// The digits depend on the whole text, so that values with the same beginning can be told apart.
    static func shortened(_ text: String, to limit: Int) -> String {
        guard DisplayWidth.of(text) > limit else { return text }
        let digits = Fingerprint(of: Array(text.utf8)).text.prefix(6)
        return "\(DisplayWidth.clipped(text, to: limit - 7))#\(digits)"
    }

    static let clippedLength = 60

    /// Whether a string without quotation marks would be ambiguous: empty, like another JSON value, with blanks at an end,
    /// with several spaces in a row, or with hidden characters.
    private static func isAmbiguous(_ span: RawSpan, from start: Int, to end: Int) -> Bool {
        guard start < end else { return true }
        let first = span.byte(at: start)
        guard first != UInt8(ascii: " "), span.byte(at: end - 1) != UInt8(ascii: " ") else { return true }
        // For nearly every string, the first byte excludes other JSON values.
        let isPlain = span.isPrintableASCII(from: start, to: end)
        if isPlain, !mayBeginJSON(first), !span.hasAdjacentSpaces(from: start, to: end) { return false }
        var part: [UInt8] = []
        part.append(span, from: start, to: end)
        if part.hasAdjacentSpaces || !isPlain && PlainText.hasUnprintable(part[...]) { return true }
        return isTakenForJSON(part[...], first)
    }

    private static func mayBeginJSON(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "-"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""):
            true
        default: false
        }
    }

    private static func isTakenForJSON(_ bytes: ArraySlice<UInt8>, _ first: UInt8) -> Bool {
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

extension RawSpan {
    /// Whether a space follows another one in a range of ASCII.
    fileprivate func hasAdjacentSpaces(from start: Int, to end: Int) -> Bool {
        var offset = start
        while offset + 1 < end {
            if byte(at: offset + 1) != UInt8(ascii: " ") {
                offset += 2
            } else if byte(at: offset) == UInt8(ascii: " ") {
                return true
            } else {
                offset += 1
            }
        }
        return false
    }
}
