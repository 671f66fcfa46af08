package import FlagResolver

extension ReaderType {
    /// The type in words: `a boolean`, `an integer of type Int32`, `one of "legacy" and "modern"`.
    package var phrase: String {
        switch self {
        case .any: "a value of a type that is not known"
        case .boolean: "a boolean"
        case .integer(.int): "an integer"
        case .integer(let integer): "an integer of type \(integer.rawValue)"
        case .number(.double): "a number"
        case .number(let number): "a number of type \(number.rawValue)"
        case .string: "a string"
        case .choice(let choice): choice.phrase
        case .array(.any): "an array"
        case .array(let element): "an array, of which each element is \(element.phrase)"
        case .object(let members): members.isEmpty ? "an object" : "an object with \(Self.names(of: members))"
        case .dictionary(let value): "an object, of which each value is \(value.phrase)"
        case .optional(let wrapped): "\(wrapped.phrase) or null"
        }
    }

    private static func names(of members: [Member]) -> String {
        SettingProblem.listed(members.map { SettingProblem.quoted($0.name) + ($0.type.isOptional ? "?" : "") }, "and")
    }
}

extension ReaderChoice {
    fileprivate var phrase: String {
        let listed = SettingProblem.listed(cases.map(SettingProblem.quoted), "or")
        return isOpen ? "a string, such as \(listed)" : listed.isEmpty ? "no string" : listed
    }
}

extension SettingProblem {
    /// Texts with commas, and a word before the last one. Many texts are cut.
    package static func listed(_ texts: [String], _ word: String) -> String {
        let maximum = 12
        guard texts.count > maximum else {
            guard texts.count > 1, let last = texts.last else { return texts.first ?? "" }
            return texts.dropLast().joined(separator: ", ") + " \(word) \(last)"
        }
        return texts.prefix(maximum).joined(separator: ", ") + " \(word) \(texts.count - maximum) more"
    }
}
