import FlagAnalysis
import FlagResolver
import FlagSigning

/// The type of the value of an option or operand: how usage lines show it, and how its text is parsed.
struct ArgumentType<Value: Sendable>: Sendable {
    let form: ArgumentForm
    /// What a value means to every command; `nil` for what only its command knows.
    var role: ArgumentRole?
    let parse: @Sendable (_ text: String, _ label: ArgumentLabel) throws(UsageError) -> Value
}

/// What the value of an option or operand means, whatever the command does with it.
enum ArgumentRole: Sendable, Equatable {
    /// App versions, or a requirement on them. The output writes versions as these are written.
    case versions
    /// A file that the run writes. All other files are its inputs.
    case output
}

/// What a value looks like, for usage lines and completions. The placeholder stands for it in usage lines.
enum ArgumentForm: Sendable, Equatable {
    case text(placeholder: String)
    /// A path.
    case file(placeholder: String)
    /// One of a closed list.
    case choice(placeholder: String, of: [String])
    /// Some of a closed list, separated by commas.
    case list(placeholder: String, of: [String])
    /// An attribute, `NAME=VALUE`, that the documents on the command line declare.
    case attribute(placeholder: String)
    /// A setting of the documents on the command line.
    case setting(placeholder: String)
    /// `FORMAT=PATH`
    case report(placeholder: String, formats: [String])

    var placeholder: String {
        switch self {
        case .text(let word), .file(let word), .choice(let word, _), .list(let word, _), .attribute(let word),
            .setting(let word), .report(let word, _):
            word
        }
    }
}

/// An option or operand, as messages name it.
struct ArgumentLabel: Sendable, Equatable {
    /// `--version`, `FILE`
    let text: String
    /// Help for a missing or unlikely value, for arguments that are easily misunderstood.
    var hintForMissingValue: String?
}

extension ArgumentType where Value == String {
    static func text(_ placeholder: String) -> Self {
        ArgumentType(form: .text(placeholder: placeholder)) { text, _ in text }
    }

    /// The name of a setting, completed from the documents on the command line.
    static func setting(_ placeholder: String) -> Self {
        ArgumentType(form: .setting(placeholder: placeholder)) { text, _ in text }
    }

    /// A path. What it names counts as an input of the run: no report overwrites it, and `--watch` watches it.
    static func file(_ placeholder: String) -> Self {
        ArgumentType(form: .file(placeholder: placeholder)) { (text, label) throws(UsageError) in
            try checkedPath(text, label)
        }
    }

    /// The path of a file that the run writes.
    static func outputFile(_ placeholder: String) -> Self {
        ArgumentType(form: .file(placeholder: placeholder), role: .output) { (text, label) throws(UsageError) in
            try checkedPath(text, label)
        }
    }

    /// - Throws: `UsageError` for the text of a key, which no message shows.
    private static func checkedPath(_ text: String, _ label: ArgumentLabel) throws(UsageError) -> String {
        guard PrivateKeyText.isKey(text), !FileSystem.exists(text) else { return text }
        throw .key(label.text)
    }
}

extension ArgumentType where Value: CaseIterable & RawRepresentable<String> {
    /// One of a closed list.
    static func choice(_ placeholder: String, of choices: [Value] = Array(Value.allCases)) -> Self {
        let names = choices.map(\.rawValue)
        return ArgumentType(form: .choice(placeholder: placeholder, of: names)) { (text, label) throws(UsageError) in
            guard let choice = choices.first(where: { $0.rawValue == text }) else {
                throw .unknownChoice(
                    label, value: text, choices: names, suggestion: Spelling.nearest(to: text, in: names))
            }
            return choice
        }
    }
}

extension ArgumentType where Value == AppVersion {
    static func version(_ placeholder: String) -> Self {
        ArgumentType(form: .text(placeholder: placeholder), role: .versions) { (text, label) throws(UsageError) in
            do throws(VersionSyntaxError) {
                return try AppVersion(parsing: text)
            } catch {
                // Text without digits is probably not meant as a version: the value is missing, and this is the next word.
                let hint = text.contains(where: \.isNumber) ? nil : label.hintForMissingValue
                throw .badValue(label, value: text, problem: "\(error)", help: hint)
            }
        }
    }
}

extension ArgumentType where Value == Int {
    /// A number within bounds.
    ///
    /// - Parameter maximum: `Int.max` for no bound that messages name.
    static func number(_ placeholder: String, from minimum: Int, to maximum: Int) -> Self {
        ArgumentType(form: .text(placeholder: placeholder)) { (text, label) throws(UsageError) in
            guard let number = Int(text), number >= minimum, number <= maximum else {
                let end = maximum == .max ? "" : " to \(maximum)"
                throw .badValue(label, value: text, problem: "expected a whole number from \(minimum)\(end)", help: nil)
            }
            return number
        }
    }
}

extension ArgumentType where Value == RolloutPercentage {
    static func percentage(_ placeholder: String) -> Self {
        ArgumentType(form: .text(placeholder: placeholder)) { (text, label) throws(UsageError) in
            guard let percentage = RolloutPercentage(parsing: text) else {
                throw .badValue(
                    label, value: text, problem: "expected a number from 0 to 100 with at most three decimals",
                    help: "as in 25 or 12.5")
            }
            return percentage
        }
    }
}

extension ArgumentType where Value == VersionSet {
    /// A requirement that contains a version. An empty one would match nothing, which would look like success.
    static func requirement(_ placeholder: String) -> Self {
        ArgumentType(form: .text(placeholder: placeholder), role: .versions) { (text, label) throws(UsageError) in
            let set: VersionSet
            do throws(VersionSyntaxError) {
                set = try VersionSet(parsing: text)
            } catch {
                throw .badValue(label, value: text, problem: "\(error)", help: nil)
            }
            guard !set.isEmpty else {
                throw .badValue(label, value: text, problem: "it contains no version", help: "are the bounds swapped?")
            }
            return set
        }
    }
}

extension ArgumentType {
    /// One of several named things that a command lists.
    ///
    /// - Parameters:
    ///   - kind: What they are, for the message about an unknown name.
    ///   - names: All names, for suggestions.
    ///   - form: `nil` for any text.
    static func name(
        _ placeholder: String, of kind: String, listedBy command: String,
        among names: @escaping @Sendable () -> [String], form: ArgumentForm? = nil,
        find: @escaping @Sendable (String) -> Value?
    ) -> Self {
        ArgumentType(form: form ?? .text(placeholder: placeholder)) { (text, label) throws(UsageError) in
            guard let value = find(text) else {
                let suggestion = Spelling.nearest(to: text, in: names())
                throw .badValue(
                    label, value: text, problem: "there is no such \(kind)",
                    help: suggestion.map { Spelling.didYouMean("\"\($0)\"") } ?? "\"\(command)\" lists them")
            }
            return value
        }
    }
}
