import FlagAnalysis
import FlagResolver

/// What is wrong with a command line.
enum UsageError: Error, Sendable, Equatable {
    case unknownCommand(String, suggestion: String?)
    case unknownOption(String, command: String?, suggestion: String?)
    case missingValue(OptionDeclaration)
    case surplusValue(OptionDeclaration, value: String)
    case repeated(OptionDeclaration)
    case unknownChoice(ArgumentLabel, value: String, choices: [String], suggestion: String?)
    case badValue(ArgumentLabel, value: String, problem: String, help: String?)
    case missingOption(OptionDeclaration)
    case missingOperand(name: String, summary: String, hint: String?)
    case surplusOperand(String, hint: String?)
    /// The value of an environment variable.
    case badVariable(String, message: String, help: String?)
    case other(problem: String, help: String?)
}

extension UsageError {
    /// A key in the place of something else, which is not shown.
    static func key(_ place: String) -> Self {
        .other(
            problem: "\(place): found a key, expected something else; it is not shown",
            help:
                "name a file with the key; arguments are visible to all users of the system, so if it was a private key, make a new one"
        )
    }

    /// The problem in one line.
    var message: String {
        switch self {
        case .unknownCommand(let name, _): "unknown command \(quoted(name))"
        case .unknownOption(let name, nil, _): "unknown option \(quoted(name.shortened(to: 40)))"
        case .unknownOption(let name, let command?, _):
            "\(quoted(command)) has no option \(quoted(name.shortened(to: 40)))"
        case .missingValue(let option): "--\(option.name) needs a value: \(option.synopsis)"
        case .surplusValue(let option, let value): "--\(option.name) takes no value, but \(quoted(value)) was given"
        case .repeated(let option): "--\(option.name) was given twice, but takes only one value"
        case .unknownChoice(let label, let value, let choices, _):
            "\(label.text) cannot be \(quoted(value)); it is one of \(choices.joined(separator: ", "))"
        case .badValue(let label, let value, let problem, _):
            "\(label.text) \(quoted(value)): \(problem)"
        case .missingOption(let option): "\(option.synopsis) is required"
        case .missingOperand(let name, let summary, _): "no \(name) given: \(summary)"
        case .surplusOperand(let text, _): "one argument too many: \(quoted(text))"
        case .badVariable(let name, let message, _): "the environment variable \(name): \(message)"
        case .other(let problem, _): problem
        }
    }

    /// What to do about it; `nil` if the message says so.
    var help: String? {
        switch self {
        case .unknownCommand(let name, nil) where name.ends(withBytesOf: ".json"):
            "a file comes after a command: flagctl resolve --version 1.4.0 \(ShellQuoting.quoted(name))"
        case .unknownCommand(_, let suggestion?), .unknownOption(_, _, let suggestion?),
            .unknownChoice(_, _, _, let suggestion?):
            Spelling.didYouMean("\"\(suggestion)\"")
        case .unknownCommand: "\"flagctl help\" lists the commands"
        case .unknownOption(_, nil, nil): "options come after a command; \"flagctl help\" lists the commands"
        case .unknownOption(_, let command?, nil): "\"flagctl help \(command)\" lists its options"
        case .missingValue(let option): option.hintForMissingValue ?? "write a value after it"
        case .surplusValue(let option, _): "write --\(option.name) alone"
        case .repeated(let option): "keep one of the two --\(option.name)"
        case .unknownChoice: nil
        case .badValue(_, _, _, let help): help
        case .missingOption(let option): option.hintForMissingValue ?? "add \(option.synopsis)"
        case .missingOperand(_, _, let hint), .surplusOperand(_, let hint): hint
        case .badVariable(_, _, let help), .other(_, let help): help
        }
    }
}

extension Session {
    /// Reports a usage error on standard error.
    mutating func report(_ error: UsageError, from command: String?) {
        let subject = command.map { "flagctl \($0)" } ?? "flagctl"
        report(Diagnostic(subject: .name(subject), severity: .error, message: error.message, help: error.help))
    }
}
