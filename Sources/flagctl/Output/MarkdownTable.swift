/// Tables in GitHub Flavored Markdown.
enum MarkdownTable {
    static func writeHeader(_ titles: [String], to buffer: inout TextBuffer) {
        for title in titles {
            buffer.write("| ")
            writeText(title.utf8, to: &buffer)
            buffer.write(" ")
        }
        buffer.write("|\n")
        for _ in titles { buffer.write("| --- ") }
        buffer.write("|\n")
    }

    /// Writes text with Markdown and HTML escaped, and without line ends.
    static func writeText(_ bytes: some Collection<UInt8>, to buffer: inout TextBuffer) {
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): buffer.write("<br>")
            case UInt8(ascii: "<"): buffer.write("&lt;")
            // GitHub notifies the user whom an "@" mentions.
            case UInt8(ascii: "@"): buffer.write("&#64;")
            case UInt8(ascii: "&"): buffer.write("&amp;")
            case UInt8(ascii: "|"), UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: "["), UInt8(ascii: "]"):
                buffer.write(byte: UInt8(ascii: "\\"))
                buffer.write(byte: byte)
            default: buffer.write(byte: byte)
            }
        }
    }

    /// Writes text as a code span, with a fence longer than any sequence of backticks in it.
    static func writeCode(_ bytes: some Collection<UInt8>, to buffer: inout TextBuffer) {
        let tick = UInt8(ascii: "`")
        var longest = 0
        var length = 0
        for byte in bytes {
            length = byte == tick ? length + 1 : 0
            longest = max(longest, length)
        }
        guard !bytes.isEmpty else { return }
        buffer.write(byte: tick, count: longest + 1)
        // A space separates a backtick at either end from the fence. Markdown strips one space at both ends.
        let needsPadding = bytes.first == tick || bytes.suffix(1).first == tick
        if needsPadding { buffer.write(" ") }
        for byte in bytes {
            // In a table, bars are escaped even in code: GitHub splits cells before it parses code spans.
            if byte == UInt8(ascii: "|") { buffer.write("\\") }
            buffer.write(byte: byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") ? UInt8(ascii: " ") : byte)
        }
        if needsPadding { buffer.write(" ") }
        buffer.write(byte: tick, count: longest + 1)
    }
}
