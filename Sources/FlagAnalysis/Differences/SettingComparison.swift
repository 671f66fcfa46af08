import FlagResolver

/// Compares the settings of two documents, one after the other, with the same working memory.
struct SettingComparison {
    private var old: SettingHistoryBuilder
    private var new: SettingHistoryBuilder
    private var classes: ValueClasses
    private var finder: CauseFinder
    private var collector = ChangeCollector()

    init(from old: SettingsDocument, to new: SettingsDocument) {
        self.old = SettingHistoryBuilder(old)
        self.new = SettingHistoryBuilder(new)
        classes = ValueClasses(of: old.tree, and: new.tree)
        finder = CauseFinder(old: old, new: new)
    }

    /// How a setting differs; `nil` where it is in a document and has no value there.
    mutating func difference(name: String, old oldSlot: Int?, new newSlot: Int?) -> SettingDifference? {
        classes.removeAll()
        let oldHistory = oldSlot.map { old.history(of: $0, numberedBy: &classes, as: .first, numbersAllEntries: true) }
        let newHistory = newSlot.map { new.history(of: $0, numberedBy: &classes, as: .second, numbersAllEntries: true) }
        switch (oldHistory, newHistory) {
        case (.some(.none), _), (_, .some(.none)), (nil, nil): return nil
        case (nil, let history??):
            for part in history.parts {
                collector.add(part.stretch, from: nil, to: part, .settingAdded(new: part.entry))
            }
        case (let history??, nil):
            for part in history.parts {
                collector.add(part.stretch, from: part, to: nil, .settingRemoved(old: part.entry))
            }
        case (let oldHistory??, let newHistory??):
            finder.move(toOld: oldSlot ?? 0, new: newSlot ?? 0)
            compare(oldHistory.parts, newHistory.parts)
        }
        return SettingDifference(name: name, oldSlot: oldSlot, newSlot: newSlot, changes: collector.finish())
    }

    /// Looks at every stretch in which both documents have one part each.
    private mutating func compare(_ old: [SettingHistory.Part], _ new: [SettingHistory.Part]) {
        var oldIndex = 0
        var newIndex = 0
        while oldIndex < old.count, newIndex < new.count {
            let (oldUpper, newUpper) = (old[oldIndex].stretch.upper, new[newIndex].stretch.upper)
            let (oldEnds, newEnds) = (oldUpper <= newUpper, newUpper <= oldUpper)
            if old[oldIndex].valueClass != new[newIndex].valueClass,
                let stretch = VersionStretch(
                    from: max(old[oldIndex].stretch.lower, new[newIndex].stretch.lower),
                    to: oldEnds ? oldUpper : newUpper)
            {
                let cause = finder.cause(
                    from: old[oldIndex].entry, to: new[newIndex].entry, for: stretch, self.old.entryClasses,
                    self.new.entryClasses)
                collector.add(stretch, from: old[oldIndex], to: new[newIndex], cause)
            }
            if oldEnds { oldIndex += 1 }
            if newEnds { newIndex += 1 }
        }
    }
}

/// Collects stretches into changes: those with the same two values and the same cause are one.
private struct ChangeCollector {
    private struct Key: Hashable {
        let oldClass: Int?
        let newClass: Int?
        let cause: ValueChange.Cause
    }

    private struct Found {
        let key: Key
        let old: Int?
        let new: Int?
        let first: VersionStretch
        var further: [VersionStretch] = []
    }

    private var found: [Found] = []
    /// The same by their keys, where there are too many to look through.
    private var positions: [Key: Int] = [:]

    private static let greatestPairwiseCount = 16

    mutating func add(
        _ stretch: VersionStretch, from old: SettingHistory.Part?, to new: SettingHistory.Part?,
        _ cause: ValueChange.Cause
    ) {
        let key = Key(oldClass: old?.valueClass, newClass: new?.valueClass, cause: cause)
        if let position = position(of: key) {
            found[position].further.append(stretch)
            return
        }
        found.append(Found(key: key, old: old?.value, new: new?.value, first: stretch))
        if found.count == Self.greatestPairwiseCount {
            for (position, change) in found.enumerated() { positions[change.key] = position }
        } else if found.count > Self.greatestPairwiseCount {
            positions[key] = found.count - 1
        }
    }

    private func position(of key: Key) -> Int? {
        found.count < Self.greatestPairwiseCount ? found.firstIndex { $0.key == key } : positions[key]
    }

    /// The changes, ordered by their lowest versions; the collector is empty then.
    mutating func finish() -> [ValueChange] {
        let changes = found.map { change in
            ValueChange(
                versions: change.further.isEmpty
                    ? VersionSet(change.first) : VersionSet(ascending: [change.first] + change.further),
                oldValue: change.old, newValue: change.new, cause: change.key.cause)
        }
        found.removeAll(keepingCapacity: true)
        if !positions.isEmpty { positions.removeAll(keepingCapacity: true) }
        return changes
    }
}
