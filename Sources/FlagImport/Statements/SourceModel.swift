import FlagAnalysis
import FlagResolver

/// The other system as a document, so that both can be compared by the same analysis.
///
/// Each setting has an entry for every case in which one of its rules can hold. What the file of the other system does
/// not determine, such as whether a text contains another one, is a rollout of a salt of its own. These rollouts are by an
/// attribute that no condition names.
struct SourceModel {
    let settings: SettingsDocument
    /// For each setting of the document and each of its entries, the index of the rule.
    let rules: [[Int]]
    /// The attribute of the rollouts.
    let key: String

    /// - Parameter imported: The settings to model, in this order.
    init(_ source: ImportSource, _ imported: [ImportedDocument.ImportedSetting]) throws(DocumentError) {
        var key = "unknown"
        let names = Set(source.attributes.map(\.name))
            .union(source.conditions.flatMap { $0.possible.flatMap { $0.attributes.map(\.name) } })
        while names.contains(key) { key += "-" }
        self.key = key
        var rules: [[Int]] = []
        var writer = JSONWriter()
        writer.beginObject()
        for setting in imported {
            var entries: [Int] = []
            writer.write(key: setting.source.name)
            writer.beginObject()
            writer.write(key: "defaultValue")
            writer.write(raw: setting.source.defaultValue.json ?? Self.unknown)
            writer.write(key: "valuesByVersion")
            writer.beginArray()
            for (index, rule) in setting.source.rules.enumerated() {
                for alternative in source.conditions[rule.condition].possible where !alternative.neverHold {
                    entries.append(index)
                    writer.beginObject()
                    alternative.write(to: &writer, unknownKey: key)
                    writer.write(key: "value")
                    writer.write(raw: rule.value.json ?? Self.unknown)
                    writer.endObject()
                }
            }
            writer.endArray()
            writer.endObject()
            rules.append(entries)
        }
        writer.endObject()
        self.rules = rules
        settings = try SettingsDocument(parsing: writer.bytes, limits: Self.limits)
    }

    private static let unknown = Array("null".utf8)

    /// A model is larger than the document, which has been checked.
    private static let limits = DocumentLimits(
        byteCount: 1 << 30, settingCount: .max, entryCount: .max)
}
