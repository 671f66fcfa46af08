import FlagResolver

/// The parts of answers about settings, as text that is written once for a document.
///
/// An answer consists of the key of a setting, an outcome, and metadata. The outcome is the value with its reason and
/// its variant. It depends only on the entry that wins, so there is one for each entry, and one for the default.
struct FlagTexts: Sendable {
    private let bytes: [UInt8]
    /// The text of each setting's key, by its index.
    private var keys: [Range<Int>] = []
    /// The outcome of each setting's default, by the index of the setting; empty if it has none.
    private var defaults: [Range<Int>] = []
    /// The outcome of each entry, by its index.
    private var entries: [Range<Int>]

    /// - Complexity: O(*n*) in time and memory for *n* bytes of the document: a key is written once, regardless of the
    ///   number of entries.
    init(_ document: SettingsDocument) {
        entries = Array(repeating: 0..<0, count: document.loaded.entryIndices.count)
        var writer = JSONWriter()
        writer.beginArray()
        func members(_ write: (inout JSONWriter) -> Void) -> Range<Int> {
            writer.beginObject()
            let start = writer.bytes.count
            write(&writer)
            let range = start..<writer.bytes.count
            writer.endObject()
            return range
        }
        for setting in document.indices {
            let record = document.loaded[setting]
            let numbers = NumberForm(of: setting, in: document)
            keys.append(
                members { writer in
                    writer.write(key: "key")
                    writer.write(string: Array(document.nameBytes(of: setting)))
                })
            let value = document.defaultValue(of: setting)
            defaults.append(
                members { writer in
                    guard let value else { return }
                    let reason = record.listsEntries ? ResolutionReason.default : .static
                    Self.write(value, reason, variant: EntryName.ofDefault, numbers, of: document, to: &writer)
                })
            for entry in record.entries {
                let entryRecord = document.loaded[entry]
                let variant = EntryName.of(entry: Int(entryRecord.documentIndex), named: document.name(of: entryRecord))
                let reason = document.loaded.reason(ofMatch: entry)
                entries[entry.position] = members { writer in
                    Self.write(Int(entryRecord.value), reason, variant: variant, numbers, of: document, to: &writer)
                }
            }
        }
        bytes = writer.bytes
    }

    /// Writes the key of a setting, and what follows from the entry that wins: the members before the metadata.
    ///
    /// - Parameter entry: The entry that wins; `nil` if the default does.
    func write(_ setting: SettingIndex, _ entry: EntryIndex?, to writer: inout JSONWriter) {
        let outcome = entry.map { entries[$0.position] } ?? defaults[setting.position]
        let key = keys[setting.position]
        bytes.withRawSpan { text in
            writer.write(raw: text, from: key.lowerBound, to: key.upperBound)
            writer.write(raw: text, from: outcome.lowerBound, to: outcome.upperBound)
        }
    }

    private static func write(
        _ node: Int, _ reason: ResolutionReason, variant: String, _ numbers: NumberForm, of document: SettingsDocument,
        to writer: inout JSONWriter
    ) {
        writer.write(key: "value")
        switch document.tree.kind(of: node) {
        case .number: numbers.write(node, of: document.tree, to: &writer)
        case .array, .null:
            writer.beginObject()
            writer.write(key: "value")
            writer.write(node, of: document.tree)
            writer.endObject()
        case .true, .false, .string, .object: writer.write(node, of: document.tree)
        }
        writer.write(key: "reason")
        writer.write(reason.rawValue)
        writer.write(key: "variant")
        writer.write(variant)
    }
}

/// How numbers of a setting are written for clients that tell integers and doubles apart by their tokens.
enum NumberForm: Sendable {
    /// Each number as the document writes it.
    case asWritten
    /// With a fraction: the setting is a double, whatever its value is at the moment.
    case withFraction
    /// Without a fraction: the setting is declared as an integer.
    case withoutFraction

    /// The form for a setting.
    ///
    /// 1. The declared type decides, if there is one.
    /// 2. Otherwise the setting is a double if one of its numbers is written with a fraction or an exponent.
    init(of setting: SettingIndex, in document: SettingsDocument) {
        let record = document.loaded[setting]
        switch record.declaredType {
        case .integer: self = .withoutFraction
        case .number: self = .withFraction
        case .none:
            let values = document.entries(of: setting).map { Int($0.value) }
            let all = [document.defaultValue(of: setting)].compactMap { $0 } + values
            let tree = document.tree
            let isDouble = all.contains { tree.kind(of: $0) == .number && !tree.nodes[$0].isInteger }
            self = isDouble ? .withFraction : .asWritten
        default: self = .asWritten
        }
    }

    /// Writes a number of a document in this form.
    func write(_ node: Int, of tree: JSONTree, to writer: inout JSONWriter) {
        switch self {
        case .withFraction where tree.nodes[node].isInteger:
            writer.write(raw: tree.text(of: node) + [UInt8(ascii: "."), UInt8(ascii: "0")])
        case .withoutFraction where !tree.nodes[node].isInteger:
            if let integer = tree.int(at: node) { writer.write(integer) } else { writer.write(node, of: tree) }
        default: writer.write(node, of: tree)
        }
    }
}
