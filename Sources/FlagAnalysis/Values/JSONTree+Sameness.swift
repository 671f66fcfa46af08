package import FlagResolver

/// Equality of values, quickly where their texts tell: most values differ at a glance, or are written alike.
extension JSONTree {
    /// Whether two values are equal: members in any order, strings by content, numbers by value and kind.
    ///
    /// - Complexity: O(*n*) in the length of the values' texts.
    package func isSame(_ node: Int, as otherNode: Int, in other: JSONTree) -> Bool {
        quickAnswer(node, otherNode, in: other) ?? isEqual(node, to: other, otherNode)
    }

    /// Whether two values are equal, as far as their texts tell side by side: `nil` where members come in another order,
    /// or a string or number has more than one spelling. The parser's limit of depth bounds the recursion.
    private func quickAnswer(_ index: Int, _ otherIndex: Int, in other: JSONTree) -> Bool? {
        let node = nodes[index]
        let otherNode = other.nodes[otherIndex]
        guard node.kind == otherNode.kind else { return false }
        switch node.kind {
        case .null, .true, .false: return true
        case .string:
            if hasSameText(node, otherNode, in: other) { return true }
            return node.isEscaped || otherNode.isEscaped ? nil : false
        case .number:
            guard node.isInteger == otherNode.isInteger else { return false }
            if hasSameText(node, otherNode, in: other) { return true }
            return hasOneSpelling(node) && other.hasOneSpelling(otherNode) ? false : nil
        case .array:
            return quickAnswer(forChildrenOf: node, index, otherNode, otherIndex, in: other) { _, _ in true }
        case .object:
            return quickAnswer(forChildrenOf: node, index, otherNode, otherIndex, in: other) { key, otherKey in
                hasSameText(nodes[key], other.nodes[otherKey], in: other)
            }
        }
    }

    /// Compares elements, or values of members, in their order; keys have to be the same.
    private func quickAnswer(
        forChildrenOf node: JSONNode, _ index: Int, _ otherNode: JSONNode, _ otherIndex: Int, in other: JSONTree,
        keys hasSameKey: (_ key: Int, _ otherKey: Int) -> Bool
    ) -> Bool? {
        let keyCount = node.kind == .object ? 1 : 0
        let (end, otherEnd) = (Int(node.next), Int(otherNode.next))
        var (child, otherChild) = (index + 1, otherIndex + 1)
        var answer: Bool? = true
        while child < end, otherChild < otherEnd {
            guard hasSameKey(child, otherChild) else { return nil }
            switch quickAnswer(child + keyCount, otherChild + keyCount, in: other) {
            case false: return false
            case nil: answer = nil
            default: break
            }
            child = Int(nodes[child + keyCount].next)
            otherChild = Int(other.nodes[otherChild + keyCount].next)
        }
        return child < end || otherChild < otherEnd ? false : answer
    }

    /// Whether an integer has only one spelling: JSON allows no zeros before it, but a sign before zero.
    private func hasOneSpelling(_ node: JSONNode) -> Bool {
        node.isInteger && bytes[Int(node.start)] != UInt8(ascii: "-")
    }

    private func hasSameText(_ node: JSONNode, _ otherNode: JSONNode, in other: JSONTree) -> Bool {
        let (start, otherStart, count) = (Int(node.start), Int(otherNode.start), Int(node.end) - Int(node.start))
        guard count == Int(otherNode.end) - otherStart else { return false }
        for offset in 0..<count where bytes[start + offset] != other.bytes[otherStart + offset] { return false }
        return true
    }
}
