import FlagResolver

/// The entries of a setting as functions in one case space.
///
/// It is a class, so that passing it to every step of a ``StalePass`` copies nothing.
final class EntryFunctions {
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
    private(set) lazy var everWinning = Set(space.values(of: allWinners, as: Winner.self).compactMap(\.entry))

    /// Whether the contexts have an app version.
    var knowsVersion: Bool { !space.isWithoutVersion }

    /// Whether no entry of a setting tests the app version or its presence, nor requires a setting that may. Contexts
    /// without a version are then like those with one.
    static func areIndependentOfVersion(_ setting: SettingIndex, in space: CaseSpace) -> Bool {
        let document = space.side(.first)
        return document[setting].entries.allSatisfy { entry in
            guard let targeting = document.targeting(of: entry) else { return false }
            return !targeting.testsVersion && targeting.prerequisites.isEmpty && space.requiresVersion(entry) == nil
        }
    }

    /// - Parameter eligible: For each entry, whether it can win; `nil` if the declared type decides.
    init(_ setting: SettingIndex, _ space: StaleSpace, among eligible: [Bool]? = nil) throws(CaseSpace.Failure) {
        self.space = space.space
        if space.space.side(.first).testsMoreThanVersion(setting) {
            users = space.users
            conditions = try space.space.conditions(of: setting, among: eligible)
            allWinners = try space.space.firstMatch(of: conditions)
        } else {
            // The winners are the same for all users of a version.
            users = VersionMap(space.versions, inside: .yes, outside: .no)
            let versions = space.space.possibleVersions(of: setting, among: eligible)
            conditions = versions.enumerated().map { index, versions in
                VersionMap(versions, inside: .always(Winner.entry(index)), outside: .no)
            }
            allWinners = .winners(among: versions)
        }
        winners = try space.space.selecting(users, in: allWinners)
    }

    /// The winners in the contexts that count.
    var winnersThatCount: [Winner] { space.values(of: winners, as: Winner?.self).compactMap { $0 } }

    /// The entries that win anywhere that a condition holds, among the contexts that count.
    func entries(winningWhere condition: CaseMap) throws(CaseSpace.Failure) -> Set<Int> {
        let winning = try space.values(of: winners, where: condition, as: Winner?.self)
        return Set(winning.compactMap { $0?.entry })
    }

    /// The winner for the lowest versions that count; `nil` if it depends on more than the version.
    var winnerOfLowestVersion: Winner? {
        winners.first { $0.value != .no }?.value.value(as: Winner?.self) ?? nil
    }

    /// Whether an entry matches in any context.
    func canMatch(_ index: Int) -> Bool { !conditions[index].neverHolds }

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
                let decision = searched.value(at: position)
                let winners =
                    segment.value.isLeaf && decision.isLeaf
                    // Only the version decides, so there is one winner.
                    ? [decision.value(as: Winner?.self) ?? nil]
                    : try space.values(of: VersionMap(decision), where: VersionMap(segment.value), as: Winner?.self)
                found += winners.compactMap { $0?.entry }.filter { !found.contains($0) }.sorted()
            }
        }
        return found
    }

    /// How many segments of the version line are searched for the winners of one entry.
    private static let maximumSegmentCount = 64
}
