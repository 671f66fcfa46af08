public import FlagResolver

extension SettingIssue.Code {
    /// A key that a model needs is missing.
    public static let missingKey = Self(rawValue: "missing-key")

    /// Several keys of an object are names of one field; one of them was read, and the others were not.
    public static let conflictingKeys = Self(rawValue: "conflicting-keys")

    /// An element of a ``Lossy`` collection could not be decoded and was left out.
    public static let droppedElement = Self(rawValue: "dropped-element")

    /// A number was read as seconds since 1970, but looks like a day without hyphens.
    public static let compactDay = Self(rawValue: "compact-day")

    /// A property of a model looks like a setting, but its declaration does not allow to decode it.
    public static let undecodableSetting = Self(rawValue: "undecodable-setting")

    /// A document could not be searched for conflicting keys.
    public static let unexaminedKeys = Self(rawValue: "unexamined-keys")
}

/// What is wrong with the JSON of a backend, as data.
///
/// ``message`` is the only place that words it.
enum DecodingProblem: Sendable {
    case missingKey(String, nearest: String?)
    case unexpectedNull(expected: String)
    case conflictingKeys(used: String, ignored: [String])
    case repeatedFamilyNumber(used: String, ignored: [String])
    case arrayInPlaceOfFamily(prefix: String)
    case droppedElement(type: String, path: String?, reason: String)
    case unreadableDate(String, DateSyntaxError)
    case compactDay(String)
    case modelWithoutAttribute(property: String)
    case settingsOfOnePlace(property: String)
    case unexaminedKeys(reason: String)

    private var code: SettingIssue.Code {
        switch self {
        case .missingKey: .missingKey
        case .unexpectedNull, .unreadableDate, .arrayInPlaceOfFamily: .typeMismatch
        case .conflictingKeys, .repeatedFamilyNumber: .conflictingKeys
        case .droppedElement: .droppedElement
        case .compactDay: .compactDay
        case .modelWithoutAttribute, .settingsOfOnePlace: .undecodableSetting
        case .unexaminedKeys: .unexaminedKeys
        }
    }

    private var message: String {
        switch self {
        case .missingKey(let key, let nearest):
            "there is no key \(SettingProblem.quoted(key)); "
                + (nearest.map { "the nearest one is \(SettingProblem.quoted($0))" } ?? "no other key is like it")
        case .unexpectedNull(let expected):
            "found null, expected \(expected); make the property optional if the value may be missing"
        case .conflictingKeys(let used, let ignored):
            "\(Self.list([used] + ignored)) are names of the same field; \(SettingProblem.quoted(used)) was read, "
                + "send only one of them"
        case .repeatedFamilyNumber(let used, let ignored):
            "\(Self.list([used] + ignored)) have the same number; \(SettingProblem.quoted(used)) was read, "
                + "send only one of them"
        case .arrayInPlaceOfFamily(let prefix):
            "found an array, expected the numbered keys \(Self.list([prefix + "1", prefix + "2"])) and so on; "
                + "the family is empty, declare the property as an array"
        case .droppedElement(let type, let path, let reason):
            "the element cannot be read as \(type) and was left out"
                + (path.map { " (at \($0): \(reason))" } ?? ": \(reason)")
        case .unreadableDate(let text, let error):
            "the date \(SettingProblem.quoted(text)) cannot be read: "
                + (text.unusualSpace.map { "it contains \($0); write an ordinary space" } ?? "\(error)")
        case .compactDay(let text):
            "\(text) was read as seconds since 1970; write a day with hyphens, such as "
                + "\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.suffix(2))"
        case .modelWithoutAttribute(let property):
            "the property \(SettingProblem.quoted(property)) is a model, but not a setting, so it keeps its defaults; "
                + "declare it with @Setting"
        case .settingsOfOnePlace(let property):
            "the setting \(SettingProblem.quoted(property)) is created where another one is, so it keeps its default; "
                + "create each at its property"
        case .unexaminedKeys(let reason):
            "the document could not be searched for keys that become equal, so any of them was read: \(reason)"
        }
    }

    /// The problem as issues and errors carry it.
    var settingProblem: SettingProblem { .other(code: code, message: message) }

    /// Keys in quotes, as a list in a sentence.
    private static func list(_ keys: [String]) -> String {
        guard let last = keys.last, keys.count > 1 else { return keys.map(SettingProblem.quoted).joined() }
        return keys.dropLast().map(SettingProblem.quoted).joined(separator: ", ") + " and "
            + SettingProblem.quoted(last)
    }
}

extension IssueReporter {
    /// Reports a problem as an issue or, in strict mode, as an error.
    func report(_ problem: DecodingProblem, at path: [any CodingKey]) throws {
        try report(problem.settingProblem, at: path)
    }
}
