import FlagResolver

/// The strings that `$attributes` declares for an attribute.
struct ListedValues: Sendable {
    /// In ascending order of their bytes.
    let strings: [String]

    init(_ strings: [String]) {
        self.strings = strings.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// - Complexity: O(log *n*) in the number of strings.
    func contains(_ text: String) -> Bool { first(from: text)?.utf8.elementsEqual(text.utf8) ?? false }

    /// - Complexity: O(log *n*) in the number of strings.
    func containsString(startingWith prefix: String) -> Bool {
        first(from: prefix)?.utf8.starts(with: prefix.utf8) ?? false
    }

    /// The first string that is not below a text. Those that start with the text come first.
    private func first(from text: String) -> String? {
        let index = strings.partitionPoint { !$0.utf8.lexicographicallyPrecedes(text.utf8) }
        return index < strings.count ? strings[index] : nil
    }
}
