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
        var hasher = Hasher()
        hash(node, into: &hasher)
        let key = hasher.finalize()
        if let known = classes[key]?.first(where: { tree.isEqual(node, to: tree, $0.node) }) { return known.number }
        let number = representatives.count
        classes[key, default: []].append((node, number))
        representatives.append(node)
        return number
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
