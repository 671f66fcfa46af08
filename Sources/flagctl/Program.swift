import FlagAnalysis

/// The program from its arguments to its exit status; the streams are written by whoever calls it, or with `--watch`
/// after every run.
enum Program {
    static func run(_ arguments: [String], in session: inout Session) -> ExitStatus {
        session.decideLook(earlyColorChoice(arguments))
        do throws(UsageError) {
            return try dispatch(arguments, in: &session)
        } catch {
            session.report(error, from: arguments.first.flatMap { Command.named($0) }?.name)
            return .failed
        }
    }

    private static func dispatch(_ arguments: [String], in session: inout Session) throws(UsageError) -> ExitStatus {
        guard let first = arguments.first else { throw .noCommand }
        switch first {
        case "--version":
            guard arguments.count == 1 else {
                throw .other(
                    problem: "--version alone is the version of flagctl itself",
                    help: "the app's version is an option of a command: flagctl resolve --version 1.4.0 app.json")
            }
            session.output.write("flagctl \(ToolVersion.current)\n")
            return .clean
        case "--help", "-h":
            HelpText.writeOverview(to: &session.output)
            return .clean
        case _ where first.hasPrefix("-") && first != "-":
            let suggestion = Spelling.nearest(to: String(first.drop { $0 == "-" }), in: ["version", "help"])
            throw .unknownOption(first, command: nil, suggestion: suggestion.map { "--\($0)" })
        default:
            guard let command = Command.named(first) else {
                let names = Command.all.flatMap { [$0.name] + $0.aliases }
                throw .unknownCommand(first, suggestion: Spelling.nearest(to: first, in: names))
            }
            switch try ArgumentParser.parse(arguments.dropFirst(), for: command) {
            case .help:
                HelpText.write(command, to: &session.output)
                return .clean
            case .run(let parsed) where parsed.has(.watch):
                return try WatchLoop(command, parsed, in: session).run()
            case .run(let parsed):
                return try command.perform(parsed, in: &session)
            }
        }
    }

    /// Looks for `--color` before anything is parsed, so that an error on the command line has its colour too.
    private static func earlyColorChoice(_ arguments: [String]) -> ColorChoice {
        var choice: ColorChoice = .auto
        for (index, argument) in arguments.enumerated() {
            if argument == "--" { break }
            if argument == "--color", index + 1 < arguments.count {
                choice = ColorChoice(rawValue: arguments[index + 1]) ?? choice
            } else if argument.hasPrefix("--color=") {
                choice = ColorChoice(rawValue: String(argument.dropFirst(8))) ?? choice
            }
        }
        return choice
    }
}
