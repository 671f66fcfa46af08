/// Comma-separated values (RFC 4180), with LF line ends as Unix tools expect.
enum CSVReport {
    /// Writes a field, in quotation marks if it contains a comma, a quotation mark or a line end.
    static func write(_ field: some Collection<UInt8>, to buffer: inout TextBuffer) {
        let quote = UInt8(ascii: "\"")
        let needsQuotes = field.contains {
            $0 == quote || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
        }
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
