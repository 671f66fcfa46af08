/// The value of a setting for one version as a node of the document, with the reason for it.
package struct NodeResolution: Sendable, Hashable {
    /// Why the setting has this value.
    package let reason: ResolutionReason

    /// What went wrong if the reason is an error; otherwise `nil`.
    package let errorCode: ResolutionErrorCode?

    /// The kind of the value; `null` if there is none. A copy here saves loading the node from memory.
    package let kind: JSONKind

    private let valueNode: UInt32

    private static let nothing = UInt32.max

    /// The node of the value; `nil` if the setting cannot be resolved.
    package var value: Int? { valueNode == Self.nothing ? nil : Int(valueNode) }

    /// The entry that matched; `nil` if none did.
    package let entry: EntryIndex?

    /// The value of an entry.
    fileprivate init(
        _ record: EntryRecord, at index: EntryIndex, _ reason: ResolutionReason, _ errorCode: ResolutionErrorCode?
    ) {
        self.reason = reason
        self.errorCode = errorCode
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

    /// No value.
    fileprivate init(unresolvable errorCode: ResolutionErrorCode) {
        reason = .error
        self.errorCode = errorCode
        kind = .null
        valueNode = Self.nothing
        entry = nil
    }
}

extension SettingsDocument {
    /// Resolves a setting for a context.
    ///
    /// 1. An entry is skipped because of its type only if its value violates the declared type.
    /// 2. If an entry tests the app version and the context has none, the reason is an error, whatever the value is.
    ///
    /// - Complexity: O(*n*) for *n* entries of the setting, and of those that it requires.
    package func resolve(_ setting: SettingIndex, for context: EvaluationContext) -> NodeResolution {
        var evaluator = ConditionEvaluator(self, context)
        return resolve(setting, for: context, with: &evaluator)
    }

    /// Resolves settings for a context, as ``resolve(_:for:)-(_,EvaluationContext)`` does.
    ///
    /// A setting that several of them require is resolved once.
    package func resolve(_ settings: [SettingIndex], for context: EvaluationContext) -> [NodeResolution] {
        var evaluator = ConditionEvaluator(self, context, remembersConditions: true)
        return settings.map { resolve($0, for: context, with: &evaluator) }
    }

    /// Resolves a setting, as ``resolve(_:for:)-(_,EvaluationContext)`` does, as one of many in the same context.
    func resolve(
        _ setting: SettingIndex, for context: EvaluationContext, with evaluator: inout ConditionEvaluator
    ) -> NodeResolution {
        let record = loaded[setting]
        guard !record.isUnresolvable else {
            let isMissing = record.defaultValue == SettingRecord.missing
            return NodeResolution(unresolvable: isMissing ? .parseError : .typeMismatch)
        }
        guard record.listsEntries else {
            return NodeResolution(defaultOf: record, .static)
        }
        let first = FirstMatch.winner(among: record.entries) {
            evaluator.holds($0, in: loaded, for: context)
        } value: { entry in
            record.isEligible(loaded[entry], in: tree) ? loaded[entry] : nil
        }
        let check = VersionCheck(testsVersion: record.testsVersion, in: context)
        guard let first else {
            return NodeResolution(defaultOf: record, check.reason(.default), check.errorCode)
        }
        let reason = check.reason(loaded.reason(ofMatch: first.entry))
        return NodeResolution(first.value, at: first.entry, reason, check.errorCode)
    }

    /// Resolves a setting for an app version, as ``resolve(_:for:)-(_,EvaluationContext)`` does.
    package func resolve(_ setting: SettingIndex, for version: AppVersion) -> NodeResolution {
        resolve(setting, for: EvaluationContext(version: version))
    }
}

extension LoadedSettings {
    /// The reason for the value of an entry that matched.
    package func reason(ofMatch entry: EntryIndex) -> ResolutionReason {
        targeting(of: entry)?.rollout == nil ? .targetingMatch : .split
    }
}
