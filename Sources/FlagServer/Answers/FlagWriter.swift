import FlagResolver

/// Writes answers about the settings of a document in one context, in the form of OFREP.
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

    /// The answer about one setting.
    ///
    /// - Throws: `Refusal` if the setting has no value.
    func answer(about setting: SettingIndex) throws(Refusal) -> [UInt8] {
        if let refusal = document.refusals[setting] { throw refusal }
        let entry = document.settings.resolve(setting, for: context).entry
        var output = ByteBuilder(reserving: 256)
        metadata(document.inputs(of: setting)).withRawSpan { members in
            document.texts.write(setting, entry, metadata: members, isFirst: true, to: &output)
        }
        return output.finish().bytes
    }

    /// Appends the answers about all settings, with commas between them. An answer without a value says why.
    ///
    /// - Complexity: O(*n*) for *n* entries.
    func writeAnswers(to output: inout ByteBuilder) {
        let (texts, settings) = (document.texts, document.sorted)
        // Settings that ask for the same inputs have the same metadata.
        var members: [UInt8] = []
        let ranges = document.distinctInputs.map { inputs in
            let start = members.count
            members += metadata(inputs)
            return start..<members.count
        }
        members.withRawSpan { members in
            var isFirst = true
            for (setting, resolution) in zip(settings, document.settings.resolve(settings, for: context)) {
                let range = ranges[document.inputsIndex(of: setting)]
                texts.write(
                    setting, resolution.entry, metadata: members.extracting(range), isFirst: isFirst, to: &output)
                isFirst = false
            }
        }
    }

    /// What the metadata of answers says about the context: members, or nothing.
    private func metadata(_ inputs: ContextInputs) -> [UInt8] {
        let unusable = inputs.unusable(in: context, document.declarations)
        let missing = inputs.missing(in: context, besides: unusable)
        guard !missing.isEmpty || !unusable.isEmpty else { return [] }
        var writer = JSONWriter()
        writer.beginObject()
        if !missing.isEmpty {
            writer.write(key: "missing")
            writer.write(missing.joined(separator: ", "))
        }
        if !unusable.isEmpty {
            writer.write(key: "unusable")
            writer.write(unusable.map(\.message).joined(separator: "; "))
        }
        writer.endObject()
        return Array(writer.bytes.dropFirst().dropLast())
    }
}
