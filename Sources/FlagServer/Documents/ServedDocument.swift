package import FlagResolver

/// A document as it is served: everything that answers need, computed once. It never changes.
package final class ServedDocument: Sendable {
    package let settings: SettingsDocument
    /// The document's own bytes.
    let bytes: [UInt8]
    /// The entity tag of the bytes.
    package let entityTag: String
    /// The settings, sorted by the bytes of their names.
    let sorted: [SettingIndex]
    /// What each setting needs beside its value, by its index.
    private let traits: [SettingTraits]
    /// The instants at which schedules begin and end, in order.
    private let boundaries: [Instant]
    /// Answers to requests that come again.
    let answers = Locked(AnswerCache())

    /// - Complexity: O(*n* log *n*) for *n* bytes of the document.
    package init(_ settings: SettingsDocument) {
        self.settings = settings
        bytes = settings.tree.bytes
        entityTag = EntityTags.tag(of: settings.tree.bytes)
        sorted = settings.sortedByName(Array(settings.indices))
        boundaries = settings.boundariesOfSchedules
        traits = settings.indices.map { SettingTraits(of: $0, in: settings) }
    }

    /// What values depend on, beside the context: the document, and how many schedules have begun or ended.
    ///
    /// It is the same for every server with this document, and after a restart.
    ///
    /// - Complexity: O(log *n*) for *n* boundaries of schedules.
    package func state(at date: Instant) -> String {
        "\(entityTag.dropFirst().dropLast()).\(boundaries.partitionPoint { $0 > date })"
    }

    func traits(of setting: SettingIndex) -> SettingTraits { traits[setting.position] }
}

/// What answers about a setting need beside its value.
struct SettingTraits: Sendable {
    /// What the entries of the setting ask for.
    let inputs: ContextInputs
    let numbers: NumberForm

    init(of setting: SettingIndex, in document: SettingsDocument) {
        inputs = ContextInputs(of: [setting], in: document)
        numbers = NumberForm(of: setting, in: document)
    }

    /// Whether the entries of the setting ask for anything.
    var asks: Bool { inputs.testsVersion || inputs.testsTargetingKey || !inputs.attributes.isEmpty }

    /// What the entries ask for and a context lacks, in a fixed order.
    func missing(in context: EvaluationContext) -> [String] {
        var missing: [String] = []
        if inputs.testsVersion, context.appVersion == nil { missing.append("appVersion") }
        if inputs.testsTargetingKey, context.targetingKey == nil { missing.append("targetingKey") }
        for name in inputs.attributes where context[name] == nil { missing.append(name) }
        return missing
    }
}
