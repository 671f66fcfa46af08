extension CommandOption where Self == Option<String?> {
    fileprivate static var attributeWord: Self {
        Option(
            name: "attribute", value: .text("WORD"),
            summary: "instead of the script, print what completes an attribute; the scripts use this")
    }

    fileprivate static var settingWord: Self {
        Option(
            name: "setting", value: .text("WORD"),
            summary: "instead of the script, print what completes the name of a setting; the scripts use this")
    }
}

extension CommandOption where Self == Option<[String]> {
    fileprivate static var document: Self {
        Option(
            name: "document", values: .file("FILE"),
            summary: "a document that completes the word; files that cannot be read are left out"
        ).orInputsOfProject
    }
}

private enum Shell: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish
}

extension CommandOperand where Self == Operand<Shell> {
    fileprivate static var shell: Self {
        Operand(.choice("SHELL"), summary: Shell.allCases.map(\.rawValue).joined(separator: ", "))
    }
}

extension Command {
    static let completion = Command(
        name: "completion",
        summary: "print a completion script for a shell",
        examples: [
            Example(
                line: "flagctl completion bash > ~/.local/share/bash-completion/completions/flagctl",
                meaning: "bash with bash-completion; without it, in ~/.bashrc: source <(flagctl completion bash)"),
            Example(
                line: "flagctl completion zsh > \"${fpath[1]}/_flagctl\"",
                meaning: "zsh: in a directory of fpath, before compinit runs"),
            Example(
                line: "flagctl completion fish > ~/.config/fish/completions/flagctl.fish",
                meaning: "fish: in its directory for completions"),
        ],
        operands: [.shell],
        options: [.attributeWord, .settingWord, .document, .config, .color],
        notes: [
            "Names of settings and attributes are those of the documents on the line, or else of the inputs of the project file.",
            "Exit codes: 0 printed; 2 the command line is invalid.",
        ],
        run: { (arguments, session) throws(UsageError) in
            let (attribute, setting) = (arguments[.attributeWord], arguments[.settingWord])
            if attribute != nil || setting != nil {
                let documents = DocumentCompletion.documents(at: arguments[.document])
                let candidates =
                    attribute.map { DocumentCompletion.attributes(for: $0, in: documents) }
                    ?? DocumentCompletion.settings(for: setting ?? "", in: documents)
                for candidate in candidates { session.output.write("\(PlainText.escaped(candidate))\n") }
                return .clean
            }
            switch arguments[.shell] {
            case .bash: BashCompletion.write(Command.all, to: &session.output)
            case .zsh: ZshCompletion.write(Command.all, to: &session.output)
            case .fish: FishCompletion.write(Command.all, to: &session.output)
            }
            return .clean
        })
}

extension [Command] {
    /// The first words of a command line: the commands without their aliases, and the options that need none.
    var firstWords: [String] { map(\.name) + ["--version", "--help"] }
}
