import FlagResolver

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Values set for debugging, above every document.
struct DebugOverrides: Sendable {
    /// Values that code set at run time, by name.
    private(set) var values: [ExactText: any Sendable] = [:]

    /// Counts the changes of ``values``.
    private(set) var revision = 0

    /// Values that were given as text at launch.
    var texts = TextOverrides()

    var isEmpty: Bool { values.isEmpty && texts.isEmpty }

    /// Sets the value of an override, or removes it.
    mutating func set(_ value: (any Sendable)?, for name: ExactText) {
        values[name] = value
        revision += 1
    }
}

/// Overrides that were given as text at launch.
///
/// Launch arguments have the form `--flag checkout.style=modern` or `--flag=checkout.style=modern`. Environment variables
/// have the form `FLAG_CHECKOUT_STYLE=modern`: the name in capitals, with `_` for everything but letters and digits.
/// Arguments take precedence.
struct TextOverrides: Sendable {
    private var arguments: [ExactText: String] = [:]
    private var variables: [String: String] = [:]

    /// Arguments of `--flag` without the form `name=value`; `--flag` itself if it is the last argument.
    private(set) var malformed: [String] = []

    private static let option = "--flag"
    private static let prefix = "FLAG_"

    init(arguments: [String] = [], environment: [String: String] = [:]) {
        for (name, value) in environment where name.starts(withBytesOf: Self.prefix) {
            variables[name] = value
        }
        var isExpected = false
        for argument in arguments {
            if isExpected {
                add(argument)
                isExpected = false
            } else if argument == Self.option {
                isExpected = true
            } else if let assignment = argument.after(prefix: Self.option + "=") {
                add(String(assignment))
            }
        }
        if isExpected { malformed.append(Self.option) }
    }

    private mutating func add(_ assignment: String) {
        guard let (name, value) = assignment.divided(at: "="), !name.isEmpty else {
            malformed.append(assignment)
            return
        }
        arguments[ExactText(String(name))] = String(value)
    }

    var isEmpty: Bool { arguments.isEmpty && variables.isEmpty }

    /// The text that overrides a setting.
    func text(for name: String) -> String? {
        if let text = arguments[ExactText(name)] { return text }
        return variables.isEmpty ? nil : variables[Self.variable(for: name)]
    }

    /// The sorted overrides of settings that are not in the list.
    func unknown(besides names: [String]) -> [String] {
        let known = Set(names.map { ExactText($0) })
        let knownVariables = Set(names.map(Self.variable))
        return
            (arguments.keys.filter { !known.contains($0) }.map(\.text)
            + variables.keys.filter { !knownVariables.contains($0) }).sorted()
    }

    private static func variable(for name: String) -> String {
        prefix
            + String(
                decoding: name.utf8.map { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 32
                    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
                    default: UInt8(ascii: "_")
                    }
                },
                as: UTF8.self
            )
    }
}

/// Parses the text of an override as the type of its key.
enum OverrideText {
    /// The value of a text; `nil` if it does not fit the type.
    ///
    /// 1. `Bool`: `true`, `yes`, `on`, `1`, `false`, `no`, `off`, `0`, in any case.
    /// 2. `String`: the text itself. `Int` and `Double`: a number as Swift writes it, finite.
    /// 3. Any other type: the text as JSON, otherwise the text as a JSON string.
    static func value<Value: SettingValue>(
        _ text: String,
        as type: Value.Type,
        makeDecoder: () -> JSONDecoder
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
