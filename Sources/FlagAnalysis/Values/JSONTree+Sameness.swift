package import FlagResolver

/// Equality of values, quickly where their texts tell: most values differ at a glance, or are written alike.
extension JSONTree {
    /// Whether two values are equal: members in any order, strings by content, numbers by value and kind.
    ///
    /// - Complexity: O(*n*) in the length of the values' texts.
    package func isSame(_ node: Int, as otherNode: Int, in other: JSONTree) -> Bool {
        let answer = nodes.withSpan { nodes in
            other.nodes.withSpan { otherNodes in
                bytes.withRawSpan { bytes in
                    other.bytes.withRawSpan { otherBytes in
                        Self.quickAnswer(node, nodes, bytes, otherNode, otherNodes, otherBytes)
                    }
                }
            }
        }
        return answer ?? isEqual(node, to: other, otherNode)
    }

    /// Whether two values are equal, as far as their texts tell side by side: `nil` where members come in another order,
    /// or a string or number has more than one spelling. The parser's limit of depth bounds the recursion.
    private static func quickAnswer(
        _ index: Int, _ nodes: Span<JSONNode>, _ bytes: RawSpan, _ otherIndex: Int, _ otherNodes: Span<JSONNode>,
        _ otherBytes: RawSpan
    ) -> Bool? {
        let node = nodes[index]
        let otherNode = otherNodes[otherIndex]
        guard node.kind == otherNode.kind else { return false }
        switch node.kind {
        case .null, .true, .false: return true
        case .string:
            if hasSameText(node, bytes, otherNode, otherBytes) { return true }
            return node.isEscaped || otherNode.isEscaped ? nil : false
        case .number:
            guard node.isInteger == otherNode.isInteger else { return false }
            if hasSameText(node, bytes, otherNode, otherBytes) { return true }
            return hasOneSpelling(node, bytes) && hasOneSpelling(otherNode, otherBytes) ? false : nil
        case .array, .object: break
        }
        // Elements, or keys and values of members, in their order.
        let keyCount = node.kind == .object ? 1 : 0
        let (end, otherEnd) = (Int(node.next), Int(otherNode.next))
        var (child, otherChild) = (index + 1, otherIndex + 1)
        var answer: Bool? = true
        while child < end, otherChild < otherEnd {
            if keyCount > 0, !hasSameText(nodes[child], bytes, otherNodes[otherChild], otherBytes) { return nil }
            switch quickAnswer(child + keyCount, nodes, bytes, otherChild + keyCount, otherNodes, otherBytes) {
            case false: return false
            case nil: answer = nil
            default: break
            }
            child = Int(nodes[child + keyCount].next)
            otherChild = Int(otherNodes[otherChild + keyCount].next)
        }
        return child < end || otherChild < otherEnd ? false : answer
    }

    /// Whether an integer has only one spelling: JSON allows no zeros before it, but a sign before zero.
    private static func hasOneSpelling(_ node: JSONNode, _ bytes: RawSpan) -> Bool {
        node.isInteger && bytes.byte(at: Int(node.start)) != UInt8(ascii: "-")
    }

    private static func hasSameText(
        _ node: JSONNode, _ bytes: RawSpan, _ otherNode: JSONNode, _ otherBytes: RawSpan
    ) -> Bool {
        let (start, otherStart, count) = (Int(node.start), Int(otherNode.start), Int(node.end) - Int(node.start))
        guard count == Int(otherNode.end) - otherStart else { return false }
        return bytes.isEqual(at: start, to: otherBytes, at: otherStart, count: count)
    }
}
