/// An explanation of a message's code: its commands, its meaning, and what to do.
struct MessageExplanation {
    private let message: MessageCode

    init(_ message: MessageCode) {
        self.message = message
    }

    func writeText(style: TextStyle, width: Int, to buffer: inout TextBuffer) {
        buffer.write("\(style.bold(message.code)) (\(message.commands.joined(separator: ", ")))\n\n")
        WrappedText.write(message.meaning, width: width, indentation: 0, to: &buffer)
        buffer.endLine()
        WrappedText.write("What to do: \(message.advice)", width: width, indentation: 0, to: &buffer)
    }

    func writeMarkdown(to buffer: inout TextBuffer) {
        buffer.write("## \(message.code)\n\n")
        MarkdownTable.writeText("\(message.meaning) \(message.advice)".utf8, to: &buffer)
        buffer.endLine()
    }

    /// A row of the table of all messages.
    func writeRow(to buffer: inout TextBuffer) {
        buffer.write("| `\(message.code)` | \(message.commands.joined(separator: ", ")) | ")
        MarkdownTable.writeText("\(message.meaning) \(message.advice)".utf8, to: &buffer)
        buffer.write(" |\n")
    }
}
