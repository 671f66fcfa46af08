/// One command of `flagctl`: what it takes, how it is explained, and what it does.
struct Command: Sendable {
    /// A line to type, and what it does.
    struct Example: Sendable {
        let line: String
        let meaning: String
    }

    let name: String
    var aliases: [String] = []
    /// What the command is for, in a few words without a full stop.
    let summary: String
    /// Shown first in the help.
    let examples: [Example]
    var operands: [Operand] = []
    var options: [Option] = []
    /// Which files a folder stands for.
    var folderContent: FolderContent = .documents
    /// Paragraphs that close the help: exit codes, what the command deliberately does not do.
    var notes: [String] = []
    let run: @Sendable (_ arguments: ParsedArguments, _ session: inout Session) throws(UsageError) -> ExitStatus

    /// Runs the command once. An incomplete run has failed, whatever it found.
    ///
    /// - Throws: `UsageError` if the arguments cannot be followed. Nothing has been written then.
    func perform(_ arguments: ParsedArguments, in session: inout Session) throws(UsageError) -> ExitStatus {
        session.reports = try ReportTargets(of: arguments, reading: RunInputs(arguments, of: self))
        var status = try run(arguments, &session)
        if !session.failures.isEmpty { status.take(.failed) }
        return arguments.has(.exitZero) ? status.forgivingFindings : status
    }

    /// What the command takes in one line: `flagctl explain NAME [--version V] FILE`.
    var synopsis: String {
        var words = ["flagctl", name]
        for option in options where !option.isCommon {
            switch option.use {
            case .required, .atLeastOnce: words.append(option.synopsis)
            case .once: words.append("[\(option.synopsis)]")
            case .repeated: words.append("[\(option.synopsis)]…")
            }
        }
        return (words + operands.map(\.synopsis)).joined(separator: " ")
    }

    /// The option that an argument such as `--flag` names, by its name or another name of it.
    func option(named name: String) -> Option? {
        options.first { $0.name == name } ?? options.first { $0.aliases.contains(name) }
    }

    func option(lettered letter: Character) -> Option? {
        options.first { $0.letter == letter }
    }
}
