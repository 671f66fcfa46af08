package import FlagResolver

/// Values of one or two documents put into classes of equal ones, numbered in the order in which they are met.
///
/// Equal means the same JSON: members in any order, numbers by value and kind. Values are told apart by a hash that
/// equal ones share, so a thousand different values are not all compared.
package struct ValueClasses {
    private struct Member: BitwiseCopyable {
        let node: UInt32
        let isSecond: Bool
        let hash: UInt64
    }

    private let first: JSONTree
    private let second: JSONTree
    private let hasher = ByteHash.ofProcess
    /// One value of each class, by its number.
    private var members: [Member] = []
    /// The classes of each hash, where there are too many to look through.
    private var numbers: [UInt64: [Int]] = [:]

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
    package func representative(of number: Int) -> Int { Int(members[number].node) }

    /// Forgets all classes, and keeps their memory for the next ones.
    package mutating func removeAll() {
        members.removeAll(keepingCapacity: true)
        if !numbers.isEmpty { numbers.removeAll(keepingCapacity: true) }
    }

    /// The number of the class that a value belongs to; a new one where it equals none that was asked for before.
    ///
    /// - Complexity: O(*n*) in the length of the value's text, on average.
    package mutating func number(of node: Int, in side: DocumentSide = .first) -> Int {
        let isSecond = side == .second
        let hash = isSecond ? second.hash(of: node, with: hasher) : first.hash(of: node, with: hasher)
        if members.count <= Self.greatestSearchedCount {
            for number in members.indices where members[number].hash == hash && isEqual(number, node, isSecond) {
                return number
            }
        } else if let known = numbers[hash]?.first(where: { isEqual($0, node, isSecond) }) {
            return known
        }
        members.append(Member(node: UInt32(truncatingIfNeeded: node), isSecond: isSecond, hash: hash))
        if members.count == Self.greatestSearchedCount + 1 {
            for number in members.indices { numbers[members[number].hash, default: []].append(number) }
        } else if members.count > Self.greatestSearchedCount {
            numbers[hash, default: []].append(members.count - 1)
        }
        return members.count - 1
    }

    /// So few hashes are looked through faster than they are looked up.
    private static let greatestSearchedCount = 32

    private func isEqual(_ number: Int, _ node: Int, _ isSecond: Bool) -> Bool {
        let known = members[number]
        switch (known.isSecond, isSecond) {
        case (false, false): return first.isSame(Int(known.node), as: node, in: first)
        case (false, true): return first.isSame(Int(known.node), as: node, in: second)
        case (true, false): return second.isSame(Int(known.node), as: node, in: first)
        case (true, true): return second.isSame(Int(known.node), as: node, in: second)
        }
    }
}
