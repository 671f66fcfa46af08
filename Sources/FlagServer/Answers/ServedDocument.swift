package import FlagResolver

/// A document as it is served: everything that answers need, computed once. It never changes.
package final class ServedDocument: Sendable {
    package let settings: SettingsDocument
    /// The document's own bytes.
    let bytes: SharedBytes
    /// The entity tag of the bytes.
    package let entityTag: String
    /// The settings, sorted by the bytes of their names.
    let sorted: [SettingIndex]
    /// What answers say about each setting.
    let texts: FlagTexts
    /// The types of attributes.
    let declarations: DeclaredAttributes?
    /// Why settings have no value, in any context.
    let refusals: [SettingIndex: Refusal]
    /// What the entries of settings ask for; each once.
    let distinctInputs: [ContextInputs]
    /// The index in ``distinctInputs`` for each setting, by its index.
    private let inputsIndices: [UInt32]
    /// The settings whose entries have schedules.
    private let scheduled: [SettingIndex]
    /// The instants at which schedules begin and end, in order.
    private let boundaries: [Instant]
    /// Answers to requests that come again.
    let answers: Locked<AnswerCache>

    /// - Parameters:
    ///   - trailer: The signatures at its end, which are served with it.
    ///   - documentCount: How many documents share the memory for answers.
    /// - Complexity: O(*n* log *n*) for *n* bytes of the document.
    package init(_ settings: SettingsDocument, trailer: [UInt8] = [], documentCount: Int = 1) {
        answers = Locked(AnswerCache(byteLimit: AnswerCache.maximumByteCount / max(1, documentCount)))
        self.settings = settings
        let text = settings.tree.bytes
        let served = trailer.isEmpty ? text : text.dropLast() + trailer
        bytes = SharedBytes(served)
        entityTag = EntityTags.tag(of: served)
        sorted = settings.sortedByName(Array(settings.indices))
        boundaries = settings.boundariesOfSchedules
        refusals = settings.refusals
        texts = FlagTexts(settings, refusals: refusals)
        declarations = DeclaredAttributes(of: settings.tree)
        scheduled = settings.scheduledSettings
        var distinctInputs: [ContextInputs] = []
        var known: [ContextInputs: UInt32] = [:]
        inputsIndices = settings.indices.map { setting in
            let inputs = ContextInputs(of: [setting], in: settings)
            if let index = known[inputs] { return index }
            let index = UInt32(clamping: distinctInputs.count)
            known[inputs] = index
            distinctInputs.append(inputs)
            return index
        }
        self.distinctInputs = distinctInputs
    }

    /// What values depend on besides the context: the document, and how many schedules have begun or ended.
    ///
    /// It is the same for every server with this document, and after a restart.
    ///
    /// - Complexity: O(log *n*) for *n* boundaries of schedules.
    package func state(at date: Instant) -> String {
        "\(entityTag.dropFirst().dropLast()).\(boundaries.partitionPoint { $0 > date })"
    }

    /// What the entries of a setting ask for.
    func inputs(of setting: SettingIndex) -> ContextInputs { distinctInputs[inputsIndex(of: setting)] }

    /// The index of what the entries of a setting ask for in ``distinctInputs``.
    func inputsIndex(of setting: SettingIndex) -> Int { Int(inputsIndices[setting.position]) }

    /// The first instant after the date of a context at which any value can change; `nil` if there is none.
    ///
    /// - Complexity: O(*n*) for *n* entries of settings with schedules.
    func nextChange(for context: EvaluationContext) -> Instant? {
        canChange(for: context) ? settings.nextChange(for: context, scheduled: scheduled) : nil
    }

    /// The first instant after the date of a context at which a setting, or one that it requires, can change; `nil` if there
    /// is none.
    ///
    /// - Complexity: O(*n*) for *n* entries of these settings.
    func nextChange(of setting: SettingIndex, for context: EvaluationContext) -> Instant? {
        canChange(for: context) ? settings.nextChange(of: setting, for: context) : nil
    }

    /// Whether a schedule begins or ends after the date of a context.
    private func canChange(for context: EvaluationContext) -> Bool {
        guard let instant = context.instant, let last = boundaries.last else { return false }
        return instant < last
    }
}

extension SettingsDocument {
    /// Why settings have no value, in any context.
    fileprivate var refusals: [SettingIndex: Refusal] {
        let unresolvable = indices.filter { loaded[$0].isUnresolvable }
        guard !unresolvable.isEmpty else { return [:] }
        var reasons: [SettingIndex: SettingIssue] = [:]
        for issue in issues where issue.entryIndex == nil {
            guard let setting = issue.settingIndex, reasons[setting] == nil else { continue }
            reasons[setting] = issue
        }
        var refusals: [SettingIndex: Refusal] = [:]
        for setting in unresolvable {
            let isMistyped = resolve(setting, for: EvaluationContext()).errorCode == .typeMismatch
            let reason = reasons[setting]?.message ?? "it has no value"
            refusals[setting] = .unresolvable(
                isMistyped ? .typeMismatch : .parseError,
                "the document does not define \"\(name(of: setting))\" properly: \(reason)")
        }
        return refusals
    }
}

extension ContextInputs {
    /// The inputs that a context lacks, in a fixed order, apart from those that it has and that cannot be used.
    func missing(in context: EvaluationContext, besides unusable: [UnusableInput]) -> [String] {
        var missing: [String] = []
        if testsVersion, context.appVersion == nil { missing.append("appVersion") }
        if testsTargetingKey, context.targetingKey == nil { missing.append("targetingKey") }
        for name in attributes where context[name] == nil { missing.append(name) }
        return unusable.isEmpty ? missing : missing.filter { name in !unusable.contains { $0.name == name } }
    }
}
