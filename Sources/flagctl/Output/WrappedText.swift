/// Text wrapped between words.
enum WrappedText {
    /// Writes text and a line end.
    ///
    /// - Parameters:
    ///   - width: The maximum width of a line. A longer word has a line of its own.
    ///   - indentation: The number of blanks at the start of every line.
    ///   - startsIndented: Whether the first line is already indented.
    static func write(
        _ text: String, width: Int, indentation: Int, startsIndented: Bool = false, to buffer: inout TextBuffer
    ) {
        var column = startsIndented ? indentation : 0
        for word in text.split(separator: " ") {
            let length = DisplayWidth.of(word)
            if column > indentation, column + 1 + length > width {
                buffer.endLine()
                column = 0
            }
            if column == 0 {
                buffer.write(byte: UInt8(ascii: " "), count: indentation)
                column = indentation
            } else if column > indentation {
                buffer.write(" ")
                column += 1
            }
            buffer.write(word)
            column += length
        }
        buffer.endLine()
    }
}
