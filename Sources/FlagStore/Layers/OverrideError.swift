import FlagResolver

/// Why a setting cannot be overridden by a text.
public enum OverrideError: Error, Hashable, Sendable {
    /// No key of the name was declared or read. The suggestion is a similar name.
    case unknownSetting(String, suggestion: String?)

    /// The text does not fit the type of the key.
    ///
    /// The choices are the texts of all values, if the type lists them.
    case wrongType(String, found: String, expected: String, choices: [String])

    /// A part of an exported text is not an override.
    case malformed(path: String, reason: String)

    /// The text has no overrides.
    case unreadable(String)
}

extension OverrideError {
    /// The error for a text that does not fit the type of a key.
    static func wrongType<Value: SettingValue>(
        _ name: String, found: String, as type: Value.Type, readBy reader: ValueReader
    ) -> OverrideError {
        let problem = OverrideText.problem(with: found, as: type, readBy: reader).map { "; \($0)" } ?? ""
        return .wrongType(
            name, found: found, expected: "\(type)\(problem)", choices: OverrideText.choices(of: type, readBy: reader))
    }
}

extension OverrideError: CustomStringConvertible {
    /// What was found, what was expected, and what to do.
    public var description: String {
        switch self {
        case .unknownSetting(let name, let suggestion):
            "no key of the setting \(SettingProblem.quoted(name)) was declared or read; "
                + (suggestion.map { Spelling.didYouMean(SettingProblem.quoted($0)) }
                    ?? "check its spelling, and declare the key in `StoreConfiguration.keys`")
        case .wrongType(let name, let found, let expected, let choices):
            "\(SettingProblem.quoted(name)) cannot be \(SettingProblem.quotedExcerpt(found)), expected \(expected)"
                + Self.list(choices)
        case .malformed(let path, let reason): "\(SettingProblem.quoted(path)): \(reason)"
        case .unreadable(let reason): "the text has no overrides: \(reason)"
        }
    }

    /// `: legacy, modern`
    static func list(_ choices: [String]) -> String {
        guard !choices.isEmpty else { return "" }
        let shown = choices.prefix(maximumChoiceCount).map { SettingProblem.quotedExcerpt($0) }
        return ": \(shown.joined(separator: ", "))" + (choices.count > shown.count ? ", …" : "")
    }

    private static let maximumChoiceCount = 20
}
