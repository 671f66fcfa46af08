/// Similar names, for "did you mean".
package enum Spelling {
    /// The candidate that is most similar to a misspelt name; `nil` if none is similar enough.
    ///
    /// A candidate may differ by two edits, or by one for every three letters if that is less: `fla` is not `flagset`. Among
    /// equally similar candidates, the first in alphabetical order is chosen, so the order of the candidates does not matter.
    ///
    /// - Complexity: O(*candidates* × *length*), since only distances up to the bound are computed.
    package static func nearest(to name: String, in candidates: some Sequence<String>) -> String? {
        // Longer texts are no names, and comparing those with many combining marks takes quadratic time.
        guard name.utf8.count <= maximumByteCount else { return nil }
        let letters = Array(name.lowercased().unicodeScalars.prefix(maximumLength + 1))
        guard !letters.isEmpty, letters.count <= maximumLength else { return nil }
        let bound = max(1, min(2, letters.count / 3))
        var best: (distance: Int, name: String)?
        for candidate in candidates
        where candidate.utf8.count <= maximumByteCount && !candidate.utf8.elementsEqual(name.utf8) {
            // Canonically equivalent names look the same, so no other candidate is more similar.
            if candidate == name { return candidate }
            let other = Array(candidate.lowercased().unicodeScalars.prefix(maximumLength + 1))
            guard let distance = EditDistance.between(letters, other, atMost: best?.distance ?? bound) else { continue }
            if let found = best, (found.distance, found.name) <= (distance, candidate) { continue }
            best = (distance, candidate)
        }
        // Names that differ only in case have the distance 0.
        return best?.name
    }

    /// The setting that was most likely meant by a name that no document has; `nil` if none is similar enough.
    ///
    /// A name that lacks only its groups comes first: `promptBar` is `aiChat.promptBar`, and so is `promptbar`. If
    /// several settings end with the name, there is no suggestion.
    package static func nearestSetting(to name: String, in names: some Sequence<String>) -> String? {
        let ending = "." + name
        for isExact in [true, false] where !name.isEmpty {
            let inGroups = Set(
                names.filter {
                    isExact ? $0.ends(withBytesOf: ending) : $0.lowercased().ends(withBytesOf: ending.lowercased())
                })
            if !inGroups.isEmpty { return inGroups.count == 1 ? inGroups.first : nil }
        }
        return nearest(to: name, in: names)
    }

    /// The help for a word that is most likely misspelt.
    ///
    /// - Parameter suggestion: What was probably meant, as it is shown.
    package static func didYouMean(_ suggestion: String) -> String { "did you mean \(suggestion)?" }

    private static let maximumLength = 128
    private static let maximumByteCount = 512
}
