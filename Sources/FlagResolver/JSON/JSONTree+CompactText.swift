extension JSONTree {
    /// The document without blanks, with strings and numbers as they are spelled.
    ///
    /// It leaves out what a merge has replaced or deleted, and is never longer than the texts it came from.
    ///
    /// - Complexity: O(*n*) in its length and the number of nodes.
    package var compactText: [UInt8] {
        var writer = JSONWriter(.compact, reserving: compactByteCount)
        writer.writeAsSpelled(0, of: self)
        return writer.bytes
    }

    /// The length of ``compactText``.
    ///
    /// - Complexity: O(*n*) in the number of nodes.
    package var compactByteCount: Int {
        // A comma or a colon precedes each node but the root and the first children.
        var count = nodes.count - 1
        for (index, node) in nodes.enumerated() {
            switch node.kind {
            case .array, .object:
                let isEmpty = Int(node.next) == index + 1
                count += isEmpty ? 2 : 1
            default:
                count += node.span.count
            }
        }
        return count
    }
}
