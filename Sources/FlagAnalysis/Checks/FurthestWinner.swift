import FlagResolver

/// Which winner within some parts of a timeline reaches furthest to one side, of those whose value is another one.
///
/// A segment tree. Each node knows the part with the furthest reach, and the furthest one of another value than that.
struct FurthestWinner {
    /// A part's winner: how far it reaches, and the class of its value.
    struct Candidate {
        let part: Int
        let reach: VersionCut
        let valueClass: Int
    }

    private struct Node {
        var best: Candidate?
        var otherBest: Candidate?
    }

    private var nodes: [Node]
    private let leafCount: Int
    private let isDownwards: Bool

    /// - Parameters:
    ///   - candidates: One for each part, `nil` where there is no winner.
    ///   - isDownwards: Whether the lowest reach is the furthest.
    /// - Complexity: O(*n*) in the number of parts.
    init(_ candidates: [Candidate?], isDownwards: Bool) {
        var leafCount = 1
        while leafCount < candidates.count { leafCount *= 2 }
        self.leafCount = leafCount
        self.isDownwards = isDownwards
        nodes = Array(repeating: Node(), count: 2 * leafCount)
        for (part, candidate) in candidates.enumerated() { nodes[leafCount + part].best = candidate }
        for node in (1..<leafCount).reversed() { nodes[node] = joined(nodes[2 * node], nodes[2 * node + 1]) }
    }

    /// The candidate with the furthest reach among some parts, of those with another value than a class.
    ///
    /// - Complexity: O(log *n*) in the number of parts.
    func furthest(in range: Range<Int>, otherThan valueClass: Int) -> Candidate? {
        var result = Node()
        var low = range.lowerBound + leafCount
        var high = range.upperBound + leafCount
        while low < high {
            if !low.isMultiple(of: 2) {
                result = joined(result, nodes[low])
                low += 1
            }
            if !high.isMultiple(of: 2) {
                high -= 1
                result = joined(result, nodes[high])
            }
            low /= 2
            high /= 2
        }
        return result.best?.valueClass == valueClass ? result.otherBest : result.best
    }

    private func joined(_ left: Node, _ right: Node) -> Node {
        var result = left
        for candidate in [right.best, right.otherBest] {
            guard let candidate else { continue }
            if isFurther(candidate, than: result.best) {
                if result.best?.valueClass != candidate.valueClass { result.otherBest = result.best }
                result.best = candidate
            } else if candidate.valueClass != result.best?.valueClass, isFurther(candidate, than: result.otherBest) {
                result.otherBest = candidate
            }
        }
        return result
    }

    /// Of equally far ones the lowest part counts, so that the answer does not depend on the shape of the tree.
    private func isFurther(_ candidate: Candidate, than other: Candidate?) -> Bool {
        guard let other else { return true }
        if candidate.reach == other.reach { return candidate.part < other.part }
        return (candidate.reach < other.reach) == isDownwards
    }
}
