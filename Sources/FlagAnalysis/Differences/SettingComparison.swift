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
        if let oldSlot, !old.read(oldSlot, numberedBy: &classes, as: .first, numbersAllEntries: true) { return nil }
        if let newSlot, !new.read(newSlot, numberedBy: &classes, as: .second, numbersAllEntries: true) { return nil }
        switch (oldSlot, newSlot) {
        case (nil, nil): return nil
        case (nil, .some):
            for part in new.parts {
                collector.add(part.stretch, from: nil, to: part.result, .settingAdded(new: part.entry))
            }
        case (.some, nil):
            for part in old.parts {
                collector.add(part.stretch, from: part.result, to: nil, .settingRemoved(old: part.entry))
            }
        case (let oldSlot?, let newSlot?):
            finder.move(toOld: oldSlot, new: newSlot)
            compare()
        }
        return SettingDifference(name: name, oldSlot: oldSlot, newSlot: newSlot, changes: collector.finish())
    }

    /// Looks at every stretch in which both documents have one part each.
    private mutating func compare() {
        var oldIndex = 0
        var newIndex = 0
        while oldIndex < old.parts.count, newIndex < new.parts.count {
            let (oldUpper, newUpper) = (old.parts[oldIndex].stretch.upper, new.parts[newIndex].stretch.upper)
            let (oldEnds, newEnds) = (oldUpper <= newUpper, newUpper <= oldUpper)
            let (oldResult, newResult) = (old.parts[oldIndex].result, new.parts[newIndex].result)
            if oldResult.valueClass != newResult.valueClass,
                let stretch = VersionStretch(
                    from: max(old.parts[oldIndex].stretch.lower, new.parts[newIndex].stretch.lower),
                    to: oldEnds ? oldUpper : newUpper)
            {
                let cause = finder.cause(
                    from: old.parts[oldIndex].entry, to: new.parts[newIndex].entry, for: stretch, old.entryClasses,
                    new.entryClasses)
                collector.add(stretch, from: oldResult, to: newResult, cause)
            }
            if oldEnds { oldIndex += 1 }
            if newEnds { newIndex += 1 }
        }
    }
}

extension SettingHistory.Part {
    fileprivate var result: ChangeCollector.Result { ChangeCollector.Result(value: value, valueClass: valueClass) }
}

/// Collects stretches into changes: those with the same two values and the same cause are one.
private struct ChangeCollector {
    /// A node, and the class of its value.
    struct Result {
        let value: Int
        let valueClass: Int
    }

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
        _ stretch: VersionStretch, from old: Result?, to new: Result?, _ cause: ValueChange.Cause
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
        guard found.count < Self.greatestPairwiseCount else { return positions[key] }
        for position in found.indices where found[position].key == key { return position }
        return nil
    }

    /// The changes, ordered by their lowest versions; the collector is empty then.
    mutating func finish() -> [ValueChange] {
        var changes: [ValueChange] = []
        changes.reserveCapacity(found.count)
        for change in found {
            changes.append(
                ValueChange(
                    versions: change.further.isEmpty
                        ? VersionSet(change.first) : VersionSet(ascending: [change.first] + change.further),
                    oldValue: change.old, newValue: change.new, cause: change.key.cause))
        }
        found.removeAll(keepingCapacity: true)
        if !positions.isEmpty { positions.removeAll(keepingCapacity: true) }
        return changes
    }
}
