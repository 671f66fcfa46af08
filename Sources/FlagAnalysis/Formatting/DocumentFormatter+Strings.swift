import FlagResolver

extension DocumentFormatter {
    /// Writes a string with no escape but those that it needs.
    mutating func writeString(_ node: Int) {
        let span = tree.nodes[node].span
        let isPlain = !tree.nodes[node].isEscaped && tree.bytes[span].allSatisfy { $0 < 0x7F }
        guard !isPlain else {
            bytes.append(contentsOf: tree.bytes[span])
            return
        }
        var text: [UInt8] = []
        JSONWriter.appendString(tree.stringBytes(at: node) ?? [], to: &text)
        // Only characters that begin with these bytes may be ones that nobody sees.
        guard text.contains(where: { $0 == 0xE2 || $0 == 0xEF }) else {
            bytes.append(contentsOf: text)
            return
        }
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            switch scalar.value {
            // Line separators, changes of direction, and the byte order mark.
            case 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
                bytes.append(contentsOf: "\\u\(String(scalar.value, radix: 16))".utf8)
            default: bytes.append(contentsOf: String(scalar).utf8)
            }
        }
    }
}
