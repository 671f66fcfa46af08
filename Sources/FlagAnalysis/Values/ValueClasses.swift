package import FlagResolver

/// Values of one or two documents put into classes of equal ones, numbered in the order in which they are met.
///
/// Equal means the same JSON: members in any order, numbers by value and kind. A few values are compared with each
/// other; more are found by a hash that equal ones share, so a thousand different values are not all compared.
package struct ValueClasses {
    /// Which of the two documents a value is in.
    package enum Side: Sendable {
        case first
        case second
    }

    private struct Member {
        let node: Int
        let side: Side
    }

    private let first: JSONTree
    private let second: JSONTree
    /// One value of each class, by its number.
    private var members: [Member] = []
    private var numbers: [Int: [Int]] = [:]

    /// Classes of the values of one document.
    package init(of tree: JSONTree) {
        self.init(of: tree, and: tree)
    }

    /// Classes of the values of two documents together.
    package init(of first: JSONTree, and second: JSONTree) {
        self.first = first
        self.second = second
    }

    /// How many classes there are.
    package var count: Int { members.count }

    /// The node of the value that was the first of its class.
    package func representative(of number: Int) -> Int { members[number].node }

    /// Forgets all classes, and keeps their memory for the next ones.
    package mutating func removeAll() {
        members.removeAll(keepingCapacity: true)
        if !numbers.isEmpty { numbers.removeAll(keepingCapacity: true) }
    }

    /// The number of the class that a value belongs to; a new one where it equals none that was asked for before.
    ///
    /// - Complexity: O(*n*) in the length of the value's text, on average.
    package mutating func number(of node: Int, in side: Side = .first) -> Int {
        if members.count <= Self.greatestPairwiseCount {
            for number in members.indices where isEqual(number, node, side) { return number }
            members.append(Member(node: node, side: side))
            if members.count > Self.greatestPairwiseCount {
                for number in members.indices { numbers[key(of: members[number]), default: []].append(number) }
            }
            return members.count - 1
        }
        let member = Member(node: node, side: side)
        let key = key(of: member)
        if let known = numbers[key]?.first(where: { isEqual($0, node, side) }) { return known }
        numbers[key, default: []].append(members.count)
        members.append(member)
        return members.count - 1
    }

    /// So few values are compared with each other faster than they are hashed.
    private static let greatestPairwiseCount = 16

    private func isEqual(_ number: Int, _ node: Int, _ side: Side) -> Bool {
        let known = members[number]
        switch (known.side, side) {
        case (.first, .first): return first.isSame(known.node, as: node, in: first)
        case (.first, .second): return first.isSame(known.node, as: node, in: second)
        case (.second, .first): return second.isSame(known.node, as: node, in: first)
        case (.second, .second): return second.isSame(known.node, as: node, in: second)
        }
    }

    private func key(of member: Member) -> Int {
        var hasher = Hasher()
        (member.side == .first ? first : second).hash(member.node, into: &hasher)
        return hasher.finalize()
    }
}

extension JSONTree {
    /// Hashes so that equal values have equal hashes. The parser's limit of depth bounds the recursion.
    fileprivate func hash(_ node: Int, into hasher: inout Hasher) {
        hasher.combine(kind(of: node))
        switch kind(of: node) {
        case .null, .false, .true: break
        case .number: hasher.combine(double(at: node))
        case .string: hasher.combine(stringBytes(at: node))
        case .array:
            for element in elements(of: node) { hash(element, into: &hasher) }
        case .object:
            // A sum does not depend on the order of its terms, as an object does not on that of its members.
            var sum = 0
            for member in members(of: node) {
                var memberHasher = Hasher()
                hash(member.key, into: &memberHasher)
                hash(member.value, into: &memberHasher)
                sum &+= memberHasher.finalize()
            }
            hasher.combine(sum)
        }
    }
}
