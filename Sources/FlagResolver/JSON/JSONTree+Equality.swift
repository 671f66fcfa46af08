/// Equality of values: members in any order, strings by content, numbers by exact decimal value and kind.
extension JSONTree {
    /// Whether two nodes are the same value.
    ///
    /// 1. Members may be in any order. Strings are compared by content, numbers by exact value and kind: `1.0` equals
    ///    `1.00` and `1e0`, but not `1`, since a number without fraction and exponent is an integer.
    /// 2. Values that differ only in blanks are compared in one pass and without allocating.
    ///
    /// - Complexity: O(*n*) in the length of both texts, on average over the hash's secrets.
    package func isEqual(_ node: Int, to other: JSONTree, _ otherNode: Int) -> Bool {
        nodes.withSpan { nodes in
            other.nodes.withSpan { otherNodes in
                bytes.withRawSpan { input in
                    other.bytes.withRawSpan { otherInput in
                        Self.isEqual(node, nodes, input, to: other, otherNode, otherNodes, otherInput)
                    }
                }
            }
        }
    }

    /// The parser's depth limit bounds the recursion.
    private static func isEqual(
        _ index: Int, _ nodes: Span<JSONNode>, _ input: RawSpan,
        to other: JSONTree, _ otherIndex: Int, _ otherNodes: Span<JSONNode>, _ otherInput: RawSpan
    ) -> Bool {
        let (left, right) = (nodes[index], otherNodes[otherIndex])
        guard left.kind == right.kind else { return false }
        switch left.kind {
        case .null, .true, .false: return true
        case .string: return JSONStringContent.isEqual(left, in: input, to: right, in: otherInput)
        case .number: return isEqualNumber(left, input, right, otherInput)
        case .array, .object: break
        }
        let keyCount = left.kind == .object ? 1 : 0
        let (end, otherEnd) = (Int(left.next), Int(right.next))
        var (child, otherChild) = (index + 1, otherIndex + 1)
        while child < end, otherChild < otherEnd {
            if keyCount > 0,
                !JSONStringContent.isEqual(nodes[child], in: input, to: otherNodes[otherChild], in: otherInput)
            {
                // Compared members are skipped: comparing them again would double the cost at each level.
                return hasEqualMembers(
                    child..<end, nodes, input, in: other, otherChild..<otherEnd, otherNodes, otherInput)
            }
            child += keyCount
            otherChild += keyCount
            guard isEqual(child, nodes, input, to: other, otherChild, otherNodes, otherInput) else { return false }
            child = Int(nodes[child].next)
            otherChild = Int(otherNodes[otherChild].next)
        }
        return child == end && otherChild == otherEnd
    }

    /// Whether the remaining members of two objects are equal, in any order.
    private static func hasEqualMembers(
        _ members: Range<Int>, _ nodes: Span<JSONNode>, _ input: RawSpan, in other: JSONTree,
        _ otherMembers: Range<Int>, _ otherNodes: Span<JSONNode>, _ otherInput: RawSpan
    ) -> Bool {
        guard nodes.memberCount(in: members) == otherNodes.memberCount(in: otherMembers) else { return false }
        let keys = JSONKeyTable(otherMembers, nodes: otherNodes, bytes: otherInput)
        var key = members.lowerBound
        while key < members.upperBound {
            guard let match = keys.find(nodes[key], in: input, nodes: otherNodes, bytes: otherInput),
                isEqual(key + 1, nodes, input, to: other, match + 1, otherNodes, otherInput)
            else { return false }
            key = Int(nodes[key + 1].next)
        }
        return true
    }

    private static func isEqualNumber(
        _ left: JSONNode,
        _ input: RawSpan,
        _ right: JSONNode,
        _ otherInput: RawSpan
    ) -> Bool {
        guard left.isInteger == right.isInteger else { return false }
        let count = left.span.count
        if count == right.span.count,
            input.isEqual(at: Int(left.start), to: otherInput, at: Int(right.start), count: count)
        {
            return true
        }
        // JSON integers have no leading zeros, so only zero has two spellings: `0` and `-0`.
        if left.isInteger, !isNegative(left, input), !isNegative(right, otherInput) { return false }
        return JSONDecimal(left.span, in: input)
            .isEqual(to: JSONDecimal(right.span, in: otherInput), in: input, otherInput)
    }

    private static func isNegative(_ number: JSONNode, _ input: RawSpan) -> Bool {
        input.byte(at: Int(number.start)) == UInt8(ascii: "-")
    }
}
