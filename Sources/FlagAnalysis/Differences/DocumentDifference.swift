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

    /// The settings that differ, sorted by the bytes of their names unless ``inDocumentOrder`` was asked for.
    package private(set) var settings: [SettingDifference] = []

    /// The compared settings that have the same value for every version, as slots of the new document.
    private var unchangedSlots: [Int] = []

    /// The names of the compared settings that have the same value for every version, in the same order.
    package var unchanged: [String] { unchangedSlots.map { new.name(of: $0) } }

    /// Compares two documents.
    ///
    /// - Parameter names: The only settings to compare; empty for all.
    /// - Complexity: O(*n* log *n*) in the number of intervals of all requirements, and linear in the text of settings
    ///   that are written alike.
    package init(from old: SettingsDocument, to new: SettingsDocument, names: Set<String> = []) {
        self.old = old
        self.new = new
        var comparison = SettingComparison(from: old, to: new)
        let texts = WrittenSettings(old, new)
        for pair in SettingPair.all(in: old, new) {
            guard names.isEmpty || names.contains(pair.name(in: old, new)) else { continue }
            if !texts.areAlike(pair) {
                guard let changes = comparison.changes(fromOld: pair.old, toNew: pair.new) else { continue }
                if !changes.isEmpty {
                    settings.append(
                        SettingDifference(
                            name: pair.name(in: old, new), oldSlot: pair.old, newSlot: pair.new, changes: changes))
                    continue
                }
            }
            // A setting that only one of the documents has differs, so this one is in both.
            if let slot = pair.new { unchangedSlots.append(slot) }
        }
    }

    /// The same difference with the settings in the order of the new document, and after them those that are gone.
    ///
    /// - Complexity: O(*n* log *n*) in the number of settings.
    package var inDocumentOrder: DocumentDifference {
        var ordered = self
        ordered.settings.sort { ($0.newSlot ?? .max, $0.oldSlot ?? 0) < ($1.newSlot ?? .max, $1.oldSlot ?? 0) }
        ordered.unchangedSlots.sort()
        return ordered
    }
}

/// A setting of two documents by its name.
private struct SettingPair {
    /// Its slots; `nil` if a document does not have it.
    let old: Int?
    let new: Int?

    func name(in oldDocument: SettingsDocument, _ newDocument: SettingsDocument) -> String {
        new.map { newDocument.name(of: $0) } ?? old.map { oldDocument.name(of: $0) } ?? ""
    }

    /// The settings of both documents, each once, sorted by the bytes of their names.
    ///
    /// - Complexity: O(*n* log *n*) in the number of settings.
    static func all(in old: SettingsDocument, _ new: SettingsDocument) -> [SettingPair] {
        let (oldNames, newNames) = (old.loaded.names, new.loaded.names)
        var isKept = [Bool](repeating: false, count: old.slots.count)
        var pairs: [SettingPair] = []
        pairs.reserveCapacity(new.slots.count)
        for slot in NameOrder(new).sorted(Array(new.slots)) {
            let oldSlot = oldNames.slot(namedAs: slot, of: newNames)
            if let oldSlot { isKept[oldSlot] = true }
            pairs.append(SettingPair(old: oldSlot, new: slot))
        }
        var removed = NameOrder(old).sorted(old.slots.filter { !isKept[$0] })[...]
        guard !removed.isEmpty else { return pairs }
        var merged: [SettingPair] = []
        merged.reserveCapacity(pairs.count + removed.count)
        for pair in pairs {
            while let slot = removed.first, let next = pair.new,
                oldNames[slot].lexicographicallyPrecedes(newNames[next])
            {
                merged.append(SettingPair(old: slot, new: nil))
                removed.removeFirst()
            }
            merged.append(pair)
        }
        return merged + removed.map { SettingPair(old: $0, new: nil) }
    }
}

/// The texts of the settings of two documents: settings with the same text need no comparison.
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
    func areAlike(_ pair: SettingPair) -> Bool {
        guard let oldSlot = pair.old, let newSlot = pair.new else { return false }
        let (oldSetting, newSetting) = (oldSettings[oldSlot], newSettings[newSlot])
        let (oldNode, newNode) = (old.nodes[Int(oldSetting.node)], new.nodes[Int(newSetting.node)])
        let count = oldNode.span.count
        // An object that a merge has built has no text of its own.
        guard !oldNode.isMerged, !newNode.isMerged, count == newNode.span.count else { return false }
        guard oldSetting.defaultValue != SettingRecord.missing, !newSetting.isUnresolvable else { return false }
        return old.bytes.withRawSpan { oldBytes in
            new.bytes.withRawSpan { newBytes in
                oldBytes.isEqual(at: oldNode.span.lowerBound, to: newBytes, at: newNode.span.lowerBound, count: count)
            }
        }
    }
}
