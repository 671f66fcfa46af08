/// Comma-separated values (RFC 4180), with LF line ends as Unix tools expect.
enum CSVReport {
    /// Writes a field, in quotation marks if it contains a comma or a quotation mark. Unprintable characters are escaped.
    static func write(_ field: some Collection<UInt8>, to buffer: inout TextBuffer) {
        let bytes = Array(field)[...]
        if PlainText.hasUnprintable(bytes) {
            return write(PlainText.escaped(String(decoding: bytes, as: UTF8.self)).utf8, to: &buffer)
        }
        let quote = UInt8(ascii: "\"")
        let needsQuotes = field.contains { $0 == quote || $0 == UInt8(ascii: ",") }
        guard needsQuotes else {
            buffer.write(bytes: field)
            return
        }
        buffer.write(byte: quote)
        for byte in field {
            if byte == quote { buffer.write(byte: quote) }
            buffer.write(byte: byte)
        }
        buffer.write(byte: quote)
    }

    static func write(_ field: String, to buffer: inout TextBuffer) {
        write(field.utf8, to: &buffer)
    }
}
