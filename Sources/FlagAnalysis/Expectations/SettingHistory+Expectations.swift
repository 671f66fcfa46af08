package import FlagResolver

extension SettingHistory {
    /// Versions for which a setting is not what was expected, with the one value that it has instead.
    package struct Mismatch: Hashable, Sendable {
        package let versions: VersionSet
        /// The node of the value, which is that of the entry responsible or of the default.
        package let value: Int
    }

    /// Every version in a set for which the setting has another value than one of another document: all of them, by
    /// the place that their value comes from, those with the lowest versions first.
    ///
    /// - Parameters:
    ///   - expected: The node of the expected value in `other`.
    ///   - tree: The tree of the document that the history is of.
    /// - Complexity: O(*n* + *m*) in the number of parts and of the set's stretches that they share.
    package func mismatches(
        with expected: Int, of other: JSONTree, in tree: JSONTree, within versions: VersionSet
    ) -> [Mismatch] {
        var order: [Int] = []
        var stretches: [Int: [VersionStretch]] = [:]
        var isExpected: [Int: Bool] = [:]
        for part in parts {
            let isEqual = isExpected[part.valueClass] ?? tree.isEqual(part.value, to: other, expected)
            isExpected[part.valueClass] = isEqual
            guard !isEqual else { continue }
            let shared = VersionSet(part.stretch).intersection(versions)
            guard !shared.isEmpty else { continue }
            if stretches[part.value] == nil { order.append(part.value) }
            stretches[part.value, default: []] += shared.stretches
        }
        return order.map { Mismatch(versions: VersionSet(stretches[$0] ?? []), value: $0) }
    }
}
