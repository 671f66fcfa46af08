import FlagAnalysis
import FlagResolver

/// The other system as a document, so that both can be compared by the same analysis.
///
/// Each setting has an entry for every case in which one of its rules can hold. What the file of the other system does
/// not determine, such as whether a text contains another one, is a rollout of a salt of its own. These rollouts are by an
/// attribute that no condition names.
struct SourceModel {
    let settings: SettingsDocument
    /// For each imported setting and each entry of its model, the index of the rule.
    let rules: [[Int]]
    /// The attribute of the rollouts.
    let key: String

    private static let unknown = Array("null".utf8)

    /// A model is larger than the document, which has been checked.
    private static let limits = DocumentLimits(byteCount: 1 << 30, settingCount: .max, entryCount: .max)

    /// - Parameter imported: The settings to model, in this order.
    init(_ source: ImportSource, _ imported: [ImportedDocument.ImportedSetting]) throws(DocumentError) {
        var key = "unknown"
        let names = Set(source.conditions.flatMap { $0.possible.flatMap { $0.attributes.map(\.name) } })
        while names.contains(key) { key += "-" }
        self.key = key
        var rules: [[Int]] = []
        var writer = JSONWriter()
        writer.beginObject()
        for setting in imported {
            var entries: [Int] = []
            writer.write(key: setting.source.name)
            writer.beginSetting(defaultValue: setting.source.defaultValue.json ?? Self.unknown)
            for (index, rule) in setting.source.rules.enumerated() {
                for alternative in source.conditions[rule.condition].possible where !alternative.neverHold {
                    entries.append(index)
                    writer.writeEntry(alternative, rule.value.json ?? Self.unknown, unknownKey: key)
                }
            }
            writer.endSetting()
            rules.append(entries)
        }
        var settingsByName: [ExactText: SourceSetting] = [:]
        for setting in imported { settingsByName[ExactText(setting.source.name)] = setting.source }
        for helper in source.helpers {
            guard let setting = settingsByName[ExactText(helper.setting)] else { continue }
            Self.write(helper, about: setting, of: source, unknownKey: key, to: &writer)
        }
        writer.endObject()
        self.rules = rules
        settings = try SettingsDocument(parsing: writer.bytes, limits: Self.limits)
    }

    /// Writes a setting that is `true` where another one has a value.
    private static func write(
        _ helper: SourceHelper, about setting: SourceSetting, of source: ImportSource, unknownKey key: String,
        to writer: inout JSONWriter
    ) {
        func answer(_ value: SourceValue) -> [UInt8]? {
            value.json.map { Array("\(JSONTree.areEqual($0, helper.value) == helper.isEqual)".utf8) }
        }
        writer.write(key: helper.name)
        writer.beginSetting(defaultValue: answer(setting.defaultValue) ?? Array("false".utf8))
        for rule in setting.rules {
            for alternative in source.conditions[rule.condition].possible where !alternative.neverHold {
                if let answer = answer(rule.value) {
                    writer.writeEntry(alternative, answer, unknownKey: key)
                } else {
                    // Nobody knows whether the value is the one that is asked for.
                    let question = ImportedRollout.unknown("\(helper.name), \(rule.span.lowerBound)")
                    writer.writeEntry(
                        alternative.intersection(ImportedConditions(question)), Array("true".utf8), unknownKey: key)
                    writer.writeEntry(alternative, Array("false".utf8), unknownKey: key)
                }
            }
        }
        writer.endSetting()
    }
}

extension JSONWriter {
    fileprivate mutating func beginSetting(defaultValue: [UInt8]) {
        beginObject()
        write(key: "defaultValue")
        write(raw: defaultValue)
        write(key: "valuesByVersion")
        beginArray()
    }

    fileprivate mutating func endSetting() {
        endArray()
        endObject()
    }

    fileprivate mutating func writeEntry(_ conditions: ImportedConditions, _ value: [UInt8], unknownKey: String) {
        beginObject()
        conditions.write(to: &self, unknownKey: unknownKey)
        write(key: "value")
        write(raw: value)
        endObject()
    }
}

extension JSONTree {
    /// Whether two texts are equal JSON.
    fileprivate static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard let left = try? JSONTree(parsing: left), let right = try? JSONTree(parsing: right) else { return false }
        return left.isEqual(0, to: right, 0)
    }
}
