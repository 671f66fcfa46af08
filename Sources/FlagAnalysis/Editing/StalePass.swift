import FlagResolver

/// One pass over the entries of a setting, from the last to the first, that decides which ones can be removed.
///
/// The value without an entry depends on the decisions about the entries after it. Therefore the pass divides the entries
/// into two halves: it decides the later half first, then combines its first matches with the cases that the earlier half
/// wins.
///
/// What replaces an entry matters only for entries that are not among the ``StayingEntries``.
struct StalePass {
    struct Removed {
        let index: Int
        /// Where the values come from without the entry: entries, or `nil` for the default.
        ///
        /// Some may be repeated.
        let fallbacks: [Int?]
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
    /// Entries that are known to stay.
    private let staying: Set<Int>

    private typealias Match = StaleDecision.Match
    private typealias EntryWinner = StaleDecision.EntryWinner

    /// The leaf 0 is no match.
    private var matches = LeafTable(Match())
    /// The leaf 0 is for contexts in which none of the entries wins, or one that is known to stay.
    private var winners = LeafTable<EntryWinner?>(nil)

    /// - Parameters:
    ///   - functions: The entries as functions: with an app version, without one if these contexts matter, and as recorded
    ///     releases read them.
    ///   - valueClasses: The class of the value of each entry.
    ///   - defaultClass: The class of the default, which may be a proposed one.
    ///   - pinned: Entries that stay.
    /// - Complexity: O(*n* log *n*) in the number of states of all entries.
    init(
        _ functions: [EntryFunctions], valueClasses: [Int], defaultClass: Int, keeping pinned: Set<Int> = []
    ) throws(CaseSpace.Failure) {
        self.functions = functions
        self.valueClasses = valueClasses
        self.defaultClass = defaultClass
        let staying = try StayingEntries(
            functions, valueClasses: valueClasses, defaultClass: defaultClass, pinned: pinned
        ).found
        self.staying = staying
        guard functions.flatMap(\.winnersThatCount).compactMap(\.entry).contains(where: { !staying.contains($0) })
        else {
            removeEntriesThatNeverWin()
            return
        }
        let winning = try functions.map { (entries) throws(CaseSpace.Failure) in
            try entries.space.mapped(entries.winners) { (winner: Winner?) in
                winners.leaf(winner?.entry.flatMap { staying.contains($0) ? nil : EntryWinner(index: $0) })
            }
        }
        let found = try decide(valueClasses.indices, winning)
        kept.reverse()
        for (entries, found) in zip(functions, found) where entries.knowsVersion {
            let unmatched = try entries.space.combined(entries.users, found) { (counts: Bool, match: Int) in
                counts && matches[match].kept == nil
            }
            needsDefault = needsDefault || !unmatched.neverHolds
        }
    }

    /// Decides all entries, if those that win are known to stay.
    private mutating func removeEntriesThatNeverWin() {
        for index in valueClasses.indices where functions.contains(where: { $0.canMatch(index) }) {
            if staying.contains(index) {
                kept.append(index)
            } else {
                removed.append(Removed(index: index, fallbacks: [], isIndependent: true))
            }
        }
        removed.reverse()
        needsDefault = functions.contains { $0.knowsVersion && $0.winnersThatCount.contains(.default) }
    }

    /// Decides some entries.
    ///
    /// - Parameter winning: The winners among these entries, in each space.
    /// - Returns: The first match among these entries, in each space.
    private mutating func decide(_ entries: Range<Int>, _ winning: [CaseMap]) throws(CaseSpace.Failure) -> [CaseMap] {
        guard entries.count > 1 else { return try decide(entries.lowerBound, winning) }
        let middle = entries.lowerBound + entries.count / 2
        let ofLater = try Self.mapped(winning, in: functions) { winner in
            winners.leaf(winners[winner].flatMap { $0.index < middle ? nil : $0 })
        }
        let later = try decide(middle..<entries.upperBound, ofLater)
        let ofEarlier = try Self.combined(winning, later, in: functions) { winner, match in
            let winner = winners[winner].flatMap { $0.index < middle ? $0 : nil }
            return winners.leaf(winner.map { EntryWinner(index: $0.index, next: matches[match].or($0.next)) })
        }
        let earlier = try decide(entries.lowerBound..<middle, ofEarlier)
        return try Self.combined(earlier, later, in: functions) { earlier, later in
            matches.leaf(matches[earlier].or(matches[later]))
        }
    }

    private mutating func decide(_ index: Int, _ winning: [CaseMap]) throws(CaseSpace.Failure) -> [CaseMap] {
        // Entries that cannot match anybody are mistakes, or rollouts that have not begun.
        guard functions.contains(where: { $0.canMatch(index) }) else { return functions.map { _ in CaseMap(.no) } }
        var next: [Match] = []
        for space in functions.indices {
            next += functions[space].space.values(of: winning[space], as: Int.self).compactMap { winners[$0]?.next }
        }
        let decision = StaleDecision(
            index, next: next, isPinned: staying.contains(index), valueClass: { valueClass(of: $0) })
        if decision.canBeRemoved {
            removed.append(
                Removed(index: index, fallbacks: next.map(\.kept), isIndependent: decision.isIndependent))
        } else {
            kept.append(index)
        }
        let match = matches.leaf(decision.match)
        return try functions.map { (entries) throws(CaseSpace.Failure) in
            try entries.space.mapped(entries.conditions[index]) { (holds: Bool) in holds ? match : 0 }
        }
    }

    /// A function of the values of a map, in each space.
    private static func mapped(
        _ maps: [CaseMap], in functions: [EntryFunctions], _ transform: (Int) -> Int
    ) throws(CaseSpace.Failure) -> [CaseMap] {
        try functions.indices.map { (index) throws(CaseSpace.Failure) in
            try functions[index].space.mapped(maps[index], transform)
        }
    }

    /// A function of the values of two maps, in each space.
    private static func combined(
        _ left: [CaseMap], _ right: [CaseMap], in functions: [EntryFunctions], _ combine: (Int, Int) -> Int
    ) throws(CaseSpace.Failure) -> [CaseMap] {
        try functions.indices.map { (index) throws(CaseSpace.Failure) in
            try functions[index].space.combined(left[index], right[index], combine)
        }
    }

    private func valueClass(of index: Int?) -> Int { index.map { valueClasses[$0] } ?? defaultClass }
}
