import FlagResolver

extension TargetedSetting {
    /// An entry that never wins although its conditions hold for somebody, because earlier entries match wherever it does.
    struct Unreachable {
        let index: Int
        /// The entries that win instead, in document order.
        let winners: [Int]
        /// The only earlier entry that matches wherever this one does, if there is one; otherwise the winners.
        let blockers: [Int]
    }

    /// Finds the entries that can match and never win, with or without an app version.
    func unreachableEntries() -> [Unreachable] {
        guard case .success(let analysis) = analysis else { return [] }
        var result: [Unreachable] = []
        var withoutVersion: Analysis?? = nil
        for index in entries.indices where !analysis.leaves.contains(index + 1) {
            var matches = analysis.conditions[index] != CaseMap(.no)
            guard var winners = try? space.leaves(of: analysis.winners, where: analysis.conditions[index]) else {
                continue
            }
            if entries[index].canMatchWithoutVersion {
                let other = withoutVersion ?? analysisWithoutVersion()
                withoutVersion = .some(other)
                guard let other, !other.leaves.contains(index + 1),
                    let more = try? spaces.withoutVersion.leaves(of: other.winners, where: other.conditions[index])
                else { continue }
                winners.formUnion(more)
                matches = matches || other.conditions[index] != CaseMap(.no)
            }
            guard matches else { continue }
            let indices = winners.map { $0 - 1 }.sorted()
            result.append(
                Unreachable(index: index, winners: indices, blockers: entryContaining(index).map { [$0] } ?? indices))
        }
        return result
    }

    /// An earlier entry that matches wherever another one does, with or without an app version, if a short search finds
    /// one.
    private func entryContaining(_ index: Int) -> Int? {
        guard case .success(let analysis) = analysis else { return nil }
        return (0..<index).suffix(Self.maximumCandidateCount).first { candidate in
            // Without an app version, only entries that do not test it match.
            guard entries[candidate].canMatchWithoutVersion || !entries[index].canMatchWithoutVersion,
                let leaves = try? space.leaves(
                    of: analysis.conditions[candidate], where: analysis.conditions[index])
            else { return false }
            return leaves == [candidate + 1]
        }
    }

    private static let maximumCandidateCount = 64

    /// The entry before which an unreachable one would win, while all entries that win now still would; `nil` if there
    /// is none.
    func target(for entry: Unreachable) -> Int? {
        guard case .success(let analysis) = analysis, let first = entry.winners.first else { return nil }
        // No entry before the first winner matches where this one does, so it would win wherever it matches.
        guard let moved = try? space.firstMatch(of: [analysis.conditions[entry.index], analysis.winners]) else {
            return nil
        }
        return Set(space.leaves(of: moved)).isSuperset(of: analysis.leaves.union([entry.index + 1])) ? first : nil
    }
}

extension TargetedEntry {
    /// Whether the entry may match without an app version.
    var canMatchWithoutVersion: Bool { targeting.map { !$0.testsVersion } ?? false }
}
