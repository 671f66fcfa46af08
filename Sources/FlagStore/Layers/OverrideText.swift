#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reads the text of an override as the type that its key declares.
enum OverrideText {
    /// The value that a text stands for; `nil` if it does not fit the type.
    ///
    /// 1. `Bool`: `true`, `yes`, `on`, `1`, `false`, `no`, `off`, `0`, in any case.
    /// 2. `String`: the text itself. `Int` and `Double`: a number as Swift writes it, finite.
    /// 3. Any other type: the text as JSON, or where that does not fit the text as a JSON string.
    static func value<Value: SettingValue>(
        _ text: String,
        as type: Value.Type,
        makeDecoder: @Sendable () -> JSONDecoder
    ) -> Value? {
        if type == Bool.self { return bool(text) as? Value }
        if type == String.self { return text as? Value }
        if type == Int.self { return Int(text) as? Value }
        if type == Double.self { return Double(text).flatMap { $0.isFinite ? $0 : nil } as? Value }
        if let value = try? makeDecoder().decode(type, from: Data(text.utf8)) { return value }
        guard let quoted = try? JSONEncoder().encode(text) else { return nil }
        return try? makeDecoder().decode(type, from: quoted)
    }

    private static func bool(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "yes", "on", "1": true
        case "false", "no", "off", "0": false
        default: nil
        }
    }
}
