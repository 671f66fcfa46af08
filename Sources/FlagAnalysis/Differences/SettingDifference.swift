package import FlagResolver

/// Everything in which one setting differs between two documents.
package struct SettingDifference: Sendable {
    package let name: String
    /// The setting in either document; `nil` where it has none of the name.
    package let oldSlot: Int?
    package let newSlot: Int?
    /// Ordered by their lowest versions; no version is in two of them.
    package let changes: [ValueChange]

    /// Whether the setting is in the new document only.
    package var isAdded: Bool { oldSlot == nil }
    /// Whether the setting is in the old document only.
    package var isRemoved: Bool { newSlot == nil }

    /// Every version for which the value is another one.
    package var versions: VersionSet { VersionSet(changes.flatMap(\.versions.stretches)) }

    /// The difference; `nil` where the setting is in a document and has no value there.
    init?(name: String, _ oldSlot: Int?, in old: SettingsDocument, _ newSlot: Int?, in new: SettingsDocument) {
        self.name = name
        self.oldSlot = oldSlot
        self.newSlot = newSlot
        let oldHistory = oldSlot.map { SettingHistory(of: $0, in: old) }
        let newHistory = newSlot.map { SettingHistory(of: $0, in: new) }
        switch (oldHistory, newHistory) {
        case (.some(.none), _), (_, .some(.none)), (nil, nil): return nil
        case (nil, let history??):
            changes = history.parts.grouped { ($0, nil, $0.value, .settingAdded(new: $0.entry)) }
        case (let history??, nil):
            changes = history.parts.grouped { ($0, $0.value, nil, .settingRemoved(old: $0.entry)) }
        case (let oldHistory??, let newHistory??):
            var finder = CauseFinder(old: old, oldSlot: oldSlot ?? 0, new: new, newSlot: newSlot ?? 0)
            var builder = ChangeBuilder()
            Self.sweep(oldHistory.parts, newHistory.parts) { stretch, oldPart, newPart in
                guard !old.tree.isEqual(oldPart.value, to: new.tree, newPart.value) else { return }
                let cause = finder.cause(from: oldPart.entry, to: newPart.entry, for: stretch)
                builder.add(
                    stretch, (oldPart.value, oldPart.valueClass), (newPart.value, newPart.valueClass), cause)
            }
            changes = builder.changes
        }
    }

    /// Calls a closure for every stretch in which both documents have one part each.
    private static func sweep(
        _ old: [SettingHistory.Part], _ new: [SettingHistory.Part],
        _ body: (VersionStretch, SettingHistory.Part, SettingHistory.Part) -> Void
    ) {
        var oldIndex = 0
        var newIndex = 0
        while oldIndex < old.count, newIndex < new.count {
            let (oldPart, newPart) = (old[oldIndex], new[newIndex])
            let lower = max(oldPart.stretch.lower, newPart.stretch.lower)
            let upper = min(oldPart.stretch.upper, newPart.stretch.upper)
            if let stretch = VersionStretch(from: lower, to: upper) { body(stretch, oldPart, newPart) }
            if oldPart.stretch.upper == upper { oldIndex += 1 }
            if newPart.stretch.upper == upper { newIndex += 1 }
        }
    }
}

extension [SettingHistory.Part] {
    /// Every part as a change of its own, those of one value from one entry joined.
    fileprivate func grouped(
        _ change: (SettingHistory.Part) -> (SettingHistory.Part, old: Int?, new: Int?, ValueChange.Cause)
    ) -> [ValueChange] {
        var builder = ChangeBuilder()
        for part in self {
            let (_, old, new, cause) = change(part)
            builder.add(part.stretch, old.map { ($0, part.valueClass) }, new.map { ($0, part.valueClass) }, cause)
        }
        return builder.changes
    }
}

/// Collects stretches into changes: those with the same two values and the same cause are one.
private struct ChangeBuilder {
    private struct Key: Hashable {
        let oldClass: Int?
        let newClass: Int?
        let cause: ValueChange.Cause
    }

    private var positions: [Key: Int] = [:]
    private var found: [(old: Int?, new: Int?, cause: ValueChange.Cause, stretches: [VersionStretch])] = []

    var changes: [ValueChange] {
        found.map {
            ValueChange(versions: VersionSet($0.stretches), oldValue: $0.old, newValue: $0.new, cause: $0.cause)
        }
    }

    mutating func add(
        _ stretch: VersionStretch, _ old: (node: Int, number: Int)?, _ new: (node: Int, number: Int)?,
        _ cause: ValueChange.Cause
    ) {
        let key = Key(oldClass: old?.number, newClass: new?.number, cause: cause)
        if let position = positions[key] {
            found[position].stretches.append(stretch)
        } else {
            positions[key] = found.count
            found.append((old?.node, new?.node, cause, [stretch]))
        }
    }
}
