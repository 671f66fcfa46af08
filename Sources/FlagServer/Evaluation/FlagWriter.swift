import FlagResolver

/// Writes values of settings in the form of OFREP.
///
/// 1. The variant is the name of the entry that won, otherwise `entry-N`, or `default`.
/// 2. OFREP has no type for an array or `null`: it is the member `value` of an object, and `wrapped` is true in the
///    metadata.
/// 3. `missing` in the metadata names what the entries ask for and the context lacks.
///
/// Standard: OpenFeature Remote Evaluation Protocol 0.3.
struct FlagWriter {
    let document: ServedDocument
    let context: EvaluationContext

    private var settings: SettingsDocument { document.settings }

    /// Writes the object of a setting: its value, or why it has none.
    func write(_ setting: SettingIndex, _ resolution: NodeResolution, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.write(key: "key")
        writer.write(string: Array(settings.nameBytes(of: setting)))
        if let value = resolution.value {
            writeValue(value, resolution.kind, of: setting, to: &writer)
            writer.write(key: "reason")
            writer.write(reason(of: resolution).rawValue)
            writer.write(key: "variant")
            writer.write(variant(of: resolution))
            writer.write(key: "metadata")
            writeMetadata(of: setting, resolution, to: &writer)
        } else {
            let refusal = refusal(for: setting, resolution)
            writer.write(key: "errorCode")
            writer.write(refusal.code.rawValue)
            writer.write(key: "errorDetails")
            writer.write(refusal.message)
        }
        writer.endObject()
    }

    /// Why a setting has no value.
    func refusal(for setting: SettingIndex, _ resolution: NodeResolution) -> Refusal {
        let issue = settings.issues.first { $0.settingIndex == setting && $0.entryIndex == nil }
        let reason = issue?.message ?? "it has no value"
        return .unresolvable(
            resolution.errorCode == .typeMismatch ? .typeMismatch : .parseError,
            "the document does not define \"\(settings.name(of: setting))\" properly: \(reason)")
    }

    private func writeValue(_ node: Int, _ kind: JSONKind, of setting: SettingIndex, to writer: inout JSONWriter) {
        writer.write(key: "value")
        switch kind {
        case .true: writer.write(true)
        case .false: writer.write(false)
        case .number: document.traits(of: setting).numbers.write(node, of: settings.tree, to: &writer)
        case .array, .null:
            writer.beginObject()
            writer.write(key: "value")
            writer.write(node, of: settings.tree)
            writer.endObject()
        case .string, .object: writer.write(node, of: settings.tree)
        }
    }

    /// The reason. What the context lacks is not an error here: the metadata names it.
    private func reason(of resolution: NodeResolution) -> ResolutionReason {
        guard resolution.errorCode == .invalidContext else { return resolution.reason }
        return resolution.entry.map { settings.loaded.reason(ofMatch: $0) } ?? .default
    }

    private func variant(of resolution: NodeResolution) -> String {
        guard let entry = resolution.entry.map({ settings.loaded[$0] }) else { return "default" }
        return settings.name(of: entry) ?? "entry-\(entry.documentIndex)"
    }

    private func writeMetadata(of setting: SettingIndex, _ resolution: NodeResolution, to writer: inout JSONWriter) {
        writer.beginObject()
        let traits = document.traits(of: setting)
        if traits.asks {
            let missing = traits.missing(in: context)
            if !missing.isEmpty {
                writer.write(key: "missing")
                writer.write(missing.joined(separator: ", "))
            }
        }
        if resolution.kind == .array || resolution.kind == .null {
            writer.write(key: "wrapped")
            writer.write(true)
        }
        writer.endObject()
    }
}
