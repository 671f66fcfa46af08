import FlagAnalysis

extension TextBuffer {
    /// Writes UTF-8 text with everything escaped that a terminal would obey.
    mutating func write(escaped text: [UInt8]) {
        write(escaped: text[...])
    }

    mutating func write(escaped text: ArraySlice<UInt8>) {
        if text.isPlainText {
            write(bytes: text)
        } else {
            write(PlainText.escaped(String(decoding: text, as: UTF8.self)))
        }
    }

    /// Writes a text that is known when the program is compiled, in one copy.
    mutating func write(literal text: StaticString) {
        append { $0.write(text) }
    }

    /// Writes a number that is not negative.
    mutating func write(decimal number: Int) {
        append { $0.write(number) }
    }
}
