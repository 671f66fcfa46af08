package import FlagResolver

/// Everything in which the values of two documents differ, for every version.
///
/// 1. A setting is compared by its values along the whole version line, so two texts that mean the same have no
///    difference, however they are written.
/// 2. For every version, a change says exactly what resolution in the old and in the new document gives.
/// 3. A setting that has no value in either document, its default being missing or mistyped, is not compared.
package struct DocumentDifference: Sendable {
    package let old: SettingsDocument
    package let new: SettingsDocument
    /// The tables of the two documents, at hand for every change.
    package let oldLoaded: LoadedSettings
    package let newLoaded: LoadedSettings
    /// The settings that differ, sorted by the bytes of their names unless it was asked otherwise.
    package private(set) var settings: [SettingDifference]
    /// The names of the compared settings that have the same value for every version, in the same order.
    package private(set) var unchanged: [String]

    /// Compares two documents.
    ///
    /// - Parameter names: The only settings to compare; empty for all.
    /// - Complexity: O(*n* log *n*) in the number of stretches of all requirements, and linear in the text of settings
    ///   that are written alike.
    package init(from old: SettingsDocument, to new: SettingsDocument, names: Set<String> = []) {
        self.old = old
        self.new = new
        oldLoaded = old.loaded
        newLoaded = new.loaded
        var settings: [SettingDifference] = []
        var unchanged: [String] = []
        var comparison = SettingComparison(from: old, to: new)
        let texts = WrittenSettings(old, new)
        for (name, slots) in Self.pairs(old, new) where names.isEmpty || names.contains(name) {
            if let oldSlot = slots.old, let newSlot = slots.new {
                if texts.isAlike(oldSlot, newSlot) {
                    unchanged.append(name)
                    continue
                }
            }
            guard let difference = comparison.difference(name: name, old: slots.old, new: slots.new) else { continue }
            if difference.changes.isEmpty {
                unchanged.append(name)
            } else {
                settings.append(difference)
            }
        }
        self.settings = settings
        self.unchanged = unchanged
    }

    /// The same difference with the settings as the new document has them, and after them those that are gone.
    ///
    /// - Complexity: O(*n* log *n*) in the number of settings.
    package var inDocumentOrder: DocumentDifference {
        var ordered = self
        let count = new.slots.count
        func place(_ setting: SettingDifference) -> Int { setting.newSlot ?? count + (setting.oldSlot ?? 0) }
        ordered.settings.sort { place($0) < place($1) }
        ordered.unchanged = unchanged.map { (slot: new.slot(named: $0) ?? count, name: $0) }
            .sorted { $0.slot < $1.slot }
            .map(\.name)
        return ordered
    }

    /// The settings of both documents by name, sorted by the bytes of the names.
    private static func pairs(
        _ old: SettingsDocument, _ new: SettingsDocument
    ) -> [(name: String, slots: (old: Int?, new: Int?))] {
        var pairs: [(name: String, slots: (old: Int?, new: Int?))] = []
        pairs.reserveCapacity(new.slots.count)
        var met = [Bool](repeating: false, count: old.slots.count)
        for slot in new.slots {
            let name = new.name(of: slot)
            let oldSlot = old.slot(named: name)
            if let oldSlot { met[oldSlot] = true }
            pairs.append((name, (oldSlot, slot)))
        }
        for slot in old.slots where !met[slot] { pairs.append((old.name(of: slot), (slot, nil))) }
        return NameSorting.sorted(pairs) { $0.name }
    }
}

/// The texts of the settings of two documents: what is written alike need not be looked at.
private struct WrittenSettings {
    private let old: JSONTree
    private let new: JSONTree
    private let oldSettings: [SettingRecord]
    private let newSettings: [SettingRecord]

    init(_ old: SettingsDocument, _ new: SettingsDocument) {
        self.old = old.tree
        self.new = new.tree
        oldSettings = old.loaded.settings
        newSettings = new.loaded.settings
    }

    /// Whether a setting that has a value has the same text in both documents.
    func isAlike(_ oldSlot: Int, _ newSlot: Int) -> Bool {
        let (oldSetting, newSetting) = (oldSettings[oldSlot], newSettings[newSlot])
        let (oldNode, newNode) = (old.nodes[Int(oldSetting.node)], new.nodes[Int(newSetting.node)])
        let count = oldNode.span.count
        // What a merge has built has no text of its own.
        guard !oldNode.isMerged, !newNode.isMerged, count == newNode.span.count else { return false }
        guard oldSetting.defaultValue != SettingRecord.missing, !newSetting.isUnresolvable else { return false }
        return old.bytes.withRawSpan { oldBytes in
            new.bytes.withRawSpan { newBytes in
                oldBytes.isEqual(at: oldNode.span.lowerBound, to: newBytes, at: newNode.span.lowerBound, count: count)
            }
        }
    }
}
