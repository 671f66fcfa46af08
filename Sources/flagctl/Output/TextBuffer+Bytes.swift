import FlagAnalysis
import FlagResolver

extension TextBuffer {
    /// Writes the UTF-8 text that a closure appends, with everything escaped that a terminal would obey.
    ///
    /// It is appended where it stays; only where that is needed it is taken back and escaped.
    mutating func writeEscaped(_ write: (inout [UInt8]) -> Void) {
        let start = count
        append(write)
        guard !bytes.withRawSpan({ $0.isPrintableASCII(from: start, to: $0.byteCount) }) else { return }
        let text = PlainText.escaped(String(decoding: bytes[start...], as: UTF8.self))
        cut(to: start)
        self.write(text)
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
