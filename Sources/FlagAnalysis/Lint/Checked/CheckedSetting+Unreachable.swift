import FlagResolver

// The entries that never win in a setting that tests more than the version. For other settings, see ``VersionOrder``.
extension CheckedSetting {
    /// Finds the entries that can match and never win, with or without an app version.
    func unreachableEntries() -> [UnreachableEntry] {
        guard let function = try? function.get() else { return [] }
        let winning = Set(space.values(of: function.winners, as: Winner.self))
        var result: [UnreachableEntry] = []
        var withoutVersion: WinnersWithoutVersion?? = nil
        for index in entries.indices where !winning.contains(.entry(index)) {
            var matches = !conditions[index].neverHolds
            guard
                var winners = try? space.values(of: function.winners, where: conditions[index], as: Winner.self)
            else { continue }
            if entries[index].canMatchWithoutVersion {
                let other = withoutVersion ?? winnersWithoutVersion()
                withoutVersion = .some(other)
                guard let other, !other.winning.contains(.entry(index)),
                    let more = try? spaces.withoutVersion.values(
                        of: other.winners, where: other.conditions[index], as: Winner.self)
                else { continue }
                winners.formUnion(more)
                matches = matches || !other.conditions[index].neverHolds
            }
            guard matches else { continue }
            result.append(unreachable(index, winners.compactMap(\.entry).sorted(), function, winning))
        }
        return result
    }

    /// - Parameters:
    ///   - winners: The entries that win instead, in document order.
    ///   - winning: The winners of the whole setting.
    private func unreachable(
        _ index: Int, _ winners: [Int], _ function: SettingFunction, _ winning: Set<Winner>
    ) -> UnreachableEntry {
        func valueClass(_ entry: Int) -> Int { function.valueClass(of: .entry(entry)) }
        let isSame = winners.map { valueClass($0) == valueClass(index) }
        let onlyValue = winners.first.flatMap { first in
            winners.allSatisfy { valueClass($0) == valueClass(first) } ? function.value(of: .entry(first)) : nil
        }
        let container = entryContaining(index)
        let blockers = container.map { [$0] } ?? winners
        let giver = blockers.count == 1 ? blockers.first : nil
        return UnreachableEntry(
            index: index,
            agreement: isSame.allSatisfy { $0 } ? .isSame : isSame.contains(true) ? .isPartlySame : .isOther,
            versions: nil, value: onlyValue,
            blockers: BlockingEntries(
                indices: Array(blockers.prefix(BlockingEntries.maximumCount)),
                furtherCount: max(0, blockers.count - BlockingEntries.maximumCount)),
            giver: giver.flatMap { giver in
                winners.allSatisfy { valueClass($0) == valueClass(giver) } ? giver : nil
            },
            target: isSame.allSatisfy { $0 } ? nil : target(for: index, winners, function, winning))
    }

    /// Which entry wins for contexts without an app version.
    private struct WinnersWithoutVersion {
        let conditions: [CaseMap]
        let winners: CaseMap
        let winning: Set<Winner>
    }

    /// Which entry wins for contexts without an app version; `nil` if that is too complex.
    private func winnersWithoutVersion() -> WinnersWithoutVersion? {
        guard let conditions = try? spaces.withoutVersion.conditions(of: settingIndex),
            let winners = try? spaces.withoutVersion.firstMatch(of: conditions)
        else { return nil }
        return WinnersWithoutVersion(
            conditions: conditions, winners: winners,
            winning: Set(spaces.withoutVersion.values(of: winners, as: Winner.self)))
    }

    /// An earlier entry that matches wherever another one does, with or without an app version, if a short search finds
    /// one.
    private func entryContaining(_ index: Int) -> Int? {
        (0..<index).suffix(Self.maximumCandidateCount).first { candidate in
            // Without an app version, only entries that do not test it match.
            guard entries[candidate].canMatchWithoutVersion || !entries[index].canMatchWithoutVersion,
                let holds = try? space.values(of: conditions[candidate], where: conditions[index], as: Bool.self)
            else { return false }
            return holds == [true]
        }
    }

    private static let maximumCandidateCount = 64

    /// The entry before which an unreachable one would win, while all entries that win now still would; `nil` if there
    /// is none.
    private func target(
        for index: Int, _ winners: [Int], _ function: SettingFunction, _ winning: Set<Winner>
    ) -> Int? {
        guard let first = winners.first else { return nil }
        // No entry before the first winner matches where this one does, so it would win wherever it matches.
        guard let moved = try? space.firstMatch(of: [conditions[index], function.winners]) else { return nil }
        return Set(space.values(of: moved, as: Winner.self)).isSuperset(of: winning.union([.entry(index)]))
            ? first : nil
    }
}
