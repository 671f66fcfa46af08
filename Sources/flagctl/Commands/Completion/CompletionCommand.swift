import FlagAnalysis

extension Command {
    static let completion = Command(
        name: "completion",
        summary: "what a shell needs to complete commands and options",
        examples: [
            Example(
                line: "flagctl completion bash > ~/.local/share/bash-completion/completions/flagctl",
                meaning: "bash with bash-completion; without it, in ~/.bashrc: source <(flagctl completion bash)"),
            Example(
                line: "flagctl completion zsh > \"${fpath[1]}/_flagctl\"",
                meaning: "zsh: into a folder of fpath, before compinit runs"),
            Example(
                line: "flagctl completion fish > ~/.config/fish/completions/flagctl.fish",
                meaning: "fish: where it looks for completions"),
        ],
        operands: [
            Operand(
                name: "SHELL", isFile: false, choices: { Shell.names }, summary: Shell.names.joined(separator: ", "))
        ],
        options: [.color],
        notes: ["Exit codes: 0 printed; 2 the command line is wrong."],
        run: { (arguments, session) throws(UsageError) in
            let name = arguments.operands.first ?? ""
            guard let shell = Shell(rawValue: name) else {
                throw .other(
                    problem: "SHELL cannot be \(quoted(name)); it is one of \(Shell.names.joined(separator: ", "))",
                    help: Spelling.nearest(to: name, in: Shell.names).map { "did you mean \"\($0)\"?" })
            }
            switch shell {
            case .bash: BashCompletion.write(Command.all, to: &session.output)
            case .zsh: ZshCompletion.write(Command.all, to: &session.output)
            case .fish: FishCompletion.write(Command.all, to: &session.output)
            }
            return .clean
        })

    private enum Shell: String, CaseIterable {
        case bash
        case zsh
        case fish

        static let names = allCases.map(\.rawValue)
    }
}

extension [Command] {
    /// The first words of a command line: the commands without their aliases, and the options that need none.
    var firstWords: [String] { map(\.name) + ["--version", "--help"] }

    /// The words that an operand can be; empty for any text.
    func words(for operand: Operand) -> [String] { operand.isCommand ? map(\.name) : operand.choices() }
}
