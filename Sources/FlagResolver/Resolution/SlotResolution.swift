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
    /// Resolves a setting for a context; without an app version, every setting with entries is an error.
    ///
    /// An entry is skipped because of its type only if its value violates the declared type.
    ///
    /// - Complexity: O(*n*) for *n* entries of the setting.
    package func resolve(_ slot: Int, for context: EvaluationContext) -> SlotResolution {
        let setting = loaded.settings[slot]
        guard !setting.isUnresolvable else {
            let isMissing = setting.defaultValue == SettingRecord.missing
            return SlotResolution(unresolvable: isMissing ? .parseError : .typeMismatch)
        }
        guard setting.listsEntries else {
            return SlotResolution(defaultOf: setting, .static)
        }
        guard let version = context.appVersion else {
            return SlotResolution(defaultOf: setting, .error, .invalidContext)
        }
        let first = FirstMatch.winner(among: setting.entries) {
            loaded.holds($0, for: version)
        } value: { entry in
            setting.isEligible(loaded.entries[entry], in: tree) ? loaded.entries[entry] : nil
        }
        return first.map { SlotResolution($0.value, at: $0.entry) } ?? SlotResolution(defaultOf: setting, .default)
    }

    /// Resolves a setting for an app version, as ``resolve(_:for:)-(_,EvaluationContext)`` does.
    package func resolve(_ slot: Int, for version: AppVersion) -> SlotResolution {
        resolve(slot, for: EvaluationContext(appVersion: version))
    }
}
