import FlagResolver

/// Near misses of names, for "did you mean".
package enum Spelling {
    /// The candidate that a misspelt name most likely stands for; `nil` if none is near enough.
    ///
    /// A candidate may differ by two edits, or by one for every three letters if that is less: `fla` is not `flagset`. Of
    /// equally near candidates the first in alphabetical order is taken, so that their order does not matter.
    ///
    /// - Complexity: O(*candidates* × *length*), since only distances up to the bound are computed.
    package static func nearest(to name: String, in candidates: some Sequence<String>) -> String? {
        let letters = Array(name.lowercased().unicodeScalars.prefix(longest + 1))
        guard !letters.isEmpty, letters.count <= longest else { return nil }
        let bound = max(1, min(2, letters.count / 3))
        var best: (distance: Int, name: String)?
        for candidate in candidates where !candidate.utf8.elementsEqual(name.utf8) {
            // The same letters in other code points look alike: no other candidate is nearer.
            if candidate == name { return candidate }
            let other = Array(candidate.lowercased().unicodeScalars.prefix(longest + 1))
            guard let distance = EditDistance.between(letters, other, atMost: best?.distance ?? bound) else { continue }
            if let found = best, (found.distance, found.name) <= (distance, candidate) { continue }
            best = (distance, candidate)
        }
        // A name that differs only in case has the distance 0.
        return best?.name
    }

    private static let longest = 128
}
