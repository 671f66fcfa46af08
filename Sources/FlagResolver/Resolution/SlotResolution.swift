/// What a setting of a document is for one version, without a Swift type: nodes of the document's JSON.
package struct SlotResolution: Sendable, Hashable {
    /// Why the value is what it is.
    package let reason: ResolutionReason

    /// What went wrong, where the reason is an error.
    package let errorCode: ResolutionErrorCode?

    /// What the effective value is, `null` where there is none: it saves a look at the node, which is far away in memory.
    package let kind: JSONKind

    private let valueNode: UInt32
    private let entryPosition: UInt32

    private static let nothing = UInt32.max

    /// The node of the effective value; `nil` where the setting cannot be resolved.
    package var value: Int? { valueNode == Self.nothing ? nil : Int(valueNode) }

    /// The entry that matched, as a position in ``LoadedSettings/entries``; `nil` where none did.
    package var entry: Int? { entryPosition == Self.nothing ? nil : Int(entryPosition) }

    /// The value of an entry.
    fileprivate init(_ record: EntryRecord, at position: Int) {
        reason = .targetingMatch
        errorCode = nil
        kind = record.valueKind
        valueNode = record.value
        entryPosition = UInt32(truncatingIfNeeded: position)
    }

    /// The default of a setting.
    fileprivate init(
        defaultOf setting: SettingRecord, _ reason: ResolutionReason, _ errorCode: ResolutionErrorCode? = nil
    ) {
        self.reason = reason
        self.errorCode = errorCode
        kind = setting.defaultKind
        valueNode = setting.defaultValue
        entryPosition = Self.nothing
    }

    /// No value at all.
    fileprivate init(unresolvable errorCode: ResolutionErrorCode) {
        reason = .error
        self.errorCode = errorCode
        kind = .null
        valueNode = Self.nothing
        entryPosition = Self.nothing
    }
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
            return SlotResolution(
                unresolvable: setting.defaultValue == SettingRecord.missing ? .parseError : .typeMismatch)
        }
        guard setting.listsEntries else {
            return SlotResolution(defaultOf: setting, .static)
        }
        guard let version else {
            return SlotResolution(defaultOf: setting, .error, .invalidContext)
        }
        let end = Int(setting.endEntry)
        var position = Int(setting.firstEntry)
        while true {
            position = loaded.firstMatch(from: position, to: end, for: version, words: version.words)
            guard position < end else {
                return SlotResolution(defaultOf: setting, .default)
            }
            let entry = loaded.entries[position]
            if setting.isEligible(entry, in: tree) { return SlotResolution(entry, at: position) }
            position += 1
        }
    }
}
