extension Command {
    static let help = Command(
        name: "help",
        summary: "what the commands are, and what one of them takes",
        examples: [
            Example(line: "flagctl help", meaning: "all commands"),
            Example(line: "flagctl help resolve", meaning: "one command: examples, options, exit codes"),
        ],
        operands: [
            Operand(
                name: "COMMAND", count: .optional, isFile: false, isCommand: true, summary: "the command to explain")
        ],
        options: [.color],
        run: { (arguments, session) throws(UsageError) in
            guard let name = arguments.operands.first else {
                HelpText.writeOverview(of: Command.all, to: &session.output)
                return .clean
            }
            HelpText.write(try Command.required(name), to: &session.output)
            return .clean
        })
}
