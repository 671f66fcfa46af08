/// The help, written from the declarations of the commands.
enum HelpText {
    /// Wider lines are hard to read.
    private static let maximumWidth = 100

    /// Writes what `flagctl help` prints: a line for each command and topic.
    static func writeOverview(of commands: [Command], _ topics: [HelpTopic], to buffer: inout TextBuffer) {
        buffer.write("flagctl — feature flags and remote settings by app version\n\nCommands:\n")
        var table = TextTable(columns: 2)
        for command in commands {
            table.cell(command.name)
            table.cell(command.summary)
        }
        table.write(to: &buffer, indentation: 2)
        buffer.write("\nTopics:\n")
        var topicTable = TextTable(columns: 2)
        for topic in topics {
            topicTable.cell(topic.name)
            topicTable.cell(topic.summary)
        }
        topicTable.write(to: &buffer, indentation: 2)
        buffer.write("\nExamples:\n")
        for command in commands {
            if let example = command.examples.first, command.name != "help" { buffer.write("  \(example.line)\n") }
        }
        buffer.endLine()
        writeWrapped(Command.noteOnExamples, indentation: 0, to: &buffer)
        buffer.write(
            "\n\"flagctl help NAME\" describes a command or a topic. \"flagctl version\" prints the version of flagctl.\n"
        )
        buffer.write(
            "A directory as FILE means all \"*.json\" files in it and its subdirectories, except "
                + "\"*.schema.json\",\n\"*.expectations.json\", \"flagctl.json\" and hidden files.\n"
        )
        buffer.write("Exit codes: 0 success, nothing found; 1 something was found; 2 an error prevented the run.\n")
    }

    /// Writes what `flagctl help COMMAND` and `COMMAND --help` print.
    static func write(_ command: Command, to buffer: inout TextBuffer) {
        buffer.write("flagctl \(command.name) — \(command.summary)\n")
        if !command.aliases.isEmpty { buffer.write("also: \(command.aliases.joined(separator: ", "))\n") }
        buffer.write("\nExamples:\n")
        for example in command.examples {
            buffer.write("  \(example.line)\n")
            writeWrapped(example.meaning, indentation: 6, to: &buffer)
        }
        buffer.write("\nUsage:\n")
        buffer.write("  \(command.synopsis)\n")
        writeRows("Arguments", command.operandDeclarations.map { ($0.synopsis, $0.summary) }, to: &buffer)
        writeRows("Options", command.declarations.map { (written($0), $0.summary) }, to: &buffer)
        for note in command.allNotes {
            buffer.endLine()
            writeWrapped(note, indentation: 0, to: &buffer)
        }
    }

    /// `-e, --policy FILE, --app-version V`
    private static func written(_ option: OptionDeclaration) -> String {
        let letter = option.letter.map { "-\($0), " } ?? ""
        let aliases = option.aliases.map { ", --\($0)" }.joined()
        return letter + option.synopsis + aliases
    }

    private static func writeRows(_ title: String, _ rows: [(String, String)], to buffer: inout TextBuffer) {
        guard !rows.isEmpty else { return }
        buffer.write("\n\(title):\n")
        let widest = rows.reduce(0) { max($0, DisplayWidth.of($1.0)) }
        for (left, right) in rows {
            buffer.write("  \(left)")
            buffer.write(byte: UInt8(ascii: " "), count: widest - DisplayWidth.of(left) + 2)
            writeWrapped(right, indentation: widest + 4, startsIndented: true, to: &buffer)
        }
    }

    private static func writeWrapped(
        _ text: String, indentation: Int, startsIndented: Bool = false, to buffer: inout TextBuffer
    ) {
        WrappedText.write(
            text, width: min(buffer.display.width ?? maximumWidth, maximumWidth), indentation: indentation,
            startsIndented: startsIndented, to: &buffer)
    }
}
