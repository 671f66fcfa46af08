import FlagResolver

/// A command of `flagctl`: its arguments, its help, and what it does.
///
/// The declaration is the only source for the parser, the help, the manual page and the completions.
struct Command: Sendable {
    /// A command line, and what it does.
    struct Example: Sendable {
        let line: String
        let meaning: String
    }

    let name: String
    var aliases: [String] = []
    /// The purpose of the command, in a few words without a full stop.
    let summary: String
    /// Shown first in the help.
    let examples: [Example]
    var operands: [any CommandOperand] = []
    var options: [any CommandOption] = []
    /// The files that a directory operand stands for.
    var folderContent: FolderContent = .documents
    /// Paragraphs at the end of the help, such as the exit codes.
    var notes: [String] = []
    let run: @Sendable (_ arguments: ParsedArguments, _ session: inout Session) throws(UsageError) -> ExitStatus

    /// The usage line: `flagctl explain NAME [--version V] FILE`.
    var synopsis: String {
        var words = ["flagctl", name]
        for option in options.map(\.declaration) where !option.isCommon {
            switch option.use {
            case .required, .atLeastOnce: words.append(option.synopsis)
            case .once: words.append("[\(option.synopsis)]")
            case .repeated: words.append("[\(option.synopsis)]…")
            }
        }
        return (words + operandDeclarations.map(\.synopsis)).joined(separator: " ")
    }

    /// The notes, and where the files of the examples are.
    var allNotes: [String] {
        guard examples.contains(where: { $0.line.contains(bytesOf: Self.exampleFolder) }) else { return notes }
        return [Self.noteOnExamples] + notes
    }

    static let noteOnExamples =
        "The files in \(exampleFolder) of the examples belong to the repository of flagctl; write the names of your own in their place."
    private static let exampleFolder = "Configs/"

    /// The name and its aliases.
    var allNames: [String] { [name] + aliases }

    var operandDeclarations: [OperandDeclaration] { operands.map(\.declaration) }

    /// Whether the operand at a position can be a file, possibly because an optional operand before it is omitted.
    func takesFile(at index: Int) -> Bool {
        let operands = operandDeclarations
        guard operands.indices.contains(index) else { return false }
        return operands[index].isFile
            || operands[index].count == .optional && operands.dropFirst(index + 1).first?.isFile == true
    }

    /// Every option as it is declared, with `--help`.
    var declarations: [OptionDeclaration] { options.map(\.declaration) + [Self.helpOption] }

    /// The option with a name or an alias, without its hyphens.
    func option(named name: String) -> (any CommandOption)? {
        options.first { $0.declaration.name == name } ?? options.first { $0.declaration.aliases.contains(name) }
    }

    /// Whether the project file can supply an argument of the command.
    var usesProject: Bool {
        options.contains { $0.declaration.isConfigurable } || operandDeclarations.contains { $0.standsForInputs }
    }

    func option(lettered letter: Character) -> (any CommandOption)? {
        options.first { $0.declaration.letter == letter }
    }

    /// The parser recognises `--help` itself, so that it works with any other arguments.
    private static let helpOption = OptionDeclaration(
        name: "help", letter: "h", summary: "show this help", isCommon: true)
}
