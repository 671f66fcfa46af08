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
    /// What the entries of each setting ask for, by its index.
    private let inputs: [ContextInputs]
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
        texts = FlagTexts(settings)
        declarations = DeclaredAttributes(of: settings.tree)
        inputs = settings.indices.map { ContextInputs(of: [$0], in: settings) }
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
    func inputs(of setting: SettingIndex) -> ContextInputs { inputs[setting.position] }
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
