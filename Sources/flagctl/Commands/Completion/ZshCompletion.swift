/// Completion for zsh: a function for its completion system, to put in a folder of `fpath` or to source.
enum ZshCompletion {
    static func write(_ commands: [Command], to buffer: inout TextBuffer) {
        buffer.write(head)
        for command in commands {
            buffer.write("                \(ShellQuoting.quoted("\(command.name):\(command.summary)"))\n")
        }
        buffer.write("            )\n            _describe -t commands command commands\n            ;;\n")
        buffer.write("        argument)\n            case $words[1] in\n")
        for command in commands { write(command, to: &buffer) }
        buffer.write(tail)
    }

    private static func write(_ command: Command, to buffer: inout TextBuffer) {
        buffer.write("                \(command.allNames.joined(separator: "|")))\n")
        buffer.write("                    _arguments -s")
        for option in command.declarations {
            for spelling in option.spellings {
                buffer.write(" \\\n                        \(ShellQuoting.quoted(specification(option, spelling)))")
            }
        }
        for (index, operand) in command.operandDeclarations.enumerated() {
            let position = operand.isRepeated ? "*" : String(index + 1)
            let words = operand.words()
            let action =
                switch (command.takesFile(at: index), operand.isSetting) {
                case _ where !words.isEmpty: "(\(words.joined(separator: " ")))"
                case (true, true): "{ _files; _flagctl_settings }"
                case (true, false): "_files"
                case (false, true): "_flagctl_settings"
                case (false, false): " "
                }
            buffer.write(" \\\n                        \(ShellQuoting.quoted("\(position):\(operand.name):\(action)"))")
        }
        buffer.write("\n                    ;;\n")
    }

    /// `*--patch=[apply a patch first]:FILE:_files`
    private static func specification(_ option: OptionDeclaration, _ spelling: String) -> String {
        let isLong = spelling.hasPrefix("--")
        var text = option.isRepeatable ? "*" : ""
        text += spelling
        // A value follows `=` or is the next word; after a letter, it may also follow directly.
        if option.form != nil { text += isLong ? "=" : "+" }
        text += "[\(escaped(option.summary, ["[", "]", "\\"]))]"
        switch option.form {
        case nil: break
        case .text(let word): text += ":\(escaped(word, [":", "\\"])): "
        case .file(let word): text += ":\(escaped(word, [":", "\\"])):_files"
        case .attribute(let word): text += ":\(escaped(word, [":", "\\"])):_flagctl_attributes"
        case .setting(let word): text += ":\(escaped(word, [":", "\\"])):_flagctl_settings"
        // After a blank, the words are a command.
        case .list(let word, let choices):
            text += ":\(escaped(word, [":", "\\"])): _sequence compadd - \(choices.joined(separator: " "))"
        case .report(let word, let formats):
            text += ":\(escaped(word, [":", "\\"])): _flagctl_report \(formats.joined(separator: " "))"
        case .choice(let word, let choices):
            text += ":\(escaped(word, [":", "\\"])):(\(choices.joined(separator: " ")))"
        }
        return text
    }

    private static func escaped(_ text: String, _ special: Set<Character>) -> String {
        text.reduce(into: "") { $0 += special.contains($1) ? "\\\($1)" : String($1) }
    }

    private static let head = """
        #compdef flagctl
        # Completion of flagctl for zsh, written by: flagctl completion zsh

        # NAME=VALUE with what the documents of the line declare.
        _flagctl_attributes() {
            local word
            local -a documents candidates
            for word in $words; do
                if [[ -f $word ]]; then documents+=(--document $word); fi
            done
            candidates=(${(f)"$(flagctl completion zsh --attribute "$PREFIX" $documents 2>/dev/null)"})
            compadd -S '' -- $candidates
        }

        # A setting of the documents of the line.
        _flagctl_settings() {
            local word
            local -a documents candidates
            for word in $words; do
                if [[ -f $word ]]; then documents+=(--document $word); fi
            done
            candidates=(${(f)"$(flagctl completion zsh --setting "$PREFIX" $documents 2>/dev/null)"})
            compadd -- $candidates
        }

        # FORMAT=PATH, with one of some formats.
        _flagctl_report() {
            if compset -P '*='; then _files; else compadd -S = -- $@; fi
        }

        _flagctl() {
            local curcontext="$curcontext" state line
            typeset -A opt_args
            # The options of a command are no options of flagctl: its own come before the command.
            _arguments -C -A '-*' \\
                '(- *)--version[print the version of the tool]' \\
                '(- *)--help[show the commands]' \\
                '1:command:->command' \\
                '*::argument:->argument'
            case $state in
                command)
                    local -a commands
                    commands=(

        """

    private static let tail = """
                    esac
                    ;;
            esac
        }

        if [[ $funcstack[1] == _flagctl ]]; then _flagctl "$@"; else compdef _flagctl flagctl; fi

        """
}
