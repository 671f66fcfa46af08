import FlagAnalysis
import FlagResolver

/// The type of an option's value: how usage lines show it, and how its text is parsed.
struct OptionType<Value: Sendable>: Sendable {
    let argument: OptionDeclaration.Argument
    let parse: @Sendable (_ text: String, _ option: OptionDeclaration) throws(UsageError) -> Value
}

extension OptionType where Value == String {
    static func text(_ placeholder: String) -> Self {
        OptionType(argument: .text(placeholder: placeholder)) { text, _ in text }
    }

    /// A path. What it names counts as an input of the run: no report overwrites it, and `--watch` watches it.
    static func file(_ placeholder: String) -> Self {
        OptionType(argument: .file(placeholder: placeholder)) { text, _ in text }
    }
}

extension OptionType where Value: CaseIterable & RawRepresentable<String> {
    /// One of a closed list.
    static func choice(_ placeholder: String, of choices: [Value] = Array(Value.allCases)) -> Self {
        let names = choices.map(\.rawValue)
        return OptionType(argument: .choice(placeholder: placeholder, of: names)) { (text, option) throws(UsageError) in
            guard let choice = choices.first(where: { $0.rawValue == text }) else {
                throw .unknownChoice(
                    option, value: text, choices: names, suggestion: Spelling.nearest(to: text, in: names))
            }
            return choice
        }
    }
}

extension OptionType where Value == AppVersion {
    static func version(_ placeholder: String) -> Self {
        OptionType(argument: .text(placeholder: placeholder)) { (text, option) throws(UsageError) in
            do throws(VersionSyntaxError) {
                return try AppVersion(parsing: text)
            } catch {
                // A text without digits was hardly meant as a version: the value is missing, and this is the next word.
                let hint = text.contains(where: \.isNumber) ? nil : option.hintForMissingValue
                throw .badValue(option, value: text, problem: "\(error)", help: hint)
            }
        }
    }
}

extension OptionType where Value == VersionSet {
    /// A requirement that contains a version: with an empty set nothing would be found, and that would look like success.
    static func requirement(_ placeholder: String) -> Self {
        OptionType(argument: .text(placeholder: placeholder)) { (text, option) throws(UsageError) in
            let set: VersionSet
            do throws(VersionSyntaxError) {
                set = try VersionSet(parsing: text)
            } catch {
                throw .badValue(option, value: text, problem: "\(error)", help: nil)
            }
            guard !set.isEmpty else {
                throw .badValue(option, value: text, problem: "it contains no version", help: "are the bounds swapped?")
            }
            return set
        }
    }
}
