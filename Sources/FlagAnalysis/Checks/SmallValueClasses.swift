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

    private func isEqual(_ left: Int, _ right: Int) -> Bool {
        let kind = tree.kind(of: left)
        guard kind == tree.kind(of: right) else { return false }
        switch kind {
        case .null, .true, .false: return true
        default: return tree.isEqual(left, to: tree, right)
        }
    }
}
