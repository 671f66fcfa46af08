/// What is wrong with a command line. `UsageError+Wording.swift` has the messages.
enum UsageError: Error, Sendable, Equatable {
    case noCommand
    case unknownCommand(String, suggestion: String?)
    case unknownOption(String, command: String?, suggestion: String?)
    case missingValue(OptionDeclaration)
    case surplusValue(OptionDeclaration, value: String)
    case repeated(OptionDeclaration)
    case unknownChoice(OptionDeclaration, value: String, choices: [String], suggestion: String?)
    case badValue(OptionDeclaration, value: String, problem: String, help: String?)
    case missingOption(OptionDeclaration)
    case missingOperand(Operand, hint: String?)
    case surplusOperand(String, hint: String?)
    case other(problem: String, help: String?)
}
