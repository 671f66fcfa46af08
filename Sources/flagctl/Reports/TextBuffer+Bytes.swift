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

    /// Writes a number that is not negative.
    mutating func write(decimal number: Int) {
        if number >= 10 { write(decimal: number / 10) }
        write(byte: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number % 10))
    }
}
