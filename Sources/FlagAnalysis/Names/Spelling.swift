/// Near misses of names, for "did you mean".
package enum Spelling {
    /// The candidate that a misspelt name most likely stands for; `nil` where none is near enough.
    ///
    /// Near enough are two slips, or one for every three letters if that is less: `fla` is not `flagset`. Of equally
    /// near candidates the first in alphabetical order is taken, so that the answer does not depend on their order.
    ///
    /// - Complexity: O(*candidates* × *length*), since the distance is only followed as far as it counts.
    package static func nearest(to name: String, in candidates: some Sequence<String>) -> String? {
        let letters = Array(name.lowercased().unicodeScalars.prefix(longest + 1))
        guard !letters.isEmpty, letters.count <= longest else { return nil }
        let bound = max(1, min(2, letters.count / 3))
        var best: (distance: Int, name: String)?
        for candidate in candidates where !candidate.utf8.elementsEqual(name.utf8) {
            // The same letters in other code points look alike, and are the best suggestion there is.
            if candidate == name { return candidate }
            let other = Array(candidate.lowercased().unicodeScalars.prefix(longest + 1))
            guard let distance = distance(letters, other, atMost: best?.distance ?? bound) else { continue }
            if let found = best, (found.distance, found.name) <= (distance, candidate) { continue }
            best = (distance, candidate)
        }
        // A name that differs in nothing but case is the best candidate of all and has the distance 0.
        return best?.name
    }

    private static let longest = 128

    /// How many letters must be inserted, deleted, replaced or swapped with their neighbour; `nil` above a bound.
    ///
    /// The optimal string alignment distance, in a band around the diagonal as wide as the bound.
    package static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], atMost bound: Int) -> Int? {
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
