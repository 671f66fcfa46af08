import FlagResolver

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The value of an override as JSON, which is read by the rules for values of documents.
struct OverrideJSON: Sendable {
    let text: String
    private let tree: JSONTree

    /// - Returns: `nil` if the text is not JSON.
    init?(_ text: String) {
        guard let tree = try? JSONTree(parsing: [UInt8](text.utf8), limits: DocumentLimits.standard.json) else {
            return nil
        }
        self.text = text
        self.tree = tree
    }

    init(_ value: JSONValue) {
        text = String(decoding: value.text, as: UTF8.self)
        // The text of a value is valid on its own.
        tree = (try? JSONTree(parsing: value.text, limits: DocumentLimits.standard.json)) ?? value.tree
    }

    /// A JSON string.
    init?(string: String) {
        self.init(SettingProblem.quoted(string))
    }

    /// The JSON of a value; `nil` if its type cannot be written, or is not read from what it writes.
    init?<Value: SettingValue>(of value: Value, readBy reader: ValueReader) {
        guard let json = Self.written(value), json.value(as: Value.self, readBy: reader) == value else { return nil }
        self = json
    }

    private static func written(_ value: some Sendable) -> OverrideJSON? {
        switch ScalarValue(value) {
        case .bool(let value): return OverrideJSON("\(value)")
        case .int(let number): return OverrideJSON("\(number)")
        case .double(let number): return number.isFinite ? OverrideJSON("\(number)") : nil
        case .string(let text): return OverrideJSON(string: text)
        case nil: break
        }
        if let value = value as? any Encodable {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return (try? encoder.encode(value)).flatMap { OverrideJSON(String(decoding: $0, as: UTF8.self)) }
        }
        guard let value = value as? any RawRepresentable else { return nil }
        func raw(_ value: some RawRepresentable) -> OverrideJSON? {
            switch ScalarValue(value.rawValue) {
            case .string(let text): OverrideJSON(string: text)
            case .int(let number): OverrideJSON("\(number)")
            case .bool, .double, nil: nil
            }
        }
        return raw(value)
    }

    /// The value as the type of a key; `nil` if it has another type.
    func value<Value: SettingValue>(as type: Value.Type, readBy reader: ValueReader) -> Value? {
        guard let scalar = ScalarType(type) else { return try? reader.read(type, at: 0, of: tree).get() }
        return ScalarValue(scalar, at: 0, tree.kind(of: 0), of: tree)?.value(as: type)
    }

    /// The JSON as people type it: a string without quotes if that is read as the same value.
    func text<Value: SettingValue>(of value: Value, readBy reader: ValueReader) -> String {
        guard let content = tree.root.string,
            OverrideText.json(content, as: Value.self, readBy: reader)?.value(as: Value.self, readBy: reader) == value
        else { return text }
        return content
    }
}

/// Parses the text of an override as the type of its key.
enum OverrideText {
    /// The JSON of a text that has a value of the type; `nil` if it does not fit the type.
    ///
    /// 1. `Bool`: `true`, `yes`, `on`, `1`, `false`, `no`, `off`, `0`, in any case.
    /// 2. `String`: the text itself. `Int` and `Double`: a number as Swift writes it, finite.
    /// 3. Any other type: the text as JSON, otherwise the text as a JSON string.
    static func json<Value: SettingValue>(
        _ text: String, as type: Value.Type, readBy reader: ValueReader
    ) -> OverrideJSON? {
        switch ScalarType(type) {
        case .bool: bool(text).flatMap { OverrideJSON("\($0)") }
        case .int: Int(text).flatMap { OverrideJSON("\($0)") }
        case .double: Double(text).flatMap { $0.isFinite ? OverrideJSON("\($0)") : nil }
        case .string: OverrideJSON(string: text)
        case nil:
            [OverrideJSON(text), OverrideJSON(string: text)].lazy.compactMap(\.self).first {
                $0.value(as: type, readBy: reader) != nil
            }
        }
    }

    /// The texts of all values of a type; empty if it does not list them.
    static func choices<Value: SettingValue>(of type: Value.Type, readBy reader: ValueReader) -> [String] {
        if type == Bool.self { return ["true", "false"] }
        guard let type = type as? any CaseIterable.Type else { return [] }
        func texts<Listed: CaseIterable>(_ type: Listed.Type) -> [String] {
            type.allCases.compactMap { item in
                (item as? Value).flatMap { value in
                    OverrideJSON(of: value, readBy: reader)?.text(of: value, readBy: reader)
                }
            }
        }
        return texts(type)
    }

    private static func bool(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "yes", "on", "1": true
        case "false", "no", "off", "0": false
        default: nil
        }
    }
}
