import FlagResolver

/// Values put into classes of equal ones, quickly where there are few: they are compared with each other first, and by
/// a hash once there are many.
struct SmallValueClasses {
    private let tree: JSONTree
    private(set) var representatives: [Int] = []
    private var hashed: ValueClasses?

    private static let greatestPairwiseCount = 8

    init(of tree: JSONTree) {
        self.tree = tree
    }

    /// The number of the class that a value belongs to; a new one where it equals none that was asked for before.
    mutating func number(of node: Int) -> Int {
        if hashed == nil {
            if let known = representatives.firstIndex(where: { isEqual($0, node) }) { return known }
            guard representatives.count == Self.greatestPairwiseCount else {
                representatives.append(node)
                return representatives.count - 1
            }
            var classes = ValueClasses(of: tree)
            for representative in representatives { _ = classes.number(of: representative) }
            hashed = classes
        }
        let number = hashed?.number(of: node) ?? 0
        if number == representatives.count { representatives.append(node) }
        return number
    }

    /// Most values are told apart by a look at their text, which costs far less than comparing trees.
    private func isEqual(_ left: Int, _ right: Int) -> Bool {
        let one = tree.nodes[left]
        let other = tree.nodes[right]
        guard one.kind == other.kind else { return false }
        switch one.kind {
        case .null, .true, .false: return true
        case .number where isPlainInteger(one) && isPlainInteger(other): return hasSameText(one, other)
        case .string where !one.isEscaped && !other.isEscaped: return hasSameText(one, other)
        default: return tree.isEqual(left, to: tree, right)
        }
    }

    /// Whether a number has only one spelling: JSON allows no zeros before an integer, but a sign before zero.
    private func isPlainInteger(_ node: JSONNode) -> Bool {
        node.isInteger && tree.bytes[Int(node.start)] != UInt8(ascii: "-")
    }

    private func hasSameText(_ left: JSONNode, _ right: JSONNode) -> Bool {
        left.span.count == right.span.count && tree.bytes[left.span] == tree.bytes[right.span]
    }
}
