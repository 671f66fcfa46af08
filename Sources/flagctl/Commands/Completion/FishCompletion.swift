/// Completion for fish, from 3.0 on.
enum FishCompletion {
    static func write(_ commands: [Command], to buffer: inout TextBuffer) {
        buffer.write("# Completion of flagctl for fish, written by: flagctl completion fish\n\n")
        buffer.write("complete -c flagctl -f\n")
        let first = "complete -c flagctl -n __fish_use_subcommand"
        buffer.write("\(first) -l version -d 'print the version of the tool'\n")
        buffer.write("\(first) -l help -d 'show the commands'\n")
        for command in commands {
            buffer.write("\(first) -a \(command.name) -d \(quoted(command.summary))\n")
        }
        for command in commands { write(command, among: commands, to: &buffer) }
    }

    private static func write(_ command: Command, among commands: [Command], to buffer: inout TextBuffer) {
        let condition = quoted("__fish_seen_subcommand_from \(command.allNames.joined(separator: " "))")
        let line = "complete -c flagctl -n \(condition)"
        buffer.endLine()
        for option in command.allOptions {
            buffer.write(line)
            for name in [option.name] + option.aliases { buffer.write(" -l \(name)") }
            if let letter = option.letter { buffer.write(" -s \(letter)") }
            switch option.argument {
            case .none: break
            case .text: buffer.write(" -x")
            case .file: buffer.write(" -r -F")
            case .choice(_, let choices): buffer.write(" -x -a \(quoted(choices.joined(separator: " ")))")
            }
            buffer.write(" -d \(quoted(option.summary))\n")
        }
        for operand in command.operands {
            let words = commands.words(for: operand)
            if !words.isEmpty { buffer.write("\(line) -a \(quoted(words.joined(separator: " ")))\n") }
        }
        if command.operands.contains(where: \.isFile) { buffer.write("\(line) -F\n") }
    }

    /// In fish only the quote and the backslash are special between single quotes.
    private static func quoted(_ text: String) -> String {
        let escaped = text.reduce(into: "") { $0 += $1 == "'" || $1 == "\\" ? "\\\($1)" : String($1) }
        return "'\(escaped)'"
    }
}
