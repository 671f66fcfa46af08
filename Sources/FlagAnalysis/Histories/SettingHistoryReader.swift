package import FlagResolver

/// Reads the histories of many settings of a document, one after the other, with the same working memory.
package struct SettingHistoryReader {
    private let loaded: LoadedSettings
    private let tree: JSONTree
    private var classes: ValueClasses
    private var sweep = FirstMatchSweep()
    private var partition: [FirstMatchPartition.Part] = []
    /// The classes of the values of a setting's entries, as far as they have won until now.
    private var entryClasses: [Int] = []

    private static let unnumbered = -1

    package init(_ document: SettingsDocument) {
        loaded = document.loaded
        tree = document.tree
        classes = ValueClasses(of: document.tree)
    }

    /// The history of a setting; `nil` where the setting has no value, its default being missing or mistyped.
    ///
    /// Values are numbered in the order in which the version line meets them.
    ///
    /// - Complexity: As for ``SettingHistory/init(of:in:)``.
    package mutating func history(of slot: Int) -> SettingHistory? {
        let setting = loaded.settings[slot]
        guard !setting.isUnresolvable else { return nil }
        let first = Int(setting.firstEntry)
        let end = Int(setting.endEntry)
        for position in first..<end { sweep.append(loaded.effectiveVersions(of: position, in: setting, of: tree)) }
        sweep.finish(into: &partition)
        classes.removeAll()
        entryClasses.removeAll(keepingCapacity: true)
        entryClasses.append(contentsOf: repeatElement(Self.unnumbered, count: end - first))
        var defaultClass = Self.unnumbered
        var parts: [SettingHistory.Part] = []
        parts.reserveCapacity(partition.count)
        for part in partition {
            let value = part.winner.map { Int(loaded.entries[first + $0].value) } ?? Int(setting.defaultValue)
            var valueClass = part.winner.map { entryClasses[$0] } ?? defaultClass
            if valueClass == Self.unnumbered {
                valueClass = classes.number(of: value)
                if let winner = part.winner { entryClasses[winner] = valueClass } else { defaultClass = valueClass }
            }
            parts.append(
                SettingHistory.Part(
                    stretch: part.stretch, entry: part.winner.map { first + $0 }, value: value,
                    valueClass: valueClass))
        }
        let neverWinning = (first..<end).filter { entryClasses[$0 - first] == Self.unnumbered }
        return SettingHistory(parts: parts, neverWinning: neverWinning)
    }
}
