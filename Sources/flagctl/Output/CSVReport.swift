import FlagResolver

/// Comma-separated values (RFC 4180), with LF line ends as Unix tools expect.
///
/// A spreadsheet would run text that begins like a formula. Such a field has an apostrophe in front and is in quotation marks,
/// as OWASP recommends; a number is not.
enum CSVReport {
    /// Writes a field, in quotation marks if it contains a comma or a quotation mark. Unprintable characters are escaped, which
    /// include the tabs and line ends that a spreadsheet skips.
    static func write(_ field: some Collection<UInt8>, to buffer: inout TextBuffer) {
        let bytes = Array(field)[...]
        if PlainText.hasUnprintable(bytes) {
            return write(PlainText.escaped(String(decoding: bytes, as: UTF8.self)).utf8, to: &buffer)
        }
        let quote = UInt8(ascii: "\"")
        let isFormula = beginsFormula(bytes)
        let needsQuotes = isFormula || field.contains { $0 == quote || $0 == UInt8(ascii: ",") }
        guard needsQuotes else {
            buffer.write(bytes: field)
            return
        }
        buffer.write(byte: quote)
        if isFormula { buffer.write("'") }
        for byte in field {
            if byte == quote { buffer.write(byte: quote) }
            buffer.write(byte: byte)
        }
        buffer.write(byte: quote)
    }

    /// The characters that begin a formula, and their full-width forms.
    private static let formulaSigns = ["=", "+", "-", "@", "＝", "＋", "－", "＠"].map { Array($0.utf8) }

    private static func beginsFormula(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard formulaSigns.contains(where: { bytes.starts(with: $0) }) else { return false }
        return bytes.first != UInt8(ascii: "-") || (try? JSONTree(parsing: Array(bytes)))?.root.kind != .number
    }

    static func write(_ field: String, to buffer: inout TextBuffer) {
        write(field.utf8, to: &buffer)
    }
}
