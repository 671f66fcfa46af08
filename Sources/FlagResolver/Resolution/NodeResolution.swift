/// What a setting of a document is for one version, without a Swift type: nodes of the document's JSON.
package struct NodeResolution: Sendable, Hashable {
    /// Why the value is what it is.
    package let reason: ResolutionReason

    /// What went wrong, where the reason is an error.
    package let errorCode: ResolutionErrorCode?

    /// What the effective value is, `null` where there is none: it saves a look at the node, which is far away in memory.
    package let kind: JSONKind

    private let valueNode: UInt32

    private static let nothing = UInt32.max

    /// The node of the effective value; `nil` where the setting cannot be resolved.
    package var value: Int? { valueNode == Self.nothing ? nil : Int(valueNode) }

    /// The entry that matched; `nil` where none did.
    package let entry: EntryIndex?

    /// The value of an entry.
    fileprivate init(_ record: EntryRecord, at index: EntryIndex) {
        reason = .targetingMatch
        errorCode = nil
        kind = record.valueKind
        valueNode = record.value
        entry = index
    }

    /// The default of a setting.
    fileprivate init(
        defaultOf record: SettingRecord, _ reason: ResolutionReason, _ errorCode: ResolutionErrorCode? = nil
    ) {
        self.reason = reason
        self.errorCode = errorCode
        kind = record.defaultKind
        valueNode = record.defaultValue
        entry = nil
    }

    /// No value at all.
    fileprivate init(unresolvable errorCode: ResolutionErrorCode) {
        reason = .error
        self.errorCode = errorCode
        kind = .null
        valueNode = Self.nothing
        entry = nil
    }
}

extension SettingsDocument {
    /// Resolves a setting for a context; without an app version, every setting with entries is an error.
    ///
    /// An entry is skipped because of its type only if its value violates the declared type.
    ///
    /// - Complexity: O(*n*) for *n* entries of the setting.
    package func resolve(_ setting: SettingIndex, for context: EvaluationContext) -> NodeResolution {
        let record = loaded[setting]
        guard !record.isUnresolvable else {
            let isMissing = record.defaultValue == SettingRecord.missing
            return NodeResolution(unresolvable: isMissing ? .parseError : .typeMismatch)
        }
        guard record.listsEntries else {
            return NodeResolution(defaultOf: record, .static)
        }
        guard let version = context.appVersion else {
            return NodeResolution(defaultOf: record, .error, .invalidContext)
        }
        let first = FirstMatch.winner(among: record.entries) {
            loaded.holds($0, for: version)
        } value: { entry in
            record.isEligible(loaded[entry], in: tree) ? loaded[entry] : nil
        }
        return first.map { NodeResolution($0.value, at: $0.entry) } ?? NodeResolution(defaultOf: record, .default)
    }

    /// Resolves a setting for an app version, as ``resolve(_:for:)-(_,EvaluationContext)`` does.
    package func resolve(_ setting: SettingIndex, for version: AppVersion) -> NodeResolution {
        resolve(setting, for: EvaluationContext(appVersion: version))
    }
}
