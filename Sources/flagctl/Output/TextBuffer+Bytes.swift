import FlagAnalysis
import FlagResolver

extension TextBuffer {
    /// Writes the UTF-8 text that a closure appends, with unprintable characters escaped.
    ///
    /// Such characters are rare, so the text is written first and replaced only if it contains one.
    mutating func writeEscaped(_ write: (inout [UInt8]) -> Void) {
        let start = count
        append(write)
        guard !bytes.withRawSpan({ $0.isPrintableASCII(from: start, to: $0.byteCount) }) else { return }
        let text = PlainText.escaped(String(decoding: bytes[start...], as: UTF8.self))
        cut(to: start)
        self.write(text)
    }

    /// Writes a literal in one copy.
    mutating func write(literal text: StaticString) {
        append { $0.write(text) }
    }

    /// Writes a non-negative number.
    mutating func write(decimal number: Int) {
        append { $0.write(number) }
    }
}
