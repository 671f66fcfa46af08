/// A budget for suggestions, each of which takes time that grows with the document.
///
/// A suggestion for a bound is proved by parsing the whole requirement with it, and one for a name is found by comparing
/// it with all others. For thousands of them that would take quadratic time, so only the first ones are made.
struct SuggestionBudget: Sendable {
    private var spent = 0

    /// So many names are compared in less than a second.
    private static let maximum = 1 << 18

    /// Whether one more suggestion may be made. The first one is always allowed.
    ///
    /// - Parameter cost: How many bytes are parsed, or how many names are compared.
    mutating func allows(_ cost: Int) -> Bool {
        guard spent == 0 || cost <= Self.maximum - spent else { return false }
        spent += cost
        return true
    }
}
