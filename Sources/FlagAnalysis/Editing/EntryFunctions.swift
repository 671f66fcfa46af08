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
    /// For the contexts that count, the ``Winner``; none for all others.
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
        everWinning = Set(space.space.values(of: allWinners, as: Winner.self).compactMap(\.entry))
        winners = try space.space.selecting(users, in: allWinners)
    }

    /// The winners in the contexts that count.
    var winnersThatCount: [Winner] { space.values(of: winners, as: Winner?.self).compactMap { $0 } }

    /// The winner for the lowest versions that count; `nil` if it depends on more than the version.
    var winnerOfLowestVersion: Winner? {
        winners.first { $0.value != .no }?.value.value(as: Winner?.self) ?? nil
    }

    /// Whether an entry matches in any context.
    func canMatch(_ index: Int) -> Bool { conditions[index] != CaseMap(.no) }

    /// A few entries that win where an entry matches, those for the lowest versions first.
    ///
    /// - Parameter inAllContexts: Whether contexts that do not count are searched, too.
    func winners(whereMatching index: Int, inAllContexts: Bool = false) throws(CaseSpace.Failure) -> [Int] {
        let searched = inAllContexts ? try space.selecting(VersionMap(.yes), in: allWinners) : winners
        var found: [Int] = []
        var examined = 0
        for segment in conditions[index] where segment.value != .no {
            for position in searched.indices(overlapping: segment.interval) {
                guard examined < Self.maximumSegmentCount, found.count < StaleFinding.maximumBlockerCount else {
                    return found
                }
                examined += 1
                let winners = try space.values(
                    of: VersionMap(searched.value(at: position)), where: VersionMap(segment.value), as: Winner?.self)
                found += winners.compactMap { $0?.entry }.filter { !found.contains($0) }.sorted()
            }
        }
        return found
    }

    /// How many segments of the version line are searched for the winners of one entry.
    private static let maximumSegmentCount = 64
}
