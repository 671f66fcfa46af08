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

    /// The compared settings that have the same value for every version, as settings of the new document.
    private var unchangedSettings: [SettingIndex] = []

    /// The names of the compared settings that have the same value for every version, in the same order.
    package var unchanged: [String] { unchangedSettings.map { new.name(of: $0) } }

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
                            name: pair.name(in: old, new), oldSetting: pair.old, newSetting: pair.new, changes: changes)
                    )
                    continue
                }
            }
            // A setting that only one of the documents has differs, so this one is in both.
            if let setting = pair.new { unchangedSettings.append(setting) }
        }
    }

    /// The same difference with the settings in the order of the new document, and after them those that are gone.
    ///
    /// - Complexity: O(*n* log *n*) in the number of settings.
    package var inDocumentOrder: DocumentDifference {
        var ordered = self
        ordered.settings.sort {
            let end = new.indices.upperBound
            return ($0.newSetting ?? end, $0.oldSetting ?? end) < ($1.newSetting ?? end, $1.oldSetting ?? end)
        }
        ordered.unchangedSettings.sort()
        return ordered
    }
}

/// A setting of two documents by its name.
private struct SettingPair {
    /// Its settings; `nil` if a document does not have it.
    let old: SettingIndex?
    let new: SettingIndex?

    func name(in oldDocument: SettingsDocument, _ newDocument: SettingsDocument) -> String {
        new.map { newDocument.name(of: $0) } ?? old.map { oldDocument.name(of: $0) } ?? ""
    }

    /// The settings of both documents, each once, sorted by the bytes of their names.
    ///
    /// - Complexity: O(*n* log *n*) in the number of settings.
    static func all(in old: SettingsDocument, _ new: SettingsDocument) -> [SettingPair] {
        let (oldNames, newNames) = (old.loaded.names, new.loaded.names)
        var isKept = [Bool](repeating: false, count: old.indices.count)
        var pairs: [SettingPair] = []
        pairs.reserveCapacity(new.indices.count)
        for setting in NameOrder(new).sorted(Array(new.indices)) {
            let oldSetting = oldNames.index(namedAs: setting, of: newNames)
            if let oldSetting { isKept[oldSetting.position] = true }
            pairs.append(SettingPair(old: oldSetting, new: setting))
        }
        var removed = NameOrder(old).sorted(old.indices.filter { !isKept[$0.position] })[...]
        guard !removed.isEmpty else { return pairs }
        var merged: [SettingPair] = []
        merged.reserveCapacity(pairs.count + removed.count)
        for pair in pairs {
            while let setting = removed.first, let next = pair.new,
                oldNames[setting].lexicographicallyPrecedes(newNames[next])
            {
                merged.append(SettingPair(old: setting, new: nil))
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
    private let oldSettings: LoadedSettings
    private let newSettings: LoadedSettings

    init(_ old: SettingsDocument, _ new: SettingsDocument) {
        self.old = old.tree
        self.new = new.tree
        oldSettings = old.loaded
        newSettings = new.loaded
    }

    /// Whether a setting that has a value has the same text in both documents.
    func areAlike(_ pair: SettingPair) -> Bool {
        guard let oldSetting = pair.old, let newSetting = pair.new else { return false }
        let (oldRecord, newRecord) = (oldSettings[oldSetting], newSettings[newSetting])
        let (oldNode, newNode) = (old.nodes[Int(oldRecord.node)], new.nodes[Int(newRecord.node)])
        let count = oldNode.span.count
        // An object that a merge has built has no text of its own.
        guard !oldNode.isMerged, !newNode.isMerged, count == newNode.span.count else { return false }
        guard oldRecord.defaultValue != SettingRecord.missing, !newRecord.isUnresolvable else { return false }
        return old.bytes.withRawSpan { oldBytes in
            new.bytes.withRawSpan { newBytes in
                oldBytes.isEqual(at: oldNode.span.lowerBound, to: newBytes, at: newNode.span.lowerBound, count: count)
            }
        }
    }
}
