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
                    child..<end, nodes, input, in: other, otherIndex, otherChild..<otherEnd, otherNodes, otherInput)
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
        _ members: Range<Int>, _ nodes: Span<JSONNode>, _ input: RawSpan, in other: JSONTree, _ otherObject: Int,
        _ otherMembers: Range<Int>, _ otherNodes: Span<JSONNode>, _ otherInput: RawSpan
    ) -> Bool {
        guard count(of: members, nodes) == count(of: otherMembers, otherNodes) else { return false }
        var keys = JSONKeyTable()
        let lookup = KeyLookup(other, otherObject, &keys)
        var key = members.lowerBound
        while key < members.upperBound {
            guard let value = lookup.value(of: nodes[key], in: input, otherInput, &keys),
                isEqual(key + 1, nodes, input, to: other, value, otherNodes, otherInput)
            else { return false }
            key = Int(nodes[key + 1].next)
        }
        return true
    }

    private static func count(of members: Range<Int>, _ nodes: Span<JSONNode>) -> Int {
        var count = 0
        var key = members.lowerBound
        while key < members.upperBound {
            count += 1
            key = Int(nodes[key + 1].next)
        }
        return count
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

/// Finds the members of one object by key, in linear time for all of them together.
///
/// The table is passed in, so that the next object reuses its memory.
struct KeyLookup {
    private let tree: JSONTree
    private let object: Int
    private let isHashed: Bool

    init(_ tree: JSONTree, _ object: Int, _ keys: inout JSONKeyTable) {
        self.tree = tree
        self.object = object
        var count = 0
        for _ in tree.members(of: object) { count += 1 }
        isHashed = count > JSONKeyTable.maximumPairwiseCount
        guard isHashed else { return }
        keys.prepare(forCount: count)
        tree.bytes.withRawSpan { input in
            tree.nodes.withSpan { nodes in
                for member in tree.members(of: object) {
                    _ = keys.insert(member.key, nodes: nodes, bytes: input)
                }
            }
        }
    }

    /// The value of the member whose key has the same content as a string node.
    func value(of key: JSONNode, in input: RawSpan, _ ownInput: RawSpan, _ keys: inout JSONKeyTable) -> Int? {
        if isHashed {
            return tree.nodes.withSpan { nodes in
                keys.find(key, in: input, nodes: nodes, bytes: ownInput).map { $0 + 1 }
            }
        }
        for member in tree.members(of: object)
        where JSONStringContent.isEqual(tree.nodes[member.key], in: ownInput, to: key, in: input) {
            return member.value
        }
        return nil
    }
}
