import FlagResolver

/// The entries of a setting as functions in one case space.
struct EntryFunctions {
    let space: CaseSpace
    /// The contexts that count, as a condition.
    let users: CaseMap
    /// When each entry matches.
    let conditions: [CaseMap]
    /// For all contexts, the ``Winner``.
    private let allWinners: CaseMap
    /// For the contexts that count, the leaf of the ``Winner`` plus 1; 0 for all others.
    let winners: CaseMap
    /// The entries that win in any context, whether or not it counts.
    let everWinning: Set<Int>

    init(_ setting: SettingIndex, _ space: StaleSpace) throws(CaseSpace.Failure) {
        self.space = space.space
        // A setting that tests only versions has the same winners for all users of a version.
        let testsMore = self.space.side(.first).loaded.testsMoreThanVersion(setting)
        users = testsMore ? space.users : VersionMap(space.versions, inside: .yes, outside: .no)
        conditions = try space.space.conditions(of: setting)
        allWinners = try space.space.firstMatch(of: conditions)
        everWinning = Set(space.space.leaves(of: allWinners).compactMap { Winner(leaf: $0).entry })
        winners = try space.space.selecting(users, in: allWinners)
    }

    /// The winner of a leaf of ``winners``; `nil` for contexts that do not count.
    static func winner(ofLeaf leaf: Int) -> Winner? { leaf == 0 ? nil : Winner(leaf: leaf - 1) }

    /// The winners in the contexts that count.
    var winningEntries: [Winner] { space.leaves(of: winners).compactMap { Self.winner(ofLeaf: $0) } }

    /// The winner for the lowest versions that count; `nil` if it depends on more than the version.
    var winnerOfLowestVersion: Winner? {
        winners.first { $0.value != .no }?.value.leaf.flatMap { Self.winner(ofLeaf: $0) }
    }

    /// Whether an entry matches in any context.
    func canMatch(_ index: Int) -> Bool { conditions[index] != CaseMap(.no) }

    /// A few entries that win where an entry matches, those for the lowest versions first.
    ///
    /// - Parameter inAllContexts: Whether contexts that do not count are searched, too.
    func winners(whereMatching index: Int, inAllContexts: Bool) throws(CaseSpace.Failure) -> [Int] {
        let searched = inAllContexts ? try space.selecting(VersionMap(.yes), in: allWinners) : winners
        var found: [Int] = []
        var examined = 0
        for segment in conditions[index] where segment.value != .no {
            for position in searched.indices(overlapping: segment.interval) {
                guard examined < Self.maximumSegmentCount, found.count < StaleFinding.maximumBlockerCount else {
                    return found
                }
                examined += 1
                let leaves = try space.leaves(
                    of: VersionMap(searched.value(at: position)), where: VersionMap(segment.value))
                found += leaves.compactMap { Self.winner(ofLeaf: $0)?.entry }.filter { !found.contains($0) }.sorted()
            }
        }
        return found
    }

    /// How many segments of the version line are searched for the winners of one entry.
    private static let maximumSegmentCount = 64
}
