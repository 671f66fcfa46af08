/// What is wrong with a command line, as data. The wording is in `UsageError+Wording.swift`.
enum UsageError: Error, Sendable, Equatable {
    case noCommand
    case unknownCommand(String, suggestion: String?)
    case unknownOption(String, command: String?, suggestion: String?)
    case missingValue(Option)
    case surplusValue(Option, value: String)
    case repeated(Option)
    case unknownChoice(Option, value: String, choices: [String], suggestion: String?)
    case badValue(Option, value: String, problem: String, help: String?)
    case missingOption(Option)
    case missingOperand(Operand, hint: String?)
    case surplusOperand(String, hint: String?)
    case other(problem: String, help: String?)
}
