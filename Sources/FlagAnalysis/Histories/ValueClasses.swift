package import FlagResolver

/// Values of one document put into classes of equal ones, numbered in the order in which they are met.
///
/// Equal means the same JSON: members in any order, numbers by value and kind. Values are found by a hash that equal
/// ones share, so a thousand different values are not all compared with each other.
package struct ValueClasses {
    private let tree: JSONTree
    private var classes: [Int: [(node: Int, number: Int)]] = [:]

    /// One node of each class, by its number.
    package private(set) var representatives: [Int] = []

    package init(of tree: JSONTree) {
        self.tree = tree
    }

    /// The number of the class that a value belongs to; a new one where it equals none that was asked for before.
    ///
    /// - Complexity: O(*n*) in the length of the value's text, on average.
    package mutating func number(of node: Int) -> Int {
        // Most settings have a handful of values, and comparing those costs less than hashing them.
        if representatives.count <= Self.greatestPairwiseCount {
            if let number = representatives.firstIndex(where: { isEqual($0, node) }) { return number }
            representatives.append(node)
            if representatives.count > Self.greatestPairwiseCount {
                for (number, node) in representatives.enumerated() {
                    classes[key(of: node), default: []].append((node, number))
                }
            }
            return representatives.count - 1
        }
        let key = key(of: node)
        if let known = classes[key]?.first(where: { isEqual($0.node, node) }) { return known.number }
        let number = representatives.count
        classes[key, default: []].append((node, number))
        representatives.append(node)
        return number
    }

    private static let greatestPairwiseCount = 8

    /// Equality, which most values tell by their text.
    private func isEqual(_ left: Int, _ right: Int) -> Bool {
        let (one, other) = (tree.nodes[left], tree.nodes[right])
        guard one.kind == other.kind else { return false }
        switch one.kind {
        case .null, .true, .false: return true
        case .string where !one.isEscaped && !other.isEscaped:
            return one.span.count == other.span.count && tree.bytes[one.span] == tree.bytes[other.span]
        default: return tree.isEqual(left, to: tree, right)
        }
    }

    private func key(of node: Int) -> Int {
        var hasher = Hasher()
        hash(node, into: &hasher)
        return hasher.finalize()
    }

    /// Hashes so that equal values have equal hashes. The parser's limit of depth bounds the recursion.
    private func hash(_ node: Int, into hasher: inout Hasher) {
        hasher.combine(tree.kind(of: node))
        switch tree.kind(of: node) {
        case .null, .false, .true: break
        case .number: hasher.combine(tree.double(at: node))
        case .string: hasher.combine(tree.stringBytes(at: node))
        case .array:
            for element in tree.elements(of: node) { hash(element, into: &hasher) }
        case .object:
            // A sum does not depend on the order of its terms, as an object does not on that of its members.
            var sum = 0
            for member in tree.members(of: node) {
                var memberHasher = Hasher()
                hash(member.key, into: &memberHasher)
                hash(member.value, into: &memberHasher)
                sum &+= memberHasher.finalize()
            }
            hasher.combine(sum)
        }
    }
}
