import FlagResolver

extension TargetedSetting {
    /// An entry that never wins although its conditions hold for somebody, because earlier entries match wherever it does.
    struct Unreachable {
        let index: Int
        /// The entries that win instead, in document order.
        let blockers: [Int]
    }

    /// The entries that can match and never win, with or without an app version.
    var unreachable: [Unreachable] {
        guard case .success(let analysis) = analysis else { return [] }
        var result: [Unreachable] = []
        var withoutVersion: Analysis?? = nil
        for index in entries.indices where !analysis.leaves.contains(index + 1) {
            var matches = analysis.conditions[index] != VersionMap(.no)
            guard var blockers = try? space.leaves(of: analysis.winners, where: analysis.conditions[index]) else {
                continue
            }
            if entries[index].canMatchWithoutVersion {
                let other = withoutVersion ?? analysisWithoutVersion()
                withoutVersion = .some(other)
                guard let other, !other.leaves.contains(index + 1),
                    let more = try? spaces.withoutVersion.leaves(of: other.winners, where: other.conditions[index])
                else { continue }
                blockers.formUnion(more)
                matches = matches || other.conditions[index] != VersionMap(.no)
            }
            guard matches else { continue }
            result.append(Unreachable(index: index, blockers: blockers.map { $0 - 1 }.sorted()))
        }
        return result
    }

    /// The entry before which another one would win, and all entries before it that win today still would; `nil` if
    /// there is none.
    func target(for entry: Unreachable) -> Int? {
        guard case .success(let analysis) = analysis, let first = entry.blockers.first else { return nil }
        var order = Array(analysis.conditions.indices)
        order.remove(at: entry.index)
        order.insert(entry.index, at: first)
        guard let moved = try? space.firstMatch(of: order.map { analysis.conditions[$0] }) else { return nil }
        return space.leaves(of: moved).isSuperset(of: analysis.leaves.union([entry.index + 1])) ? first : nil
    }
}

extension TargetedEntry {
    /// Whether the entry may match without an app version.
    var canMatchWithoutVersion: Bool { targeting.map { !$0.testsVersion } ?? false }
}
