import FlagResolver

/// The texts of the settings of two documents. Settings with the same text need no comparison.
struct SettingTexts {
    private let old: JSONTree
    private let new: JSONTree
    private let oldSettings: LoadedSettings
    private let newSettings: LoadedSettings
    /// Whether a setting of the new document, and every setting that it requires, has the same text in both.
    private var areIdentical: [SettingIndex: Bool] = [:]

    init(_ old: SettingsDocument, _ new: SettingsDocument) {
        self.old = old.tree
        self.new = new.tree
        oldSettings = old.loaded
        newSettings = new.loaded
    }

    /// Whether a resolvable setting, and every setting that it requires directly or through others, has the same text
    /// in both documents.
    ///
    /// - Complexity: Linear in the text of the setting; each required setting is compared once.
    mutating func areIdentical(_ oldSetting: SettingIndex?, _ newSetting: SettingIndex?) -> Bool {
        guard let oldSetting, let newSetting, haveSameText(oldSetting, newSetting) else { return false }
        // A required setting may be missing from one of the documents, so both must require nothing.
        guard !newSettings.prerequisites(of: newSetting).isEmpty || !oldSettings.prerequisites(of: oldSetting).isEmpty
        else { return true }
        // A cycle of prerequisites makes entries malformed even in settings with identical texts.
        guard oldSettings.circularEntries.isEmpty, newSettings.circularEntries.isEmpty else { return false }
        var path = [newSetting]
        while let setting = path.last {
            guard areIdentical[setting] == nil else {
                path.removeLast()
                continue
            }
            let required = newSettings.prerequisites(of: setting)
            let other = oldSettings.names.index(namedAs: setting, of: newSettings.names)
            let isIdentical = other.map { haveSameText($0, setting) && haveSamePrerequisites($0, setting) } ?? false
            let unknown = required.filter { areIdentical[$0] == nil }
            if isIdentical, !unknown.isEmpty {
                path += unknown
            } else {
                areIdentical[setting] = isIdentical && required.allSatisfy { areIdentical[$0] == true }
            }
        }
        return areIdentical[newSetting] ?? false
    }

    /// Whether both settings require the same number of existing settings.
    private func haveSamePrerequisites(_ oldSetting: SettingIndex, _ newSetting: SettingIndex) -> Bool {
        oldSettings.prerequisites(of: oldSetting).count == newSettings.prerequisites(of: newSetting).count
    }

    private func haveSameText(_ oldSetting: SettingIndex, _ newSetting: SettingIndex) -> Bool {
        let (oldRecord, newRecord) = (oldSettings[oldSetting], newSettings[newSetting])
        let (oldNode, newNode) = (old.nodes[Int(oldRecord.node)], new.nodes[Int(newRecord.node)])
        let count = oldNode.span.count
        // A merged object has no text.
        guard !oldNode.isMerged, !newNode.isMerged, count == newNode.span.count else { return false }
        guard oldRecord.defaultValue != SettingRecord.missing, !newRecord.isUnresolvable else { return false }
        return old.bytes.withRawSpan { oldBytes in
            new.bytes.withRawSpan { newBytes in
                oldBytes.isEqual(at: oldNode.span.lowerBound, to: newBytes, at: newNode.span.lowerBound, count: count)
            }
        }
    }
}
