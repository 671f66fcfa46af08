package import FlagResolver

/// One of two compared documents.
package enum DocumentSide: Sendable, BitwiseCopyable {
    /// The old document, or the only one.
    case first
    /// The new document.
    case second
}

/// Numbers for the values of one or two documents: two values have the same number if and only if they are equal.
///
/// Equality is that of ``JSONTree/isEqual(_:to:_:)``. The numbers make each comparison along the version line a comparison
/// of integers, even for long values.
package struct ValueClasses {
    private struct Representative {
        let node: Int
        let side: DocumentSide
    }

    private let first: JSONTree
    private let second: JSONTree
    /// One value of each class, by its number.
    private var representatives: [Representative] = []
    /// The numbers by the canonical text of the values, once there are too many values for pairwise comparison.
    private var numbers: [[UInt8]: Int] = [:]

    private static let maximumPairwiseCount = 16

    /// Classes of the values of one document.
    package init(of tree: JSONTree) {
        self.init(of: tree, and: tree)
    }

    /// Classes of the values of two documents together.
    package init(of first: JSONTree, and second: JSONTree) {
        self.first = first
        self.second = second
    }

    /// The number of classes.
    package var count: Int { representatives.count }

    /// The node of the first value in a class.
    package func representative(of number: Int) -> Int { representatives[number].node }

    /// Removes all classes, but keeps their memory for new ones.
    package mutating func removeAll() {
        representatives.removeAll(keepingCapacity: true)
        if !numbers.isEmpty { numbers.removeAll() }
    }

    /// The number of the class of a value: a new one if no earlier value is equal.
    ///
    /// - Complexity: O(*n* log *n*) in the length of the value's text, on average.
    package mutating func number(of node: Int, in side: DocumentSide = .first) -> Int {
        let count = representatives.count
        if count < Self.maximumPairwiseCount {
            for number in representatives.indices where isEqual(representatives[number], node, side) { return number }
        } else {
            if count == Self.maximumPairwiseCount, numbers.isEmpty {
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
