/// Equality of values: members in any order, strings by content, numbers by exact decimal value and kind.
extension JSONTree {
    /// Whether two nodes are the same value.
    ///
    /// `1.0` equals `1.00` and `1e0`, but not `1`: a number without fraction and exponent is an integer, another kind.
    ///
    /// - Complexity: O(*n*) in the length of both texts, on average over the hash's secrets.
    package func isEqual(_ node: Int, to other: JSONTree, _ otherNode: Int) -> Bool {
        bytes.withRawSpan { input in
            other.bytes.withRawSpan { otherInput in
                isEqual(node, input, to: other, otherNode, otherInput)
            }
        }
    }

    private func isEqual(_ node: Int, _ input: RawSpan, to other: JSONTree, _ otherNode: Int, _ otherInput: RawSpan)
        -> Bool
    {
        var pending = [(left: node, right: otherNode)]
        var keys = JSONKeyTable()
        while let (leftIndex, rightIndex) = pending.popLast() {
            let left = nodes[leftIndex]
            let right = other.nodes[rightIndex]
            guard left.kind == right.kind else { return false }
            switch left.kind {
            case .null, .true, .false:
                break
            case .string:
                guard JSONStringContent.isEqual(left, in: input, to: right, in: otherInput) else { return false }
            case .number:
                guard JSONTree.isEqualNumber(left, input, right, otherInput) else { return false }
            case .array:
                var elements = elements(of: leftIndex)
                var others = other.elements(of: rightIndex)
                while let element = elements.next() {
                    guard let otherElement = others.next() else { return false }
                    pending.append((element, otherElement))
                }
                if others.next() != nil { return false }
            case .object:
                var count = 0
                for _ in members(of: leftIndex) { count += 1 }
                for _ in other.members(of: rightIndex) { count -= 1 }
                guard count == 0 else { return false }
                let lookup = KeyLookup(other, rightIndex, &keys)
                for member in members(of: leftIndex) {
                    guard let value = lookup.value(of: nodes[member.key], in: input, otherInput, &keys) else {
                        return false
                    }
                    pending.append((member.value, value))
                }
            }
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
        return JSONDecimal(left.span, in: input)
            .isEqual(to: JSONDecimal(right.span, in: otherInput), in: input, otherInput)
    }
}

/// Finds the members of one object by key, in linear time for all of them together.
///
/// The table is handed in, so that its memory serves the next object too.
struct KeyLookup {
    private let tree: JSONTree
    private let object: Int
    private let isHashed: Bool

    init(_ tree: JSONTree, _ object: Int, _ keys: inout JSONKeyTable) {
        self.tree = tree
        self.object = object
        var count = 0
        for _ in tree.members(of: object) { count += 1 }
        isHashed = count > JSONKeyTable.greatestPairwiseCount
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
