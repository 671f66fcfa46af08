import FlagResolver

/// One pass over the entries of a setting, from the last to the first, that decides which ones can be removed.
///
/// The value without an entry depends on the decisions about the entries after it. Therefore the pass divides the entries
/// into two halves: it decides the later half first, then combines its first matches with the cases that the earlier half
/// wins.
struct StalePass {
    struct Removed {
        let index: Int
        /// Where the values come from without the entry: entries, or `nil` for the default.
        let fallbacks: Set<Int?>
        /// Whether all values stay the same if only this entry is removed.
        let isIndependent: Bool
    }

    /// From the last entry to the first.
    private(set) var removed: [Removed] = []
    /// The remaining entries that can win, in ascending order.
    private(set) var kept: [Int] = []
    /// Whether the default applies to anybody with a supported version.
    private(set) var needsDefault = false

    private let functions: [EntryFunctions]
    private let valueClasses: [Int]
    private let defaultClass: Int
    private let pinned: Set<Int>

    private typealias Match = StaleDecision.Match
    private typealias EntryWinner = StaleDecision.EntryWinner

    /// The leaf 0 is no match.
    private let matches = LeafTable(Match())
    /// The leaf 0 is for contexts in which none of the entries wins.
    private let winners = LeafTable<EntryWinner?>(nil)

    /// - Parameters:
    ///   - functions: The entries as functions: with an app version, and without one if these contexts matter.
    ///   - valueClasses: The class of the value of each entry.
    ///   - defaultClass: The class of the default, which may be a proposed one.
    ///   - pinned: Entries that stay.
    /// - Complexity: O(*n* log *n*) in the number of states of all entries.
    init(
        _ functions: [EntryFunctions], valueClasses: [Int], defaultClass: Int, keeping pinned: Set<Int> = []
    ) throws(CaseSpace.Failure) {
        self.pinned = pinned
        self.functions = functions
        self.valueClasses = valueClasses
        self.defaultClass = defaultClass
        var winning: [CaseMap] = []
        for entries in functions {
            winning.append(
                try entries.space.mapped(entries.winners) { (winner: Winner?) in
                    winners.leaf(winner?.entry.map { EntryWinner(index: $0) })
                })
        }
        let found = try decide(valueClasses.indices, winning)
        kept.reverse()
        guard let known = functions.first, let found = found.first else { return }
        let unmatched = try known.space.combined(known.users, found) { (counts: Bool, match: Int) in
            counts && matches[match].kept == nil
        }
        needsDefault = unmatched != CaseMap(.no)
    }

    /// Decides some entries.
    ///
    /// - Parameter winning: The winners among these entries, in each space.
    /// - Returns: The first match among these entries, in each space.
    private mutating func decide(_ entries: Range<Int>, _ winning: [CaseMap]) throws(CaseSpace.Failure) -> [CaseMap] {
        guard entries.count > 1 else { return try decide(entries.lowerBound, winning) }
        let middle = entries.lowerBound + entries.count / 2
        var ofLater: [CaseMap] = []
        for (space, map) in zip(functions, winning) {
            ofLater.append(
                try space.space.mapped(map) { (winner: Int) in
                    winners.leaf(winners[winner].flatMap { $0.index < middle ? nil : $0 })
                })
        }
        let later = try decide(middle..<entries.upperBound, ofLater)
        var ofEarlier: [CaseMap] = []
        for (space, maps) in zip(functions, zip(winning, later)) {
            ofEarlier.append(
                try space.space.combined(maps.0, maps.1) { (winner: Int, match: Int) in
                    let winner = winners[winner].flatMap { $0.index < middle ? $0 : nil }
                    return winners.leaf(
                        winner.map { EntryWinner(index: $0.index, next: matches[match].or($0.next)) })
                })
        }
        let earlier = try decide(entries.lowerBound..<middle, ofEarlier)
        var result: [CaseMap] = []
        for (space, maps) in zip(functions, zip(earlier, later)) {
            result.append(
                try space.space.combined(maps.0, maps.1) { (earlier: Int, later: Int) in
                    matches.leaf(matches[earlier].or(matches[later]))
                })
        }
        return result
    }

    private mutating func decide(_ index: Int, _ winning: [CaseMap]) throws(CaseSpace.Failure) -> [CaseMap] {
        // Entries that cannot match anybody are mistakes, or rollouts that have not begun.
        guard functions.contains(where: { $0.canMatch(index) }) else { return functions.map { _ in CaseMap(.no) } }
        var next: Set<Match> = []
        for (space, map) in zip(functions, winning) {
            for winner in space.space.values(of: map, as: Int.self).compactMap({ winners[$0] }) {
                next.insert(winner.next)
            }
        }
        let decision = StaleDecision(
            index, next: next, isPinned: pinned.contains(index), valueClass: { valueClass(of: $0) })
        if decision.canBeRemoved {
            removed.append(
                Removed(index: index, fallbacks: Set(next.map(\.kept)), isIndependent: decision.isIndependent))
        } else {
            kept.append(index)
        }
        let match = matches.leaf(decision.match)
        var result: [CaseMap] = []
        for space in functions {
            result.append(try space.space.mapped(space.conditions[index]) { (holds: Bool) in holds ? match : 0 })
        }
        return result
    }

    private func valueClass(of index: Int?) -> Int { index.map { valueClasses[$0] } ?? defaultClass }
}

/// Values as leaves of decisions: equal values are equal leaves.
private final class LeafTable<Value: Hashable> {
    private var values: [Value]
    private var numbers: [Value: Int]

    /// - Parameter first: The value of the leaf 0.
    init(_ first: Value) {
        values = [first]
        numbers = [first: 0]
    }

    subscript(leaf: Int) -> Value { values[leaf] }

    func leaf(_ value: Value) -> Int {
        if let number = numbers[value] { return number }
        numbers[value] = values.count
        values.append(value)
        return values.count - 1
    }
}
