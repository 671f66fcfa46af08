/// Which winner within some parts of a timeline reaches furthest to one side, of those whose value is another one.
///
/// A segment tree. Each node knows the part with the furthest reach, and the furthest one of another value than that.
struct FurthestWinner {
    /// A part's winner: how far it reaches, and the class of its value.
    struct Candidate: BitwiseCopyable {
        /// Its reach as a rank, zero the furthest; then the part, so that of equally far ones the lowest part counts, and
        /// the answer does not depend on the shape of the tree.
        let order: UInt64
        let valueClass: Int

        init(part: Int, rank: Int, valueClass: Int) {
            order = UInt64(truncatingIfNeeded: rank) << 32 | UInt64(truncatingIfNeeded: part)
            self.valueClass = valueClass
        }

        private init() {
            order = .max
            valueClass = Int.min
        }

        /// No winner.
        static let none = Candidate()

        var part: Int? { order == .max ? nil : Int(truncatingIfNeeded: order & 0xFFFF_FFFF) }
    }

    private struct Node: BitwiseCopyable {
        var best = Candidate.none
        var otherBest = Candidate.none

        mutating func take(_ candidate: Candidate) {
            if candidate.order < best.order {
                if best.valueClass != candidate.valueClass { otherBest = best }
                best = candidate
            } else if candidate.order < otherBest.order, candidate.valueClass != best.valueClass {
                otherBest = candidate
            }
        }

        mutating func take(_ other: Node) {
            take(other.best)
            take(other.otherBest)
        }
    }

    private var nodes: [Node]
    private let leafCount: Int

    /// - Parameter candidates: One for each part.
    /// - Complexity: O(*n*) in the number of parts.
    init(_ candidates: [Candidate]) {
        var leafCount = 1
        while leafCount < candidates.count { leafCount *= 2 }
        self.leafCount = leafCount
        nodes = Array(repeating: Node(), count: 2 * leafCount)
        for (part, candidate) in candidates.enumerated() { nodes[leafCount + part].best = candidate }
        for index in (1..<leafCount).reversed() {
            var node = nodes[2 * index]
            node.take(nodes[2 * index + 1])
            nodes[index] = node
        }
    }

    /// The part of the winner with the furthest reach among some parts, of those with another value than a class.
    ///
    /// - Complexity: O(log *n*) in the number of parts.
    func furthest(in range: Range<Int>, otherThan valueClass: Int) -> Int? {
        var result = Node()
        var low = range.lowerBound + leafCount
        var high = range.upperBound + leafCount
        while low < high {
            if low & 1 == 1 {
                result.take(nodes[low])
                low += 1
            }
            if high & 1 == 1 {
                high -= 1
                result.take(nodes[high])
            }
            low /= 2
            high /= 2
        }
        return result.best.valueClass == valueClass ? result.otherBest.part : result.best.part
    }
}
