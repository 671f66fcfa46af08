/// Text wrapped between words.
enum WrappedText {
    /// Writes text and a line end.
    ///
    /// - Parameters:
    ///   - width: The maximum width of a line. A longer word has a line of its own.
    ///   - indentation: The number of spaces at the start of every line.
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

    /// Divides the last line of a buffer between words. A word that is wider than the line stays whole, and so do several spaces.
    ///
    /// - Parameters:
    ///   - start: The offset of the line.
    ///   - text: The offset of the part that may be divided.
    ///   - indentation: The indentation of further lines; `nil` for that of the text.
    static func wrap(
        lineFrom start: Int, text: Int, width: Int, indentation: Int?, in buffer: inout TextBuffer
    ) {
        var column = visibleWidth(of: buffer.bytes[start..<text])
        let indentation = indentation ?? column
        // A narrow terminal wraps by itself.
        guard width > 2 * indentation else { return }
        let words = buffer.bytes[text...].split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        let isWide = column + words.reduce(-1) { $0 + 1 + visibleWidth(of: $1) } > width
        guard isWide else { return }
        let all = Array(words.map { Array($0) })
        buffer.cut(to: text)
        for (index, word) in all.enumerated() {
            let wordWidth = visibleWidth(of: word[...])
            if index > 0 {
                if column + 1 + wordWidth > width, column > indentation {
                    buffer.endLine()
                    buffer.write(byte: UInt8(ascii: " "), count: indentation)
                    column = indentation
                } else {
                    buffer.write(byte: UInt8(ascii: " "))
                    column += 1
                }
            }
            buffer.write(bytes: word)
            column += wordWidth
        }
    }

    /// The width without escape codes for colours, which end with "m".
    private static func visibleWidth(of bytes: ArraySlice<UInt8>) -> Int {
        var plain: [UInt8] = []
        var isCode = false
        for byte in bytes {
            if byte == 0x1B { isCode = true }
            if !isCode { plain.append(byte) }
            if isCode, byte == UInt8(ascii: "m") { isCode = false }
        }
        return DisplayWidth.of(plain, from: 0)
    }

    /// The lines of text wrapped between words. A word that is wider than a line is broken.
    ///
    /// - Parameters:
    ///   - width: The maximum width of a line, in cells.
    ///   - indentation: The number of spaces before each line but the first, if there is room for text after them.
    ///   - limit: The maximum number of lines. If there is more text, the last line ends with `…`.
    /// - Returns: No lines for an empty text.
    static func lines(of text: String, width: Int, indentation: Int = 0, atMost limit: Int) -> [String] {
        let prefix = String(repeating: " ", count: width >= 3 * indentation ? indentation : 0)
        var lines: [String] = []
        var line: [Character] = []
        var lineWidth = 0
        var rest = text.makeIterator()
        while let character = rest.next() {
            let characterWidth = DisplayWidth.of(character.unicodeScalars)
            if lineWidth + characterWidth > width, lineWidth > 0 {
                if lines.count + 1 >= limit {
                    while let last = line.last, lineWidth >= width || last == " " {
                        line.removeLast()
                        lineWidth -= DisplayWidth.of(last.unicodeScalars)
                    }
                    lines.append(String(line) + "…")
                    return lines
                }
                var further: [Character] = []
                if character != " ", let blank = line.lastIndex(of: " "), line[..<blank].contains(where: { $0 != " " })
                {
                    further = Array(line[(blank + 1)...])
                    line.removeSubrange(blank...)
                }
                while line.last == " " { line.removeLast() }
                lines.append(String(line))
                line = prefix + further
                lineWidth = line.reduce(0) { $0 + DisplayWidth.of($1.unicodeScalars) }
                if character == " ", further.isEmpty { continue }
            }
            line.append(character)
            lineWidth += characterWidth
        }
        while line.last == " " { line.removeLast() }
        if !line.isEmpty { lines.append(String(line)) }
        return lines
    }
}
