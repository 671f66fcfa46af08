package import FlagResolver

extension JSONTree {
    /// The edits that move an element of an array before an earlier one, in the text's own formatting.
    ///
    /// Where the earlier element begins a line, the moved one gets a line of its own, as far indented.
    ///
    /// - Complexity: O(*n*) in the length of the array's text.
    package func edits(moving element: Int, before target: Int, in array: Int) -> [TextEdit] {
        let scanning = LineScanning(bytes: bytes)
        let start = nodes[target].span.lowerBound
        var insertion = Array(bytes[nodes[element].span]) + [UInt8(ascii: ",")]
        if let lineStart = scanning.lineStart(before: start) {
            insertion += scanning.lineBreak(before: lineStart) + bytes[lineStart..<start]
        } else if nodes[element].span.lowerBound > 0,
            [UInt8(ascii: " "), UInt8(ascii: "\t")].contains(bytes[nodes[element].span.lowerBound - 1])
        {
            insertion.append(UInt8(ascii: " "))
        }
        return edits(deleting: [element], from: array) + [TextEdit(start..<start, replacement: insertion)]
    }

    /// The edit that puts another text into a string, escaped where it must be.
    package func edit(replacingString node: Int, with text: String) -> TextEdit {
        var writer = JSONWriter()
        writer.write(text)
        return TextEdit(nodes[node].span, replacement: writer.bytes)
    }
}
