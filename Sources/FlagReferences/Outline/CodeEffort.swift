/// Counts what it costs to follow declarations through code, so that hostile code ends as incomplete and not after hours.
///
/// Names are looked up among all declarations of a source, and types among all that they inherit. In the code of an app that costs little;
/// 100,000 types in one file, each of which inherits the next one, would take quadratic time. The count is the same on every machine.
final class CodeEffort {
    private var rest: Int64
    /// Whether something was left out because there were no steps for it.
    private(set) var isSpent = false

    init(_ maximum: Int64) {
        rest = maximum
    }

    /// Takes steps for work that is about to be done.
    ///
    /// - Parameters:
    ///   - count: How often something is done.
    ///   - steps: The steps of each.
    /// - Returns: Whether there are enough. Once there were not, all further work is left out, too.
    func allows(_ count: Int, times steps: Int) -> Bool {
        let (cost, overflow) = Int64(count).multipliedReportingOverflow(by: Int64(steps))
        guard !isSpent, !overflow, cost <= rest else {
            isSpent = true
            return false
        }
        rest -= cost
        return true
    }
}

extension CodeOutline {
    /// How many declarations a search for the one around a token compares.
    var declarationCount: Int { types.count + functions.count + bindings.count + aliases.count }
}
