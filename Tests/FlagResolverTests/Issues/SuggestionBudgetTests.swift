import FlagResolver
import TestSupport
import Testing

struct SuggestionBudgetTests {
    @Test func `as many names are compared as the budget allows, and the first suggestion is always made`() {
        let names = (0..<1000).map { "setting\($0)" }
        var budget = SuggestionBudget()
        let made = (0..<1000).filter { _ in budget.nearest(to: "seting1", in: names) != nil }
        expectEqual(made, Array(0..<(SuggestionBudget.maximum / 1000)))
        var small = SuggestionBudget()
        expect(small.allows(.max))
        expect(!small.allows(1))
    }
}
