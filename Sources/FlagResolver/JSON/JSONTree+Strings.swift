extension JSONTree {
    /// The content of a string or key, with its escapes resolved; `nil` when the node is no string.
    package func string(at node: Int) -> String? {
        let value = nodes[node]
        guard value.kind == .string else { return nil }
        if !value.isEscaped { return String(decoding: bytes[contentSpan(of: value)], as: UTF8.self) }
        return stringBytes(at: node).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The UTF-8 bytes of a string's content, with its escapes resolved; `nil` when the node is no string.
    package func stringBytes(at node: Int) -> [UInt8]? {
        let value = nodes[node]
        guard value.kind == .string else { return nil }
        guard value.isEscaped else { return [UInt8](bytes[contentSpan(of: value)]) }
        var result: [UInt8] = []
        result.reserveCapacity(value.span.count)
        bytes.withRawSpan { JSONStringContent.append(value, in: $0, to: &result) }
        return result
    }

    /// Where the content of a string stands literally in the bytes; `nil` when it is escaped, or no string.
    @inline(__always)
    package func plainContentRange(at node: Int) -> Range<Int>? {
        let value = nodes[node]
        guard value.kind == .string, !value.isEscaped else { return nil }
        return contentSpan(of: value)
    }

    /// Whether a node is a string with exactly this content, compared as UTF-8 bytes.
    package func isString(at node: Int, equalTo content: [UInt8]) -> Bool {
        content.withRawSpan { isString(at: node, equalTo: $0) }
    }

    /// Whether a node is a string with exactly this content, compared as UTF-8 bytes.
    @inline(__always)
    package func isString(at node: Int, equalTo content: RawSpan) -> Bool {
        let value = nodes[node]
        guard value.kind == .string else { return false }
        return bytes.withRawSpan { JSONStringContent.isEqual(value, in: $0, to: content) }
    }

    /// Whether a node is a string with this content. Nothing is allocated.
    @inline(__always)
    package func isString(at node: Int, equalTo content: StaticString) -> Bool {
        // A static string that has a pointer keeps its bytes for as long as the program runs.
        guard content.hasPointerRepresentation else { return false }
        let buffer = unsafe UnsafeRawBufferPointer(start: content.utf8Start, count: content.utf8CodeUnitCount)
        return isString(at: node, equalTo: unsafe RawSpan(_unsafeBytes: buffer))
    }

    private func contentSpan(of node: JSONNode) -> Range<Int> {
        (Int(node.start) + 1)..<(Int(node.end) - 1)
    }
}

extension JSONNode {
    /// Lends the content of a string, with its escapes resolved.
    package func withContent(in input: RawSpan, _ body: (RawSpan) -> Void) {
        var content: [UInt8] = []
        JSONStringContent.append(self, in: input, to: &content)
        content.withRawSpan(body)
    }
}
