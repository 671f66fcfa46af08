import FlagResolver

/// JSON written straight from bytes and from the nodes of a tree: compact, in document order, numbers as they stand.
enum JSONText {
    /// Writes text as a JSON string. Characters that could steer a terminal are escaped as well.
    static func writeString(_ bytes: ArraySlice<UInt8>, to buffer: inout TextBuffer) {
        let quote = UInt8(ascii: "\"")
        let backslash = UInt8(ascii: "\\")
        buffer.write(byte: quote)
        if PlainText.hasUnprintable(bytes) {
            for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
                if scalar == "\"" || scalar == "\\" {
                    buffer.write(byte: backslash)
                    buffer.write(byte: UInt8(ascii: scalar))
                } else if PlainText.isUnprintable(scalar) {
                    buffer.write(PlainText.escape(scalar))
                } else {
                    buffer.write(String(scalar))
                }
            }
        } else if bytes.contains(where: { $0 == quote || $0 == backslash }) {
            for byte in bytes {
                if byte == quote || byte == backslash { buffer.write(byte: backslash) }
                buffer.write(byte: byte)
            }
        } else {
            buffer.write(bytes: bytes)
        }
        buffer.write(byte: quote)
    }

    static func writeString(_ text: String, to buffer: inout TextBuffer) {
        writeString(Array(text.utf8)[...], to: &buffer)
    }

    /// Writes a value of a document. The parser's limit of depth bounds the recursion.
    static func writeValue(_ node: Int, of tree: JSONTree, to buffer: inout TextBuffer) {
        switch tree.kind(of: node) {
        case .null, .true, .false, .number:
            buffer.write(bytes: tree.bytes[tree.nodes[node].span])
        case .string:
            if let range = tree.plainContentRange(at: node) {
                writeString(tree.bytes[range], to: &buffer)
            } else {
                writeString((tree.stringBytes(at: node) ?? [])[...], to: &buffer)
            }
        case .array:
            var separator = UInt8(ascii: "[")
            for element in tree.elements(of: node) {
                buffer.write(byte: separator)
                writeValue(element, of: tree, to: &buffer)
                separator = UInt8(ascii: ",")
            }
            buffer.write(separator == UInt8(ascii: "[") ? "[]" : "]")
        case .object:
            var separator = UInt8(ascii: "{")
            for member in tree.members(of: node) {
                buffer.write(byte: separator)
                writeValue(member.key, of: tree, to: &buffer)
                buffer.write(byte: UInt8(ascii: ":"))
                writeValue(member.value, of: tree, to: &buffer)
                separator = UInt8(ascii: ",")
            }
            buffer.write(separator == UInt8(ascii: "{") ? "{}" : "}")
        }
    }
}
