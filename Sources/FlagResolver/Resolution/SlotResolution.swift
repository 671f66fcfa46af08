/// What a setting of a document is for one version, without a Swift type: nodes of the document's JSON.
package struct SlotResolution: Sendable, Hashable {
    /// The node of the effective value; `nil` where the setting cannot be resolved.
    package let value: Int?

    /// Why the value is what it is.
    package let reason: ResolutionReason

    /// What went wrong, where the reason is an error.
    package let errorCode: ResolutionErrorCode?

    /// The entry that matched, as a position in ``LoadedSettings/entries``; `nil` where none did.
    package let entry: Int?
}

extension SettingsDocument {
    /// Resolves a setting for a version; without one, every setting that has entries is an error.
    ///
    /// An entry is skipped because of its type only if the setting declares one.
    ///
    /// - Complexity: O(*n*) for *n* entries of the setting.
    package func resolve(_ slot: Int, for version: AppVersion?) -> SlotResolution {
        let setting = loaded.settings[slot]
        guard !setting.isUnresolvable else {
            let errorCode: ResolutionErrorCode =
                setting.defaultValue == SettingRecord.missing ? .parseError : .typeMismatch
            return SlotResolution(value: nil, reason: .error, errorCode: errorCode, entry: nil)
        }
        let defaultValue = Int(setting.defaultValue)
        guard setting.listsEntries else {
            return SlotResolution(value: defaultValue, reason: .static, errorCode: nil, entry: nil)
        }
        guard let version else {
            return SlotResolution(value: defaultValue, reason: .error, errorCode: .invalidContext, entry: nil)
        }
        let end = Int(setting.endEntry)
        var entry = Int(setting.firstEntry)
        while true {
            entry = loaded.firstMatch(from: entry, to: end, for: version, words: version.words)
            guard entry < end else {
                return SlotResolution(value: defaultValue, reason: .default, errorCode: nil, entry: nil)
            }
            let value = Int(loaded.entries[entry].value)
            if !setting.hasMistypedEntries || setting.declaredType.contains(value, of: tree) {
                return SlotResolution(value: value, reason: .targetingMatch, errorCode: nil, entry: entry)
            }
            entry += 1
        }
    }
}
