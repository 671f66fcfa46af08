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
    package let matches: CaseMap
    package let extent: Extent
    /// The earlier entries that win for some of the users whom it matches, in document order.
    package let blockers: [Winner]
}

extension SettingFunction {
    /// Whom each entry reaches, in document order, and at the end whom the default reaches.
    ///
    /// - Parameters:
    ///   - setting: The setting of this function.
    ///   - users: Whom the answer is about, as a condition; `nil` for everybody.
    /// - Complexity: The winners are combined with the condition of each entry.
    package func reaches(
        of setting: SettingIndex, among users: CaseMap? = nil
    ) throws(CaseSpace.Failure) -> [EntryReach] {
        var reaches: [EntryReach] = []
        for (index, condition) in try space.conditions(of: setting).enumerated() {
            reaches.append(try reach(of: .entry(index), matching: condition, users))
        }
        reaches.append(try reach(of: .default, matching: VersionMap(.yes), users))
        return reaches
    }

    private func reach(
        of winner: Winner, matching condition: CaseMap, _ users: CaseMap?
    ) throws(CaseSpace.Failure) -> EntryReach {
        let matches =
            try users.map { (users) throws(CaseSpace.Failure) in try space.all([condition, users]) } ?? condition
        let winning = try space.values(of: winners, where: matches, as: Winner.self)
        return EntryReach(
            winner: winner, matches: matches,
            extent: !winning.contains(winner) ? .nobody : winning.count == 1 ? .everybody : .some,
            blockers: winning.filter { $0 != winner }.sorted { $0.leaf < $1.leaf })
    }
}
