package import FlagResolver

/// Which of two compared documents a value is in.
package enum DocumentSide: Sendable, BitwiseCopyable {
    /// The old one, or the only one.
    case first
    case second
}

/// Numbers for the values of one or two documents: two values have the same number exactly where they are equal.
///
/// Equal means the same JSON, as ``JSONTree/isEqual(_:to:_:)`` says. With the numbers, whether a value changes along the
/// version line is a comparison of integers, however long the values are.
package struct ValueClasses {
    private struct Representative {
        let node: Int
        let side: DocumentSide
    }

    private let first: JSONTree
    private let second: JSONTree
    /// One value of each class, by its number.
    private var representatives: [Representative] = []
    /// The numbers by the canonical text of the values, once there are too many values to compare with each.
    private var numbers: [[UInt8]: Int] = [:]

    private static let greatestPairwiseCount = 16

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
    package var count: Int { representatives.count }

    /// The node of the value that was the first of its class.
    package func representative(of number: Int) -> Int { representatives[number].node }

    /// Forgets all classes, and keeps their memory for the next ones.
    package mutating func removeAll() {
        representatives.removeAll(keepingCapacity: true)
        if !numbers.isEmpty { numbers.removeAll() }
    }

    /// The number of a value: a new one if the value equals none that was numbered before.
    ///
    /// - Complexity: O(*n* log *n*) in the length of the value's text, on average.
    package mutating func number(of node: Int, in side: DocumentSide = .first) -> Int {
        let count = representatives.count
        if count < Self.greatestPairwiseCount {
            for number in representatives.indices where isEqual(representatives[number], node, side) { return number }
        } else {
            if count == Self.greatestPairwiseCount, numbers.isEmpty {
                for (number, known) in representatives.enumerated() { numbers[canonicalText(of: known)] = number }
            }
            let text = canonicalText(of: Representative(node: node, side: side))
            if let known = numbers[text] { return known }
            numbers[text] = count
        }
        representatives.append(Representative(node: node, side: side))
        return count
    }

    /// A value with the number of its class.
    mutating func classified(_ node: Int, in side: DocumentSide = .first) -> ClassifiedValue {
        ClassifiedValue(node: node, valueClass: number(of: node, in: side))
    }

    private func isEqual(_ known: Representative, _ node: Int, _ side: DocumentSide) -> Bool {
        switch (known.side, side) {
        case (.first, .first): first.isEqual(known.node, to: first, node)
        case (.first, .second): first.isEqual(known.node, to: second, node)
        case (.second, .first): second.isEqual(known.node, to: first, node)
        case (.second, .second): second.isEqual(known.node, to: second, node)
        }
    }

    private func canonicalText(of value: Representative) -> [UInt8] {
        switch value.side {
        case .first: first.canonicalText(of: value.node)
        case .second: second.canonicalText(of: value.node)
        }
    }
}

/// The node of a value, and the number of its class.
struct ClassifiedValue: Equatable, Sendable, BitwiseCopyable {
    let node: Int
    let valueClass: Int
}
