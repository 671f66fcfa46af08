package import FlagResolver

extension SettingFunction {
    /// Users for whom a setting has an unexpected value, and that value.
    package struct Mismatch: Hashable, Sendable {
        package let versions: VersionSet
        /// The users and their versions.
        package let cases: [Case]
        /// The node of the value, in the winning entry or the default.
        package let value: Int
    }

    /// Everybody among some users for whom the setting does not have an expected value, grouped by the node of the value
    /// and ordered by the lowest versions.
    ///
    /// - Parameters:
    ///   - expected: The node of the expected value in `other`.
    ///   - tree: The tree of the document of the setting.
    ///   - users: A condition.
    package func mismatches(
        with expected: Int, of other: JSONTree, in tree: JSONTree, among users: CaseMap
    ) throws(CaseSpace.Failure) -> [Mismatch] {
        let isExpected = allWinners.map { tree.isEqual(value(of: $0), to: other, expected) }
        let found = try space.combined(users, winners) { (isAsked: Bool, winner: Winner) in
            isAsked && !isExpected[winner.leaf] ? winner : nil
        }
        return try space.casesByValue(of: found, as: Winner.self).map { winner, cases in
            Mismatch(
                versions: VersionSet(cases.flatMap(\.versions.intervals)), cases: cases, value: value(of: winner))
        }
    }

    /// Users whose value in one version differs from that in another one.
    package struct Difference {
        /// The users, of every version.
        package let users: Case
        package let old: Winner
        package let new: Winner
    }

    /// Everybody whose value differs between two versions.
    package func differences(
        from old: AppVersion, to new: AppVersion
    ) throws(CaseSpace.Failure) -> [Difference] {
        let before = VersionMap(winners.value(at: winners.index(containing: old)))
        let after = VersionMap(winners.value(at: winners.index(containing: new)))
        let (map, pairs) = try space.pairs(before, after) { (old: Winner, new: Winner) in
            valueClass(of: old) != valueClass(of: new)
        }
        return try space.cases(of: map).compactMap { item in
            guard let index = item.value(as: Int.self) else { return nil }
            return Difference(users: item, old: pairs[index].left, new: pairs[index].right)
        }
    }

    /// Everybody whose value in a version differs from that in at least one of other versions.
    package func usersWithOtherValue(
        than version: AppVersion, in versions: VersionSet
    ) throws(CaseSpace.Failure) -> [Case] {
        let own = VersionMap(winners.value(at: winners.index(containing: version)))
        let others = try space.combined(winners, own) { (winner: Winner, own: Winner) in
            valueClass(of: winner) != valueClass(of: own)
        }
        let selected = try space.all([others, VersionMap(versions, inside: .yes, outside: .no)])
        return try space.cases(of: selected).filter { $0.decision == .yes }
    }
}
