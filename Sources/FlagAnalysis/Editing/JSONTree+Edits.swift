package import FlagResolver

extension JSONTree {
    /// The edits that delete elements of an array or members of an object, in the text's own formatting.
    ///
    /// 1. With a child goes one comma, so that the rest is a valid container again.
    /// 2. A child that has its lines to itself goes with these lines; every other line keeps its bytes, except that the
    ///    comma goes from the last child that stays where nothing follows it any more.
    /// 3. Of the blank lines before and after what is deleted only one side stays.
    /// 4. A container of which nothing is left is `[]` or `{}`.
    ///
    /// - Parameters:
    ///   - children: Nodes of elements, or of the keys of members; other nodes are passed over.
    ///   - container: An array or object that stands in the text, which has one source.
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
            let run = all[first].range.lowerBound..<all[index - 1].range.upperBound
            let previous = first > 0 ? all[first - 1].range.upperBound : nil
            let next = index < all.count ? all[index].range.lowerBound : nil
            edits.append(TextEdit(scanning.deletion(of: run, between: previous, and: next)))
        }
        return edits
    }

    /// The children of a container: the node of an element or a member's key, and the bytes of the whole child.
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
    /// What to delete with a run of children, of which at least one neighbour stays.
    ///
    /// - Parameters:
    ///   - previous: The end of the child before the run, if there is one.
    ///   - next: The start of the child after it, if there is one.
    fileprivate func deletion(of run: Range<Int>, between previous: Int?, and next: Int?) -> Range<Int> {
        guard let next else { return (previous ?? run.lowerBound)..<run.upperBound }
        guard let comma = comma(in: run.upperBound..<next) else { return run.lowerBound..<next }
        if hasLineEnd(in: run.upperBound..<comma) {
            // Commas stand at the beginning of lines.
            return previous.map { $0..<run.upperBound } ?? run.lowerBound..<next
        }
        guard var end = nextLine(after: comma + 1) else { return run.lowerBound..<next }
        if let start = lineStart(before: run.lowerBound) {
            if previous == nil || isBlankLine(endingAt: start) {
                while let further = nextLine(after: end) { end = further }
            }
            return start..<end
        }
        // Other children stand before it on its line, and their comma is the last of that line then.
        if let previous, let before = self.comma(in: previous..<run.lowerBound) { return (before + 1)..<(comma + 1) }
        return run.lowerBound..<next
    }
}
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
