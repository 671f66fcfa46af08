import FlagResolver

/// Finds entries that must stay, faster than a ``StalePass``, which knows for each entry what would replace it.
///
/// An entry stays if somebody for whom it wins would get another value from the next match: from an entry that stays, too, or
/// from the default. Functions of the first two matches by their values are enough to find such users. They are much smaller
/// than functions of the winner and what comes after it, if many entries with rollouts of their own match the same users.
struct StayingEntries {
    /// The entries that are known to stay.
    private(set) var found: Set<Int>

    private let functions: [EntryFunctions]
    private let valueClasses: [Int]
    private let defaultClass: Int

    /// What the next match must know of an entry.
    private struct Kind: Hashable {
        let valueClass: Int
        let stays: Bool
    }

    /// The first two matches among some entries.
    private struct Matches: Hashable {
        var first: Kind?
        var second: Kind?

        func or(_ later: Matches) -> Matches {
            first == nil ? later : Matches(first: first, second: second ?? later.first)
        }
    }

    /// Entries found in one round may show in the next that others stay.
    private static let roundCount = 2

    /// - Parameter pinned: Entries that stay in any case.
    init(
        _ functions: [EntryFunctions], valueClasses: [Int], defaultClass: Int, pinned: Set<Int>
    ) throws(CaseSpace.Failure) {
        self.functions = functions
        self.valueClasses = valueClasses
        self.defaultClass = defaultClass
        found = pinned
        let winning = Set(functions.flatMap(\.winnersThatCount).compactMap(\.entry))
        // A value that no later entry and not the default has cannot come from them.
        var laterClasses: Set<Int> = [defaultClass]
        for index in valueClasses.indices.reversed() {
            let isNew = laterClasses.insert(valueClasses[index]).inserted
            if isNew, winning.contains(index) { found.insert(index) }
        }
        for _ in 0..<Self.roundCount {
            let known = found.count
            for entries in functions where !winning.isSubset(of: found) { try search(entries) }
            if found.count == known { break }
        }
    }

    /// Adds the entries of which one space shows that they stay.
    private mutating func search(_ entries: EntryFunctions) throws(CaseSpace.Failure) {
        var table = LeafTable(Matches())
        let firstTwo = try matches(among: valueClasses.indices, entries, &table)
        let isProof = try entries.space.mapped(firstTwo) { (leaf: Int) in differs(table[leaf]) }
        found.formUnion(try entries.entries(winningWhere: isProof))
    }

    /// Whether the first match has another value than the next one, which stays.
    private func differs(_ matches: Matches) -> Bool {
        guard let first = matches.first else { return false }
        let second = matches.second ?? Kind(valueClass: defaultClass, stays: true)
        return second.stays && second.valueClass != first.valueClass
    }

    /// The first two matches among some entries, as leaves of a table.
    private func matches(
        among range: Range<Int>, _ entries: EntryFunctions, _ table: inout LeafTable<Matches>
    ) throws(CaseSpace.Failure) -> CaseMap {
        guard range.count > 1 else {
            let index = range.lowerBound
            let leaf = table.leaf(
                Matches(first: Kind(valueClass: valueClasses[index], stays: found.contains(index))))
            return try entries.space.mapped(entries.conditions[index]) { (holds: Bool) in holds ? leaf : 0 }
        }
        let middle = range.lowerBound + range.count / 2
        let earlier = try matches(among: range.lowerBound..<middle, entries, &table)
        let later = try matches(among: middle..<range.upperBound, entries, &table)
        return try entries.space.combined(earlier, later) { (earlier: Int, later: Int) in
            table.leaf(table[earlier].or(table[later]))
        }
    }
}
