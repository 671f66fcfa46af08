import FlagResolver

/// Writes values of settings in the form of OFREP.
///
/// 1. The variant is the name of the entry that won, otherwise `entry-` and its number, or `default`.
/// 2. OFREP has no type for an array or `null`: it is the member `value` of an object, and `wrapped` is true in the
///    metadata.
/// 3. `missing` in the metadata names what the entries ask for and the context lacks. That is not an error here: the
///    reason is that of the entry or the default.
/// 4. `unusable` in the metadata says which values of the context the entries test and cannot use, with the kind that was
///    found and the kind that is needed.
///
/// Standard: OpenFeature Remote Evaluation Protocol 0.3.
struct FlagWriter {
    let document: ServedDocument
    let context: EvaluationContext

    private var settings: SettingsDocument { document.settings }

    /// Writes the object of a setting: its value, or why it has none.
    func write(_ setting: SettingIndex, _ resolution: NodeResolution, to writer: inout JSONWriter) {
        writer.beginObject()
        if resolution.value != nil {
            document.texts.write(setting, resolution.entry, to: &writer)
            writer.write(key: "metadata")
            writeMetadata(of: setting, resolution, to: &writer)
        } else {
            refusal(for: setting, resolution).write(
                key: settings.name(of: setting), isProtocol: true, to: &writer)
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

    private func writeMetadata(of setting: SettingIndex, _ resolution: NodeResolution, to writer: inout JSONWriter) {
        writer.beginObject()
        let inputs = document.inputs(of: setting)
        let unusable = inputs.unusable(in: context, document.declarations)
        let missing = inputs.missing(in: context, besides: unusable)
        if !missing.isEmpty {
            writer.write(key: "missing")
            writer.write(missing.joined(separator: ", "))
        }
        if !unusable.isEmpty {
            writer.write(key: "unusable")
            writer.write(unusable.map(\.message).joined(separator: "; "))
        }
        if resolution.kind == .array || resolution.kind == .null {
            writer.write(key: "wrapped")
            writer.write(true)
        }
        writer.endObject()
    }
}
