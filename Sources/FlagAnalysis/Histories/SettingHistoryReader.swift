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
        guard builder.read(slot, numberedBy: &classes, as: .first, numbersAllEntries: false) else { return nil }
        return SettingHistory(parts: builder.parts, neverWinning: builder.neverWinning)
    }
}

/// Builds histories whose values somebody else puts into classes, such as those of two documents together.
struct SettingHistoryBuilder {
    private let tree: JSONTree
    private let loaded: LoadedSettings
    private var sweep = FirstMatchSweep()
    private var partition: [FirstMatchPartition.Part] = []
    /// The classes of the values of the last setting's entries; of those that never win only where that was wanted.
    private(set) var entryClasses: [Int] = []
    /// The history of the last setting, as ``SettingHistory`` has it.
    private(set) var parts: [SettingHistory.Part] = []
    private(set) var neverWinning: [Int] = []

    init(_ document: SettingsDocument) {
        tree = document.tree
        loaded = document.loaded
    }

    /// Goes over to another setting, in the memory of the one before. Values are numbered in the order in which the
    /// version line meets them.
    ///
    /// - Returns: Whether the setting has a value: its default is neither missing nor mistyped.
    mutating func read(
        _ slot: Int, numberedBy classes: inout ValueClasses, as side: ValueClasses.Side, numbersAllEntries: Bool
    ) -> Bool {
        let setting = loaded.settings[slot]
        guard !setting.isUnresolvable else { return false }
        let first = Int(setting.firstEntry)
        let end = Int(setting.endEntry)
        for position in first..<end { sweep.append(loaded.effectiveVersions(of: position, in: setting, of: tree)) }
        sweep.finish(into: &partition)
        entryClasses.removeAll(keepingCapacity: true)
        entryClasses.append(contentsOf: repeatElement(Self.unnumbered, count: end - first))
        var defaultClass = Self.unnumbered
        parts.removeAll(keepingCapacity: true)
        for part in partition {
            let value = part.winner.map { Int(loaded.entries[first + $0].value) } ?? Int(setting.defaultValue)
            var valueClass = part.winner.map { entryClasses[$0] } ?? defaultClass
            if valueClass == Self.unnumbered {
                valueClass = classes.number(of: value, in: side)
                if let winner = part.winner { entryClasses[winner] = valueClass } else { defaultClass = valueClass }
            }
            parts.append(
                SettingHistory.Part(
                    stretch: part.stretch, entry: part.winner.map { first + $0 }, value: value,
                    valueClass: valueClass))
        }
        neverWinning.removeAll(keepingCapacity: true)
        for position in first..<end where entryClasses[position - first] == Self.unnumbered {
            neverWinning.append(position)
            guard numbersAllEntries else { continue }
            entryClasses[position - first] = classes.number(of: Int(loaded.entries[position].value), in: side)
        }
        return true
    }

    private static let unnumbered = -1
}
