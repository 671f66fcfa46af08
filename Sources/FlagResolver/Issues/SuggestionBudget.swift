/// A budget for suggestions, each of which takes time that grows with the document.
///
/// A suggestion for a bound is proved by parsing the whole requirement with it, and one for a name is found by comparing
/// it with all others. For thousands of them that would take quadratic time, so only the first ones are made.
package struct SuggestionBudget: Sendable {
    private var spent = 0

    /// So many names are compared in less than a second.
    package static let maximum = 1 << 18

    package init() {}

    /// Whether one more suggestion may be made. The first one is always allowed.
    ///
    /// - Parameter cost: How many bytes are parsed, or how many names are compared.
    package mutating func allows(_ cost: Int) -> Bool {
        guard spent == 0 || cost <= Self.maximum - spent else { return false }
        spent += cost
        return true
    }

    /// The name that is most similar to a misspelt one; `nil` if none is similar enough, or too many names have been
    /// compared.
    package mutating func nearest(to name: String, in names: some Collection<String>) -> String? {
        allows(names.count) ? Spelling.nearest(to: name, in: names) : nil
    }
}
