/// The rule that decides entries from the last to the first: an entry can be removed if, wherever it wins, the
/// remaining entries after it give the same value. ``StalePass`` finds these entries.
struct StaleDecision {
    /// The first match among some entries; `nil` for none.
    struct Match: Hashable {
        /// Among all of them.
        var any: Int?
        /// Among those that are kept.
        var kept: Int?

        func or(_ later: Match) -> Match { Match(any: any ?? later.any, kept: kept ?? later.kept) }
    }

    /// The winner for some contexts, and their first match among the entries that are already decided.
    struct EntryWinner: Hashable {
        let index: Int
        var next = Match()
    }

    let canBeRemoved: Bool
    /// Whether all values stay the same if only this entry is removed.
    let isIndependent: Bool
    /// The match wherever the entry matches.
    let match: Match

    /// Decides an entry.
    ///
    /// - Parameters:
    ///   - next: The first matches after the entry, wherever it wins.
    ///   - isPinned: Whether the entry stays.
    ///   - valueClass: The class of the value of an entry, or of the default for `nil`.
    init(_ index: Int, next: some Collection<Match>, isPinned: Bool, valueClass: (Int?) -> Int) {
        let own = valueClass(index)
        canBeRemoved = !isPinned && next.allSatisfy { valueClass($0.kept) == own }
        isIndependent = next.allSatisfy { valueClass($0.any) == own }
        match = Match(any: index, kept: canBeRemoved ? nil : index)
    }
}
