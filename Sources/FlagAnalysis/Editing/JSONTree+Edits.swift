package import FlagResolver

extension JSONTree {
    /// The edits that delete elements of an array or members of an object, and keep the formatting.
    ///
    /// 1. One comma is deleted with each child, so that the container stays valid.
    /// 2. If no other child is on its lines, a child is deleted with its lines. All other lines keep their bytes, except
    ///    that the last remaining child loses its comma.
    /// 3. If blank lines are on both sides of a deletion, those of one side are deleted.
    /// 4. An empty container is `[]` or `{}`.
    ///
    /// - Parameters:
    ///   - children: The nodes of elements, or of the keys of members. Other nodes are ignored.
    ///   - container: An array or object in a tree with one source.
    /// - Complexity: O(*n*) in the length of the container's text.
    package func edits(deleting children: Set<Int>, from container: Int) -> [TextEdit] {
        let all = childExtents(of: container)
        let isDeleted = all.map { children.contains($0.node) }
        guard isDeleted.contains(true) else { return [] }
        guard isDeleted.contains(false) else {
            let span = nodes[container].span
            return [TextEdit((span.lowerBound + 1)..<(span.upperBound - 1))]
        }
        let scanning = LineScanning(bytes: bytes)
        var edits: [TextEdit] = []
        var index = 0
        while index < all.count {
            guard isDeleted[index] else {
                index += 1
                continue
            }
            let first = index
            while index < all.count, isDeleted[index] { index += 1 }
            let children = all[first].range.lowerBound..<all[index - 1].range.upperBound
            let previous = first > 0 ? all[first - 1].range.upperBound : nil
            let next = index < all.count ? all[index].range.lowerBound : nil
            edits.append(TextEdit(scanning.deletion(of: children, between: previous, and: next)))
        }
        return edits
    }

    /// The children of a container: the node of the element or of the member's key, and the range of the whole child.
    func childExtents(of container: Int) -> [(node: Int, range: Range<Int>)] {
        switch kind(of: container) {
        case .array: elements(of: container).map { ($0, nodes[$0].span) }
        case .object:
            members(of: container).map { ($0.key, nodes[$0.key].span.lowerBound..<nodes[$0.value].span.upperBound) }
        default: []
        }
    }
}

extension LineScanning {
    /// The range to delete for adjacent children. At least one child before or after them stays.
    ///
    /// - Parameters:
    ///   - children: The bytes from the first child to the last.
    ///   - previous: The end of the child before them, if there is one.
    ///   - next: The start of the child after them, if there is one.
    fileprivate func deletion(of children: Range<Int>, between previous: Int?, and next: Int?) -> Range<Int> {
        guard let next else { return (previous ?? children.lowerBound)..<children.upperBound }
        guard let comma = comma(in: children.upperBound..<next) else { return children.lowerBound..<next }
        if hasLineEnd(in: children.upperBound..<comma) {
            // Commas are at the beginning of lines.
            return previous.map { $0..<children.upperBound } ?? children.lowerBound..<next
        }
        guard var end = nextLine(after: comma + 1) else { return children.lowerBound..<next }
        if let start = lineStart(before: children.lowerBound) {
            if previous == nil || isBlankLine(endingAt: start) {
                while let further = nextLine(after: end) { end = further }
            }
            return start..<end
        }
        // Other children precede it on its line. Their comma stays at the end of the line.
        if let previous, let before = self.comma(in: previous..<children.lowerBound) {
            return (before + 1)..<(comma + 1)
        }
        return children.lowerBound..<next
    }
}

extension JSONTree {
    /// The edits that move an element of an array before an earlier one, and keep the formatting.
    ///
    /// If the earlier element begins a line, the moved one gets a separate line with the same indentation.
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

    /// The edit that replaces the content of a string, escaped where necessary.
    package func edit(replacingString node: Int, with text: String) -> TextEdit {
        var writer = JSONWriter()
        writer.write(text)
        return TextEdit(nodes[node].span, replacement: writer.bytes)
    }
}
