package import FlagResolver

extension JSONTree {
    /// Appends a value as compact JSON, byte for byte as a ``JSONWriter`` does, but without one for each value.
    ///
    /// The parser's limit of depth bounds the recursion.
    package func writeCompact(_ index: Int, to result: inout [UInt8]) {
        let node = nodes[index]
        switch node.kind {
        case .null, .true, .false, .number:
            result.append(contentsOf: bytes[node.span])
        case .string:
            writeString(index, to: &result)
        case .array:
            result.append(UInt8(ascii: "["))
            var element = index + 1
            while element < Int(node.next) {
                if element > index + 1 { result.append(UInt8(ascii: ",")) }
                writeCompact(element, to: &result)
                element = Int(nodes[element].next)
            }
            result.append(UInt8(ascii: "]"))
        case .object:
            result.append(UInt8(ascii: "{"))
            var key = index + 1
            while key < Int(node.next) {
                if key > index + 1 { result.append(UInt8(ascii: ",")) }
                writeString(key, to: &result)
                result.append(UInt8(ascii: ":"))
                writeCompact(key + 1, to: &result)
                key = Int(nodes[key + 1].next)
            }
            result.append(UInt8(ascii: "}"))
        }
    }

    /// A string of plain characters stands in the document as it is written; any other is escaped anew.
    private func writeString(_ node: Int, to result: inout [UInt8]) {
        let text = bytes[nodes[node].span]
        if !nodes[node].isEscaped, text.isPlainText {
            result.append(contentsOf: text)
        } else {
            JSONWriter.appendString(stringBytes(at: node) ?? [], to: &result)
        }
    }
}
