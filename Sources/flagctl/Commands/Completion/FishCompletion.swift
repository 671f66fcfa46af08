/// Completion for fish 3.0 and later.
enum FishCompletion {
    static func write(_ commands: [Command], to buffer: inout TextBuffer) {
        buffer.write(head)
        let first = "complete -c flagctl -n __flagctl_needs_command"
        buffer.write("\(first) -l version -d 'print the version of the tool'\n")
        buffer.write("\(first) -l help -d 'show the commands'\n")
        for command in commands {
            buffer.write("\(first) -a \(command.name) -d \(quoted(command.summary))\n")
        }
        for command in commands { write(command, to: &buffer) }
    }

    private static func write(_ command: Command, to buffer: inout TextBuffer) {
        let names = command.allNames.joined(separator: " ")
        let line = "complete -c flagctl -n \(quoted("__flagctl_runs \(names)"))"
        buffer.endLine()
        for option in command.declarations {
            buffer.write(line)
            for name in [option.name] + option.aliases { buffer.write(" -l \(name)") }
            if let letter = option.letter { buffer.write(" -s \(letter)") }
            switch option.form {
            case nil: break
            case .text: buffer.write(" -x")
            case .file: buffer.write(" -r -F")
            case .attribute: buffer.write(" -x -a '(__flagctl_attributes)'")
            case .setting: buffer.write(" -x -a '(__flagctl_settings)'")
            case .list(_, let choices): buffer.write(" -x -a '(__flagctl_list \(choices.joined(separator: " ")))'")
            case .report(_, let formats):
                buffer.write(" -x -a '(__flagctl_report \(formats.joined(separator: " ")))'")
            case .choice(_, let choices): buffer.write(" -x -a \(quoted(choices.joined(separator: " ")))")
            }
            buffer.write(" -d \(quoted(option.summary))\n")
        }
        let taking = command.declarations.filter { $0.form != nil }.flatMap(\.spellings).joined(separator: " ")
        for (index, operand) in command.operandDeclarations.enumerated() {
            let words = operand.words()
            guard command.takesFile(at: index) || operand.isSetting || !words.isEmpty else { continue }
            // The last operand is completed at every further position if it can be repeated.
            let position = operand.isRepeated ? "\(index)+" : "\(index)"
            let condition = "__flagctl_runs \(names); and __flagctl_is_at \(position) \(taking)"
            buffer.write("complete -c flagctl -n \(quoted(condition))")
            if !words.isEmpty { buffer.write(" -a \(quoted(words.joined(separator: " ")))") }
            if command.takesFile(at: index) { buffer.write(" -F") }
            if operand.isSetting { buffer.write(" -a '(__flagctl_settings)'") }
            buffer.endLine()
        }
    }

    /// Between single quotes, only the quote and the backslash are special in fish.
    private static func quoted(_ text: String) -> String {
        let escaped = text.reduce(into: "") { $0 += $1 == "'" || $1 == "\\" ? "\\\($1)" : String($1) }
        return "'\(escaped)'"
    }

    private static let head = """
        # Completion of flagctl for fish, written by: flagctl completion fish

        function __flagctl_needs_command
            test (count (commandline -opc)) -eq 1
        end

        # Whether the command is one of some names.
        function __flagctl_runs
            set -l words (commandline -opc)
            test (count $words) -gt 1; and contains -- $words[2] $argv
        end

        # Whether the word to be completed is the operand at an index, counted from 0, or with "+" a later one. The
        # options that take the next word follow the index.
        function __flagctl_is_at
            set -l index $argv[1]
            set -e argv[1]
            set -l words (commandline -opc)
            set -e words[1]
            set -e words[1]
            set -l position 0
            set -l is_value no
            set -l has_ended no
            for word in $words
                if test $is_value = yes
                    set is_value no
                else if test $has_ended = yes
                    set position (math $position + 1)
                else if test "$word" = --
                    set has_ended yes
                else if string match -q -- '-?*' $word
                    if contains -- $word $argv
                        set is_value yes
                    end
                else
                    set position (math $position + 1)
                end
            end
            test $is_value = no; or return 1
            if string match -q -- '*+' $index
                test $position -ge (string replace + '' $index)
            else
                test $position -eq $index
            end
        end

        # The documents of the line, as options.
        function __flagctl_documents
            for word in (commandline -op)
                if test -f "$word"
                    printf '%s\n' --document $word
                end
            end
        end

        # The word to be completed, without its option.
        function __flagctl_word
            string replace -r -- '^--[a-z-]+=' '' (commandline -ct)
        end

        # Some words with commas between them.
        function __flagctl_list
            set -l head (string match -r -- '^.*,' (__flagctl_word))
            for word in $argv
                printf '%s%s\n' "$head" $word
            end
        end

        # FORMAT=PATH
        function __flagctl_report
            set -l word (__flagctl_word)
            set -l format (string match -r -- '^[a-z]+=' "$word")
            if test -z "$format"
                printf '%s=\n' $argv
                return
            end
            for path in (__fish_complete_path (string replace -- "$format" '' "$word"))
                printf '%s%s\n' $format $path
            end
        end

        # A setting of the documents of the line.
        function __flagctl_settings
            flagctl completion fish --setting (__flagctl_word) (__flagctl_documents) 2>/dev/null
        end

        # NAME=VALUE with what the documents of the line declare.
        function __flagctl_attributes
            set -l documents (__flagctl_documents)
            set -l word (string replace -r -- '^--attribute=' '' (commandline -ct))
            flagctl completion fish --attribute "$word" $documents 2>/dev/null
        end

        complete -c flagctl -f

        """
}
