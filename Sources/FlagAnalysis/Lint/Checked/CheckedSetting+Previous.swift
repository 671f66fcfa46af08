import FlagResolver

extension CheckedSetting {
    /// A rollout, and what it was at the earlier revision.
    struct RolloutChange {
        /// The node of the rollout.
        let node: Int
        let old: RolloutForm
        let new: RolloutForm
    }

    /// The rollouts of entries that the earlier revision has too.
    ///
    /// Labelled entries correspond by label, others by conditions and value. The rollouts of one entry correspond by
    /// salt and key, and those that remain by order.
    var rolloutChanges: [RolloutChange] {
        guard let previous = document.previous,
            let old = previous.index(named: document.settings.name(of: settingIndex))
        else { return [] }
        var changes: [RolloutChange] = []
        for (entry, counterpart) in counterparts(old, in: previous) {
            guard let targeting = previous.loaded.targeting(of: counterpart), let rollout = targeting.rollout else {
                continue
            }
            var former = previous.tree.rollouts(at: rollout)
            var remaining: [TargetedEntry.TestedRollout] = []
            for rollout in entry.rollouts {
                let form = rollout.form
                if let index = former.firstIndex(where: { $0.salt == form.salt && $0.by == form.by }) {
                    changes.append(RolloutChange(node: rollout.node, old: former.remove(at: index), new: form))
                } else {
                    remaining.append(rollout)
                }
            }
            // A rollout that was added or removed has no counterpart.
            guard remaining.count == former.count else { continue }
            changes += zip(remaining, former).map { RolloutChange(node: $0.node, old: $1, new: $0.form) }
        }
        return changes
    }

    /// The entries with a rollout, and the entries of the earlier revision that correspond to them.
    private func counterparts(_ old: SettingIndex, in previous: SettingsDocument) -> [(
        entry: TargetedEntry, old: EntryIndex
    )] {
        var oldEntriesByPosition: [Int: EntryIndex] = [:]
        let oldEntries = Array(previous.entryIndices(of: old))
        let oldLabels = oldEntries.map { previous.name(of: previous.loaded[$0]) }
        let newLabels = entries.map { document.settings.name(of: $0.record) }
        var isLabelled: Set<Int> = []
        var known: Set<EntryIndex> = []
        for (index, label) in newLabels.enumerated() {
            guard let label, newLabels.count(where: { $0 == label }) == 1,
                let position = oldLabels.firstIndex(of: label), oldLabels.count(where: { $0 == label }) == 1
            else { continue }
            isLabelled.insert(index)
            known.insert(oldEntries[position])
            oldEntriesByPosition[index] = oldEntries[position]
        }
        var identities = EntryIdentities(previous.tree, tree)
        let unlabelled = entries.indices.filter { !isLabelled.contains($0) }
        let others = oldEntries.filter { !known.contains($0) }
        let pairs = EntryAlignment(
            from: others.map { identities.entry(previous.loaded[$0], in: previous, .first) }, previous.loaded.sets,
            to: unlabelled.map { identities.entry(entries[$0].record, in: document.settings, .second) },
            document.loaded.sets)
        for (position, index) in unlabelled.enumerated() {
            if let counterpart = pairs.oldEntries[position] { oldEntriesByPosition[index] = others[counterpart] }
        }
        return targetedEntries.filter { !$0.rollouts.isEmpty }.compactMap { entry in
            oldEntriesByPosition[entry.position].map { (entry, $0) }
        }
    }
}

/// Identifies entries by their conditions and values, regardless of rollouts.
private struct EntryIdentities {
    private var conditions = ConditionNumbers()
    private var classes: ValueClasses

    init(_ first: JSONTree, _ second: JSONTree) {
        classes = ValueClasses(of: first, and: second)
    }

    mutating func entry(
        _ record: EntryRecord, in document: SettingsDocument, _ side: DocumentSide
    ) -> EntryAlignment.Entry {
        EntryAlignment.Entry(
            bounds: record.bounds,
            conditions: conditions.number(of: record, in: document.tree, includesRollouts: false),
            valueClass: classes.number(of: Int(record.value), in: side))
    }
}
