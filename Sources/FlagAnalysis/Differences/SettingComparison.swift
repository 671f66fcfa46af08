import FlagResolver

/// Compares the settings of two documents, one after the other, with the same working memory.
struct SettingComparison {
    /// A setting in one of the documents.
    private struct Version {
        let document: LoadedSettings
        let tree: JSONTree
        /// The value of each entry, and of the default.
        var values: [ClassifiedValue] = []
        var standing = ClassifiedValue.none
        var firstEntry = 0

        init(_ document: SettingsDocument) {
            self.document = document.loaded
            tree = document.tree
        }

        /// The value where an entry wins, by its position; negative for the default.
        @inline(__always)
        func value(of winner: Int32) -> ClassifiedValue { winner < 0 ? standing : values[Int(winner)] }

        /// The position of a winner among all entries of the document; `nil` for the default.
        @inline(__always)
        func entry(_ winner: Int32) -> UInt32? {
            winner < 0 ? nil : UInt32(truncatingIfNeeded: firstEntry + Int(winner))
        }
    }

    private var old: Version
    private var new: Version
    private var sweep = PairedSweep()
    private var regions: [PairedSweep.Region] = []
    private var classes: ValueClasses
    private var cuts = CutNumbers()
    private var finder: CauseFinder
    private var collector = ChangeCollector()

    init(from old: SettingsDocument, to new: SettingsDocument) {
        self.old = Version(old)
        self.new = Version(new)
        classes = ValueClasses(of: old.tree, and: new.tree)
        finder = CauseFinder(old: old, new: new)
    }

    /// The cuts of all stretches that were added to a table, at their numbers.
    var numberedCuts: [VersionCut] { cuts.cuts }

    /// Adds to a table how a setting differs.
    ///
    /// - Returns: Whether it differs; `nil` where it is in a document and has no value there.
    mutating func compare(old oldSlot: Int?, new newSlot: Int?, into table: inout ChangeTable) -> Bool? {
        let isUnresolvable =
            oldSlot.map { old.document.settings[$0].isUnresolvable } ?? false
            || newSlot.map { new.document.settings[$0].isUnresolvable } ?? false
        guard !isUnresolvable else { return nil }
        classes.removeAll()
        Self.read(oldSlot, of: &old, .first, into: &sweep, &classes)
        Self.read(newSlot, of: &new, .second, into: &sweep, &classes)
        sweep.finish(into: &regions, numbering: &cuts)
        if let oldSlot, let newSlot { finder.move(toOld: oldSlot, new: newSlot) }
        for region in regions {
            let (before, after) = (old.value(of: region.old), new.value(of: region.new))
            guard before.valueClass != after.valueClass else { continue }
            let (winner, nextWinner) = (old.entry(region.old), new.entry(region.new))
            let cause: ValueChange.Cause =
                if oldSlot == nil {
                    .settingAdded(new: nextWinner)
                } else if newSlot == nil {
                    .settingRemoved(old: winner)
                } else {
                    finder.cause(
                        from: winner, to: nextWinner, from: cuts.cuts[Int(region.lower)],
                        to: cuts.cuts[Int(region.upper)], old.values, new.values)
                }
            collector.add(region, from: before, to: after, cause)
        }
        let first = table.changes.count
        collector.finish(into: &table)
        guard table.changes.count > first else { return false }
        table.settings.append(
            ChangeTable.Setting(
                oldSlot: UInt32(known: oldSlot), newSlot: UInt32(known: newSlot),
                firstChange: UInt32(truncatingIfNeeded: first),
                endChange: UInt32(truncatingIfNeeded: table.changes.count)))
        return true
    }

    /// Puts the values of a setting into classes, and its entries into the sweep.
    private static func read(
        _ slot: Int?, of version: inout Version, _ side: DocumentSide, into sweep: inout PairedSweep,
        _ classes: inout ValueClasses
    ) {
        version.values.removeAll(keepingCapacity: true)
        guard let slot else {
            version.standing = .none
            return
        }
        func classified(_ node: UInt32) -> ClassifiedValue {
            let number = classes.number(of: Int(node), in: side)
            return ClassifiedValue(node: node, valueClass: Int32(truncatingIfNeeded: number))
        }
        let setting = version.document.settings[slot]
        version.standing = classified(setting.defaultValue)
        version.firstEntry = Int(setting.firstEntry)
        for position in Int(setting.firstEntry)..<Int(setting.endEntry) {
            let entry = version.document.entries[position]
            version.values.append(classified(entry.value))
            // Resolution passes over an entry of the wrong type.
            let wins = !setting.hasMistypedEntries || setting.declaredType.contains(Int(entry.value), of: version.tree)
            sweep.append(wins ? entry.bounds : nil, sets: version.document.sets, side)
        }
    }
}
