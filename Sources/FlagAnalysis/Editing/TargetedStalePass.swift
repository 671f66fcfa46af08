import FlagResolver

/// One pass over the entries of a setting that tests more than the version, from the last to the first, that decides which
/// ones can be removed.
///
/// It divides the entries into halves as ``StalePass`` does. Its functions depend on all axes, for contexts with an app
/// version and for those without one.
struct TargetedStalePass {
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
    private typealias Winner = StaleDecision.Winner

    /// The leaf 0 is no match.
    private let matches = LeafTable(Match())
    /// The leaf 0 is for contexts in which none of the entries wins.
    private let winners = LeafTable<Winner?>(nil)

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
                try entries.space.mapped(entries.winners) { leaf in
                    winners.decision(EntryFunctions.entry(ofWinner: leaf).map { Winner(index: $0) })
                })
        }
        let found = try decide(valueClasses.indices, winning)
        kept.reverse()
        guard let known = functions.first, let found = found.first else { return }
        let unmatched = try known.space.combined(known.users, found) {
            $0 > 0 && matches[$1].kept == nil ? .yes : .no
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
                try space.space.mapped(map) { winners.decision(winners[$0].flatMap { $0.index < middle ? nil : $0 }) })
        }
        let later = try decide(middle..<entries.upperBound, ofLater)
        var ofEarlier: [CaseMap] = []
        for (space, maps) in zip(functions, zip(winning, later)) {
            ofEarlier.append(
                try space.space.combined(maps.0, maps.1) { leaf, match in
                    let winner = winners[leaf].flatMap { $0.index < middle ? $0 : nil }
                    return winners.decision(
                        winner.map { Winner(index: $0.index, next: matches[match].or($0.next)) })
                })
        }
        let earlier = try decide(entries.lowerBound..<middle, ofEarlier)
        var result: [CaseMap] = []
        for (space, maps) in zip(functions, zip(earlier, later)) {
            result.append(
                try space.space.combined(maps.0, maps.1) { matches.decision(matches[$0].or(matches[$1])) })
        }
        return result
    }

    private mutating func decide(_ index: Int, _ winning: [CaseMap]) throws(CaseSpace.Failure) -> [CaseMap] {
        // Entries that cannot match anybody are mistakes, or rollouts that have not begun.
        guard functions.contains(where: { $0.canMatch(index) }) else { return functions.map { _ in CaseMap(.no) } }
        var next: Set<Match> = []
        for (space, map) in zip(functions, winning) {
            for leaf in space.space.leaves(of: map) {
                if let winner = winners[leaf] { next.insert(winner.next) }
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
        let match = matches.decision(decision.match)
        var result: [CaseMap] = []
        for space in functions {
            result.append(try space.space.mapped(space.conditions[index]) { $0 > 0 ? match : .no })
        }
        return result
    }

    private func valueClass(of index: Int?) -> Int { index.map { valueClasses[$0] } ?? defaultClass }
}

/// The entries of a setting as functions in one case space.
struct EntryFunctions {
    let space: CaseSpace
    /// The contexts that count, as a condition.
    let users: CaseMap
    /// When each entry matches.
    let conditions: [CaseMap]
    /// For the contexts that count, the entry that wins as its index plus 2, or 1 for the default; 0 for all others.
    let winners: CaseMap
    /// The entries that win in any context, whether or not it counts.
    let everWinning: Set<Int>

    init(_ setting: SettingIndex, _ space: StaleSpace) throws(CaseSpace.Failure) {
        self.space = space.space
        users = space.users
        conditions = try space.space.conditions(of: setting)
        let all = try space.space.firstMatch(of: conditions)
        everWinning = Set(space.space.leaves(of: all).filter { $0 > 0 }.map { $0 - 1 })
        winners = try space.space.combined(space.users, all) { $0 == 0 ? .no : .leaf($1 + 1) }
    }

    /// The entry of a leaf of ``winners``; `nil` for the default, and for contexts that do not count.
    static func entry(ofWinner leaf: Int) -> Int? { leaf > 1 ? leaf - 2 : nil }

    /// Whether an entry matches in any context.
    func canMatch(_ index: Int) -> Bool { conditions[index] != CaseMap(.no) }

    /// A few entries that win in contexts that count and in which an entry matches.
    func winners(whereMatching index: Int) throws(CaseSpace.Failure) -> Set<Int> {
        var found: Set<Int> = []
        var examined = 0
        for segment in conditions[index] where segment.value != .no {
            for position in winners.indices(overlapping: segment.interval) {
                guard examined < Self.maximumSegmentCount, found.count < StaleFinding.maximumBlockerCount else {
                    return found
                }
                examined += 1
                let leaves = try space.leaves(
                    of: VersionMap(winners.value(at: position)), where: VersionMap(segment.value))
                found.formUnion(leaves.compactMap { Self.entry(ofWinner: $0) })
            }
        }
        return found
    }

    /// How many segments of the version line are searched for the winners of one entry.
    private static let maximumSegmentCount = 64
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

    func decision(_ value: Value) -> Decision {
        if let number = numbers[value] { return .leaf(number) }
        numbers[value] = values.count
        values.append(value)
        return .leaf(values.count - 1)
    }
}
