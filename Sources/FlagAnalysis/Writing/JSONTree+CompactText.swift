package import FlagResolver

extension JSONTree {
    /// Appends a value as compact JSON, byte for byte as a ``JSONWriter`` does, but without one for each value.
    package func writeCompact(_ index: Int, to result: inout [UInt8]) {
        nodes.withSpan { nodes in
            bytes.withRawSpan { input in CompactText.write(index, nodes, input, to: &result) }
        }
    }
}

/// Compact JSON of values whose nodes and bytes are lent.
package enum CompactText {
    /// Appends a value. The parser's limit of depth bounds the recursion.
    package static func write(_ index: Int, _ nodes: Span<JSONNode>, _ input: RawSpan, to result: inout [UInt8]) {
        let node = nodes[index]
        switch node.kind {
        case .null, .true, .false, .number:
            result.append(input, from: Int(node.start), to: Int(node.end))
        case .string:
            write(string: node, input, to: &result)
        case .array:
            result.append(UInt8(ascii: "["))
            var element = index + 1
            while element < Int(node.next) {
                if element > index + 1 { result.append(UInt8(ascii: ",")) }
                write(element, nodes, input, to: &result)
                element = Int(nodes[element].next)
            }
            result.append(UInt8(ascii: "]"))
        case .object:
            result.append(UInt8(ascii: "{"))
            var key = index + 1
            while key < Int(node.next) {
                if key > index + 1 { result.append(UInt8(ascii: ",")) }
                write(string: nodes[key], input, to: &result)
                result.append(UInt8(ascii: ":"))
                write(key + 1, nodes, input, to: &result)
                key = Int(nodes[key + 1].next)
            }
            result.append(UInt8(ascii: "}"))
        }
    }

    /// A string of plain characters stands in the document as it is written; any other is escaped anew.
    private static func write(string node: JSONNode, _ input: RawSpan, to result: inout [UInt8]) {
        let (start, end) = (Int(node.start), Int(node.end))
        if !node.isEscaped, input.isPrintableASCII(from: start, to: end) {
            result.append(input, from: start, to: end)
            return
        }
        node.withContent(in: input) { content in
            var bytes: [UInt8] = []
            bytes.append(content, from: 0, to: content.byteCount)
            JSONWriter.appendString(bytes, to: &result)
        }
    }
}
