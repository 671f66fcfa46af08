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
    init?<Value: Decodable & Equatable>(of value: Value, readBy reader: ValueReader) {
        guard let json = Self.written(value), json.value(as: Value.self, readBy: reader) == value else { return nil }
        self = json
    }

    private static func written(_ value: some Any) -> OverrideJSON? {
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
    func value<Value: Decodable & Equatable>(as type: Value.Type, readBy reader: ValueReader) -> Value? {
        guard let scalar = ScalarType(type) else { return try? reader.read(type, at: 0, of: tree).get() }
        return ScalarValue(scalar, at: 0, tree.kind(of: 0), of: tree)?.value(as: type)
    }

    /// The JSON as people type it: a string without quotes if that is read as the same value.
    func text<Value: Decodable & Equatable>(of value: Value, readBy reader: ValueReader) -> String {
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
    /// 3. Any other type: the text as JSON, otherwise the text as a JSON string. If the type lists its values, the value is one of them.
    static func json<Value: Decodable & Equatable>(
        _ text: String, as type: Value.Type, readBy reader: ValueReader
    ) -> OverrideJSON? {
        switch ScalarType(type) {
        case .bool: bool(text).flatMap { OverrideJSON("\($0)") }
        case .int: Int(text).flatMap { OverrideJSON("\($0)") }
        case .double: Double(text).flatMap { $0.isFinite ? OverrideJSON("\($0)") : nil }
        case .string: OverrideJSON(string: text)
        case nil:
            [OverrideJSON(text), OverrideJSON(string: text)].lazy.compactMap(\.self).first { json in
                json.value(as: type, readBy: reader).map { isListed($0) } ?? false
            }
        }
    }

    /// Whether a type lists a value, or does not list its values. An enum that accepts any text still lists the cases that the code knows.
    static func isListed<Value: Decodable & Equatable>(_ value: Value) -> Bool {
        if let value = value as? any OptionalSettingValue { return value.isWrappedValueListed }
        guard let type = Value.self as? any CaseIterable.Type else { return true }
        func contains<Listed: CaseIterable>(_ type: Listed.Type) -> Bool {
            type.allCases.contains { ($0 as? Value) == value }
        }
        return contains(type)
    }

    /// The texts of all values of a type; empty if it does not list them.
    static func choices<Value: Decodable & Equatable>(of type: Value.Type, readBy reader: ValueReader) -> [String] {
        if type == Bool.self { return ["true", "false"] }
        if let optional = type as? any OptionalSettingValue.Type { return optional.choices(readBy: reader) }
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

    /// Why a text that is JSON is not read as the type of its key; `nil` for a text that is not JSON.
    static func problem<Value: Decodable & Equatable>(
        with text: String, as type: Value.Type, readBy reader: ValueReader
    ) -> String? {
        guard ScalarType(type) == nil, let first = text.utf8.first,
            first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
            let json = try? JSONTree(parsing: [UInt8](text.utf8), limits: DocumentLimits.standard.json),
            case .failure(let problem) = reader.read(type, at: 0, of: json)
        else { return nil }
        return problem.message
    }

    private static func bool(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "yes", "on", "1": true
        case "false", "no", "off", "0": false
        default: nil
        }
    }
}

/// An optional value of a setting, whatever it wraps.
private protocol OptionalSettingValue {
    static func choices(readBy reader: ValueReader) -> [String]

    var isWrappedValueListed: Bool { get }
}

extension Optional: OptionalSettingValue where Wrapped: Decodable & Equatable {
    static func choices(readBy reader: ValueReader) -> [String] {
        OverrideText.choices(of: Wrapped.self, readBy: reader)
    }

    var isWrappedValueListed: Bool { map { OverrideText.isListed($0) } ?? true }
}
