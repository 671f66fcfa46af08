import FlagAnalysis
import FlagResolver

/// The program, from its arguments to its exit status.
///
/// The caller writes the output; with `--watch`, each run writes its own.
enum Program {
    static func run(_ arguments: [String], in session: inout Session) -> ExitStatus {
        session.setDisplays(RawArguments(arguments).value(of: "color").flatMap { ColorChoice(rawValue: $0) } ?? .auto)
        do throws(UsageError) {
            return try dispatch(arguments, in: &session)
        } catch {
            session.report(error, from: arguments.first.flatMap { Command.named($0) }?.name)
            return .failed
        }
    }

    private static func dispatch(_ arguments: [String], in session: inout Session) throws(UsageError) -> ExitStatus {
        guard let first = arguments.first else {
            // Nothing has been done, so it does not count as success.
            HelpText.writeOverview(of: Command.all, HelpTopic.all, to: &session.messages)
            return .failed
        }
        switch first {
        case "--version", "-V", "version":
            guard arguments.count == 1 else {
                throw .other(
                    problem: "\(first) alone is the version of flagctl itself",
                    help: "the version of the app is an option of a command: flagctl resolve --version 1.4.0 app.json")
            }
            session.output.write("flagctl \(ToolVersion.current)\n")
            return .clean
        case "--help", "-h":
            HelpText.writeOverview(of: Command.all, HelpTopic.all, to: &session.output)
            return .clean
        case _ where first.starts(withBytesOf: "-") && first != "-":
            let name = String(Substring(first.utf8.drop { $0 == UInt8(ascii: "-") }))
            if let meant = ArgumentParser.meanings[name] {
                throw .other(
                    problem: "unknown option \(quoted(first))", help: "write \(meant) after the command")
            }
            let suggestion = first == "-v" ? "version" : Spelling.nearest(to: name, in: ["version", "help"])
            throw .unknownOption(first, command: nil, suggestion: suggestion.map { "--\($0)" })
        default:
            let command = try Command.required(first)
            var defaults = ArgumentDefaults()
            if command.usesProject, !RawArguments(arguments).asksForHelp {
                guard let found = ProjectFile.defaults(for: arguments, &session) else {
                    return .failed
                }
                defaults = found
            }
            switch try parse(arguments, for: command, defaults) {
            case .help:
                HelpText.write(command, to: &session.output)
                return .clean
            case .run(let parsed) where parsed[ifDeclared: .watch] == true:
                return try WatchLoop(command, parsed, in: session).run()
            case .run(let parsed): return try command.perform(parsed, in: &session)
            }
        }
    }

    private static func parse(
        _ arguments: [String], for command: Command, _ defaults: ArgumentDefaults
    ) throws(UsageError) -> ArgumentParser.Request {
        do throws(UsageError) {
            return try ArgumentParser.parse(arguments.dropFirst(), for: command, defaults: defaults)
        } catch {
            throw MisplacedOperands.explained(error, among: arguments)
        }
    }
}
