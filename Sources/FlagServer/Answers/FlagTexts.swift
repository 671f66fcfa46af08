import FlagResolver

/// The answers about settings, as text that is written once for a document.
///
/// An answer is the key of a setting and an outcome: the value with its reason, variant and metadata, or why there is no
/// value. The outcome depends only on the entry that wins, so there is one for each entry, and one for the default. What the
/// metadata says about a context is inserted into it.
struct FlagTexts: Sendable {
    private let bytes: [UInt8]
    /// The texts of each setting, by its index.
    private var settings: [SettingTexts] = []
    /// The outcome of each entry, by its index.
    private var entries: [Outcome]
    /// The size of the answers about all settings if no entry wins.
    private var byteCountOfDefaults = 0
    /// Nearly always enough memory for the answers about all settings, and what surrounds them.
    var expectedByteCount: Int { byteCountOfDefaults + byteCountOfDefaults / 4 + 1_024 }

    private struct SettingTexts: BitwiseCopyable {
        /// Where the key begins, after a comma: `,{"key":"a",`. It ends where the outcome of the default begins.
        let key: UInt32
        /// The outcome of the default.
        let outcomeOfDefault: Outcome
    }

    /// Where an outcome is, to the end of the answer: `"value":1,"reason":"STATIC","variant":"default","metadata":{}}`.
    private struct Outcome: BitwiseCopyable {
        let start: UInt32
        /// Where the members of the metadata begin; the end if it says nothing about contexts.
        let metadata: UInt32
        let end: UInt32

        init(start: Int, metadata: Int, end: Int) {
            self.start = UInt32(clamping: start)
            self.metadata = UInt32(clamping: metadata)
            self.end = UInt32(clamping: end)
        }
    }

    /// - Parameter refusals: Why settings have no value.
    /// - Complexity: O(*n*) in time and memory for *n* bytes of the document: a key is written once, regardless of the
    ///   number of entries.
    init(_ document: SettingsDocument, refusals: [SettingIndex: Refusal]) {
        let none = Outcome(start: 0, metadata: 0, end: 0)
        entries = Array(repeating: none, count: document.loaded.entryIndices.count)
        var writer = JSONWriter()
        writer.beginArray()
        // The first answer also has a comma before it.
        writer.writeNull()
        for setting in document.indices {
            let record = document.loaded[setting]
            let numbers = NumberForm(of: setting, in: document)
            let key = writer.bytes.count
            writer.beginObject()
            writer.write(key: "key")
            writer.write(string: Array(document.nameBytes(of: setting)))
            // A comma separates the key from the outcome.
            let start = writer.bytes.count + 1
            var metadata: Int?
            if let refusal = refusals[setting] {
                refusal.write(key: nil, isProtocol: true, to: &writer)
            } else if let value = document.defaultValue(of: setting) {
                let reason = record.listsEntries ? ResolutionReason.default : .static
                metadata = Self.write(value, reason, variant: EntryName.ofDefault, numbers, of: document, to: &writer)
            }
            writer.endObject()
            let end = writer.bytes.count
            byteCountOfDefaults += end - key
            settings.append(
                SettingTexts(
                    key: UInt32(clamping: key),
                    outcomeOfDefault: Outcome(start: start, metadata: metadata ?? end, end: end)))
            for entry in record.entries {
                let entryRecord = document.loaded[entry]
                let variant = EntryName.of(entry: Int(entryRecord.documentIndex), named: document.name(of: entryRecord))
                let reason = document.loaded.reason(ofMatch: entry)
                writer.beginObject()
                let start = writer.bytes.count
                let metadata = Self.write(
                    Int(entryRecord.value), reason, variant: variant, numbers, of: document, to: &writer)
                writer.endObject()
                entries[entry.position] = Outcome(start: start, metadata: metadata, end: writer.bytes.count)
            }
        }
        bytes = writer.bytes
    }

    /// Appends the answer about a setting, after a comma unless it is the first one.
    ///
    /// - Parameters:
    ///   - entry: The entry that wins; `nil` if the default does, or if there is no value.
    ///   - metadata: What the metadata says about the context: members, or nothing.
    func write(
        _ setting: SettingIndex, _ entry: EntryIndex?, metadata: RawSpan, isFirst: Bool, to output: inout ByteBuilder
    ) {
        let texts = settings[setting.position]
        let outcome = entry.map { entries[$0.position] } ?? texts.outcomeOfDefault
        bytes.withRawSpan { text in
            let key = Int(texts.key)
            output.append(text, from: isFirst ? key + 1 : key, to: Int(texts.outcomeOfDefault.start))
            guard metadata.byteCount > 0, outcome.metadata < outcome.end else {
                output.append(text, from: Int(outcome.start), to: Int(outcome.end))
                return
            }
            output.append(text, from: Int(outcome.start), to: Int(outcome.metadata))
            output.append(metadata)
            let hasOtherMembers = text.byte(at: Int(outcome.metadata)) != UInt8(ascii: "}")
            if hasOtherMembers { output.append([UInt8(ascii: ",")]) }
            output.append(text, from: Int(outcome.metadata), to: Int(outcome.end))
        }
    }

    /// Writes the members of an outcome.
    ///
    /// - Returns: Where the members of the metadata begin.
    private static func write(
        _ node: Int, _ reason: ResolutionReason, variant: String, _ numbers: NumberForm, of document: SettingsDocument,
        to writer: inout JSONWriter
    ) -> Int {
        var isWrapped = false
        writer.write(key: "value")
        switch document.tree.kind(of: node) {
        case .number: numbers.write(node, of: document.tree, to: &writer)
        case .array, .null:
            isWrapped = true
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
        writer.write(key: "metadata")
        writer.beginObject()
        let metadata = writer.bytes.count
        if isWrapped {
            writer.write(key: "wrapped")
            writer.write(true)
        }
        writer.endObject()
        return metadata
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
