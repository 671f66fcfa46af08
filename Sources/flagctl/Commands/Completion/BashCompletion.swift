/// Completion for bash 3.2 (the version of macOS) and later. It needs no other package.
enum BashCompletion {
    static func write(_ commands: [Command], to buffer: inout TextBuffer) {
        buffer.write(head)
        buffer.write("    if ((COMP_CWORD == 1)); then\n")
        buffer.write("        _flagctl_words \(ShellQuoting.quoted(commands.firstWords.joined(separator: " ")))\n")
        buffer.write("        return\n    fi\n    case ${COMP_WORDS[1]} in\n")
        for command in commands { write(command, to: &buffer) }
        buffer.write(tail)
    }

    private static func write(_ command: Command, to buffer: inout TextBuffer) {
        let options = command.declarations
        buffer.write("        \(command.allNames.joined(separator: "|")))\n")
        let taking = options.filter { $0.form != nil }.flatMap(\.spellings)
        buffer.write("            _flagctl_look \(ShellQuoting.quoted(taking.joined(separator: " ")))\n")
        buffer.write("            case $option in\n")
        for option in options where option.form != nil {
            buffer.write("                \(option.spellings.joined(separator: "|"))) ")
            switch option.form {
            case nil, .text: buffer.write(";;\n")
            case .file: buffer.write("_flagctl_files ;;\n")
            case .attribute: buffer.write("_flagctl_attributes ;;\n")
            case .setting: buffer.write("_flagctl_settings ;;\n")
            case .list(_, let choices):
                buffer.write("_flagctl_list \(ShellQuoting.quoted(choices.joined(separator: " "))) ;;\n")
            case .report(_, let formats):
                buffer.write("_flagctl_report \(ShellQuoting.quoted(formats.joined(separator: " "))) ;;\n")
            case .choice(_, let choices):
                buffer.write("_flagctl_words \(ShellQuoting.quoted(choices.joined(separator: " "))) ;;\n")
            }
        }
        let names = options.flatMap { option in ([option.name] + option.aliases).map { "--\($0)" } }
        buffer.write("                -*) _flagctl_words \(ShellQuoting.quoted(names.joined(separator: " "))) ;;\n")
        buffer.write("                *)\n                    case $position in\n")
        for (index, operand) in command.operandDeclarations.enumerated() {
            let isLast = index == command.operands.count - 1 && operand.isRepeated
            buffer.write("                        \(isLast ? "*" : String(index))) ")
            let words = operand.words()
            if !words.isEmpty { buffer.write("_flagctl_words \(ShellQuoting.quoted(words.joined(separator: " "))) ") }
            let functions = [
                command.takesFile(at: index) ? "_flagctl_files" : nil, operand.isSetting ? "_flagctl_settings" : nil,
            ].compactMap { $0 }
            if !functions.isEmpty { buffer.write("\(functions.joined(separator: "; ")) ") }
            buffer.write(";;\n")
        }
        buffer.write("                    esac ;;\n            esac ;;\n")
    }

    private static let head = """
        # Completion of flagctl for bash, written by: flagctl completion bash

        _flagctl_words() {
            local word
            for word in $1; do
                if [[ $word == "$cur"* ]]; then COMPREPLY+=("$word"); fi
            done
        }

        _flagctl_files() {
            local path
            compopt -o filenames 2>/dev/null
            while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen -f -- "$cur")
        }

        # Completes the last word of a list with commas.
        _flagctl_list() {
            local word head=
            if [[ $cur == *,* ]]; then head=${cur%,*},; fi
            for word in $1; do
                if [[ $head$word == "$cur"* ]]; then COMPREPLY+=("$head$word"); fi
            done
        }

        # Completes FORMAT=PATH: a format, or a path where $start has the format.
        _flagctl_report() {
            if [[ $start ]]; then
                _flagctl_files
            else
                local word
                for word in $1; do
                    if [[ $word == "$cur"* ]]; then COMPREPLY+=("$word="); fi
                done
                compopt -o nospace 2>/dev/null
            fi
        }

        # Completes a setting of the documents of the line.
        _flagctl_settings() {
            local candidate word
            local documents=(flagctl completion bash --setting "$cur")
            for word in "${COMP_WORDS[@]}"; do
                if [[ -f $word ]]; then documents+=(--document "$word"); fi
            done
            while IFS= read -r candidate; do
                printf -v candidate %q "$candidate"
                COMPREPLY+=("$candidate")
            done < <("${documents[@]}" 2>/dev/null)
        }

        # Completes NAME=VALUE with what the documents of the line declare. bash takes it for three words, of which the first
        # two are in $start.
        _flagctl_attributes() {
            local candidate word
            local documents=(flagctl completion bash --attribute "$start$cur")
            for word in "${COMP_WORDS[@]}"; do
                if [[ -f $word ]]; then documents+=(--document "$word"); fi
            done
            while IFS= read -r candidate; do
                if [[ $candidate == *= ]]; then compopt -o nospace 2>/dev/null; fi
                printf -v candidate %q "${candidate#"$start"}"
                COMPREPLY+=("$candidate")
            done < <("${documents[@]}" 2>/dev/null)
        }

        # Finds out what is to be completed: the value of $option, an option where it is "-", or the operand at $position.
        # bash takes "--format=json" for three words.
        _flagctl_look() {
            local index word ended=
            position=0
            option=
            for ((index = 2; index < COMP_CWORD; index++)); do
                word=${COMP_WORDS[index]}
                if [[ $ended ]]; then
                    position=$((position + 1))
                elif [[ $word == -- ]]; then
                    ended=yes
                elif [[ $word == -* && $word != - ]]; then
                    if [[ ${COMP_WORDS[index + 1]} == = ]]; then
                        index=$((index + 2))
                        if ((index >= COMP_CWORD)); then option=$word; fi
                    elif [[ " $1 " == *" $word "* ]]; then
                        index=$((index + 1))
                        if ((index >= COMP_CWORD)); then option=$word; fi
                    fi
                    if [[ ! $option && ${COMP_WORDS[index]} != "$word" && ${COMP_WORDS[index + 1]} == = ]]; then
                        index=$((index + 2))
                        if ((index >= COMP_CWORD)); then
                            option=$word
                            start=${COMP_WORDS[index - 2]}=
                        fi
                    fi
                else
                    position=$((position + 1))
                fi
            done
            if [[ $cur == = ]]; then cur=; fi
            if [[ ! $option && ! $ended && $cur == -* ]]; then option=-; fi
        }

        _flagctl() {
            local cur=${COMP_WORDS[COMP_CWORD]} option= start= position=0
            COMPREPLY=()

        """

    private static let tail = """
            esac
        }

        complete -F _flagctl flagctl

        """
}
