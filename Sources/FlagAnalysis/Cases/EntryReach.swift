package import FlagResolver

/// Whom an entry of a setting, or its default, still reaches after the entries before it.
///
/// The cases of a setting can be many more than its entries. Its entries in document order, each with those that come first
/// for some of its users, are the same answer in the words of the document.
package struct EntryReach {
    /// How many of the users whom it matches get its value.
    package enum Extent: Hashable, Sendable {
        case everybody
        case some
        case nobody
    }

    /// The entry, or the default.
    package let winner: Winner
    /// Whom it matches, whatever the other entries match. The default matches everybody.
    package let condition: CaseMap
    /// The versions of those whom the answer is about, among them.
    package let versions: VersionSet
    package let extent: Extent
    /// The earlier entries that win for some of the users whom it matches, in document order. If it reaches nobody, and one
    /// earlier entry matches wherever it does, that one alone.
    package let blockers: [Winner]
}

extension SettingFunction {
    /// Whom each entry reaches, in document order, and at the end whom the default reaches.
    ///
    /// - Parameters:
    ///   - setting: The setting of this function.
    ///   - users: Whom the answer is about, as a condition; `nil` for everybody.
    /// - Complexity: The winners are combined with the condition of each entry, and the condition of an entry that reaches nobody
    ///   with those of a few earlier ones.
    package func reaches(
        of setting: SettingIndex, among users: CaseMap? = nil
    ) throws(CaseSpace.Failure) -> [EntryReach] {
        let conditions = try space.conditions(of: setting)
        var reaches: [EntryReach] = []
        for index in conditions.indices {
            reaches.append(try reach(of: .entry(index), conditions[index], after: conditions[..<index], users))
        }
        reaches.append(try reach(of: .default, VersionMap(.yes), after: conditions[...], users))
        return reaches
    }

    /// How many entries are asked whether one of them alone matches wherever a later one does.
    private static let maximumCandidateCount = 16

    private func reach(
        of winner: Winner, _ condition: CaseMap, after earlier: ArraySlice<CaseMap>, _ users: CaseMap?
    ) throws(CaseSpace.Failure) -> EntryReach {
        var matches = condition
        if let users { matches = try space.all([condition, users]) }
        let winning = try space.values(of: winners, where: matches, as: Winner.self)
        var blockers = winning.filter { $0 != winner }.sorted { $0.leaf < $1.leaf }
        // For the default, all entries together are meant.
        if blockers.count > 1, blockers.count == winning.count, winner != .default {
            for blocker in blockers.prefix(Self.maximumCandidateCount) {
                guard let entry = blocker.entry, earlier.indices.contains(entry),
                    try space.values(of: earlier[entry], where: matches, as: Bool.self) == [true]
                else { continue }
                blockers = [blocker]
                break
            }
        }
        return EntryReach(
            winner: winner, condition: condition, versions: matches.possibleVersions,
            extent: blockers.isEmpty && !winning.isEmpty ? .everybody : winning.contains(winner) ? .some : .nobody,
            blockers: blockers)
    }
}
