extension CommandOperand where Self == Operand<HelpSubject?> {
    fileprivate static var subject: Self {
        let type = ArgumentType(form: .text(placeholder: "COMMAND")) { (name, _) throws(UsageError) in
            try HelpSubject.required(name)
        }
        return Operand(optional: type, summary: "the command or the topic to describe") {
            Command.all.map(\.name) + HelpTopic.all.map(\.name)
        }
    }
}

extension Command {
    static let help = Command(
        name: "help",
        summary: "list the commands, or describe a command or a topic",
        examples: [
            Example(line: "flagctl help", meaning: "all commands and topics"),
            Example(line: "flagctl help resolve", meaning: "one command: examples, options, exit codes"),
            Example(line: "flagctl help policies", meaning: "one topic: the statements of \"flagctl prove\""),
        ],
        operands: [.subject],
        options: [.color],
        run: { (arguments, session) throws(UsageError) in
            switch arguments[.subject] {
            case nil: HelpText.writeOverview(of: Command.all, HelpTopic.all, to: &session.output)
            case .command(let command): HelpText.write(command, to: &session.output)
            case .topic(let topic): session.output.write("flagctl — \(topic.summary)\n\n\(topic.text)")
            }
            return .clean
        })
}
