extension CommandOperand where Self == Operand<Command?> {
    fileprivate static var command: Self {
        let type = ArgumentType(form: .text(placeholder: "COMMAND")) { (name, _) throws(UsageError) in
            try Command.required(name)
        }
        return Operand(optional: type, summary: "the command to describe") { Command.all.map(\.name) }
    }
}

extension Command {
    static let help = Command(
        name: "help",
        summary: "list the commands, or describe one",
        examples: [
            Example(line: "flagctl help", meaning: "all commands"),
            Example(line: "flagctl help resolve", meaning: "one command: examples, options, exit codes"),
        ],
        operands: [.command],
        options: [.color],
        run: { (arguments, session) throws(UsageError) in
            guard let command = arguments[.command] else {
                HelpText.writeOverview(of: Command.all, to: &session.output)
                return .clean
            }
            HelpText.write(command, to: &session.output)
            return .clean
        })
}
