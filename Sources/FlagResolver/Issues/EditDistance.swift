/// The edit distance of two texts, for suggestions of what a misspelt name may have meant.
package enum EditDistance {
    /// The number of letters to insert, delete, replace or swap with their neighbour; `nil` if it exceeds the bound.
    ///
    /// This is the optimal string alignment distance, computed in a band around the diagonal that is as wide as the bound.
    ///
    /// - Complexity: O(*n* × *m*) for *n* and *m* letters.
    package static func between(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], atMost bound: Int) -> Int? {
        guard abs(left.count - right.count) <= bound else { return nil }
        let beyond = bound + 1
        var beforePrevious = [Int](repeating: beyond, count: right.count + 1)
        var previous = (0...right.count).map { min($0, beyond) }
        for row in 0..<left.count {
            var current = [Int](repeating: beyond, count: right.count + 1)
            current[0] = min(row + 1, beyond)
            for column in max(0, row - bound)..<max(0, min(right.count, row + bound + 1)) {
                let isSame = left[row] == right[column]
                var cost = min(previous[column] + (isSame ? 0 : 1), previous[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cost = min(cost, beforePrevious[column - 1] + 1)
                }
                current[column + 1] = min(cost, beyond)
            }
            (beforePrevious, previous) = (previous, current)
        }
        let distance = previous[right.count]
        return distance <= bound ? distance : nil
    }
}
