package import FlagResolver

/// Reads the histories of many settings of a document, one after the other, with the same working memory.
package struct SettingHistoryReader {
    private var builder: SettingHistoryBuilder
    private var classes: ValueClasses

    package init(_ document: SettingsDocument) {
        builder = SettingHistoryBuilder(document)
        classes = ValueClasses(of: document.tree)
    }

    /// The history of a setting; `nil` where the setting has no value, its default being missing or mistyped.
    ///
    /// - Complexity: As for ``SettingHistory/init(of:in:)``.
    package mutating func history(of slot: Int) -> SettingHistory? {
        classes.removeAll()
        return builder.history(of: slot, numberedBy: &classes, as: .first)
    }
}

/// Builds histories whose values somebody else puts into classes, such as those of two documents together.
struct SettingHistoryBuilder {
    private let tree: JSONTree
    private let loaded: LoadedSettings
    private var sweep = FirstMatchSweep()
    private var partition: [FirstMatchPartition.Part] = []
    private var isWinner: [Bool] = []

    init(_ document: SettingsDocument) {
        tree = document.tree
        loaded = document.loaded
    }

    mutating func history(
        of slot: Int, numberedBy classes: inout ValueClasses, as side: ValueClasses.Side
    ) -> SettingHistory? {
        let setting = loaded.settings[slot]
        guard !setting.isUnresolvable else { return nil }
        let first = Int(setting.firstEntry)
        let end = Int(setting.endEntry)
        for position in first..<end { sweep.append(effectiveVersions(of: loaded.entries[position], in: setting)) }
        sweep.finish(into: &partition)
        isWinner.removeAll(keepingCapacity: true)
        isWinner.append(contentsOf: repeatElement(false, count: end - first))
        var parts: [SettingHistory.Part] = []
        parts.reserveCapacity(partition.count)
        for part in partition {
            var value = Int(setting.defaultValue)
            if let winner = part.winner {
                isWinner[winner] = true
                value = Int(loaded.entries[first + winner].value)
            }
            parts.append(
                SettingHistory.Part(
                    stretch: part.stretch, entry: part.winner.map { first + $0 }, value: value,
                    valueClass: classes.number(of: value, in: side)))
        }
        return SettingHistory(parts: parts, neverWinning: (first..<end).filter { !isWinner[$0 - first] })
    }

    /// The versions for which an entry can win: none where its value is not of the declared type, since resolution
    /// passes over it then.
    private func effectiveVersions(of entry: EntryRecord, in setting: SettingRecord) -> VersionSet {
        if setting.hasMistypedEntries, !setting.declaredType.contains(Int(entry.value), of: tree) { return .none }
        return entry.bounds.versions(sets: loaded.sets)
    }
}
