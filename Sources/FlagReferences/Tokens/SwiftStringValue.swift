import FlagResolver

/// The value of a string literal: its content with its escapes decoded.
package enum SwiftStringValue {
    /// The value of a whole literal without interpolation; `nil` if an escape is malformed, or the literal has no end.
    ///
    /// In a literal of several lines, the line breaks at both ends and the indentation of the last line do not count, and a
    /// line break is `\n`, as in the compiler.
    package static func value(of literal: ArraySlice<UInt8>) -> String? {
        guard let (content, delimiter) = content(of: literal, isComplete: true) else { return nil }
        return decoded(content, delimiter)
    }

    /// The value of a literal up to its first interpolation; `nil` if an escape in it is malformed.
    package static func head(ofInterpolated literal: ArraySlice<UInt8>, until end: Int) -> String? {
        guard literal.indices.contains(end), let (content, delimiter) = content(of: literal[..<end], isComplete: false)
        else { return nil }
        // The indentation to remove is that of the last line, which is not part of the head.
        return delimiter.isMultiline ? nil : decoded(content, delimiter)
    }

    private static func content(
        of literal: ArraySlice<UInt8>, isComplete: Bool
    ) -> (content: ArraySlice<UInt8>, delimiter: StringDelimiter)? {
        let hashCount = literal.prefix { $0 == UInt8(ascii: "#") }.count
        let bytes = Array(literal)
        var line = ClosingDelimiters()
        let delimiter = bytes.withRawSpan {
            StringDelimiter(opening: $0, at: hashCount, hashCount: hashCount, &line)
        }
        let (opening, closing) = (hashCount + delimiter.quoteCount, isComplete ? hashCount + delimiter.quoteCount : 0)
        guard bytes.count >= opening + closing else { return nil }
        if isComplete {
            guard bytes.withRawSpan({ delimiter.isClosing($0, at: $0.byteCount - closing) }) else { return nil }
        }
        return (bytes[opening..<(bytes.count - closing)], delimiter)
    }

    private static func decoded(_ content: ArraySlice<UInt8>, _ delimiter: StringDelimiter) -> String? {
        guard delimiter.isMultiline else {
            var value: [UInt8] = []
            return append(content, delimiter, to: &value) ? String(decoding: value, as: UTF8.self) : nil
        }
        var lines = lines(of: content)
        // The first line has nothing but the line break; the last one has the indentation that all lines have.
        guard lines.count >= 2, lines.removeFirst().isEmpty, let indentation = lines.popLast(),
            indentation.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
        else { return nil }
        var value: [UInt8] = []
        for (index, line) in lines.enumerated() {
            let rest = line.starts(with: indentation) ? line.dropFirst(indentation.count) : line[line.endIndex...]
            let joins = endsWithEscape(rest, delimiter)
            let text = joins ? rest.dropLast(trailingSpace(of: rest) + 1 + delimiter.hashCount) : rest
            guard append(text, delimiter, to: &value) else { return nil }
            if !joins, index < lines.count - 1 { value.append(UInt8(ascii: "\n")) }
        }
        return String(decoding: value, as: UTF8.self)
    }

    private static func lines(of content: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = content.startIndex
        var index = start
        while index < content.endIndex {
            let byte = content[index]
            guard SwiftCharacters.isLineBreak(byte) else {
                index += 1
                continue
            }
            lines.append(content[start..<index])
            index += 1
            if byte == UInt8(ascii: "\r"), index < content.endIndex, content[index] == UInt8(ascii: "\n") { index += 1 }
            start = index
        }
        lines.append(content[start...])
        return lines
    }

    private static func trailingSpace(of line: ArraySlice<UInt8>) -> Int {
        line.reversed().prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
    }

    /// Whether a line ends with an escaped line break.
    private static func endsWithEscape(_ line: ArraySlice<UInt8>, _ delimiter: StringDelimiter) -> Bool {
        let text = line.dropLast(trailingSpace(of: line))
        guard text.count > delimiter.hashCount,
            text.suffix(delimiter.hashCount).allSatisfy({ $0 == UInt8(ascii: "#") })
        else { return false }
        let backslashes = text.dropLast(delimiter.hashCount).reversed().prefix { $0 == UInt8(ascii: "\\") }.count
        return delimiter.hashCount == 0 ? backslashes % 2 == 1 : backslashes > 0
    }

    /// Appends text with its escapes decoded; `false` if one is malformed.
    private static func append(
        _ text: ArraySlice<UInt8>, _ delimiter: StringDelimiter, to value: inout [UInt8]
    ) -> Bool {
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), rest.prefix(delimiter.hashCount).count == delimiter.hashCount,
                rest.prefix(delimiter.hashCount).allSatisfy({ $0 == UInt8(ascii: "#") })
            else {
                value.append(byte)
                continue
            }
            rest = rest.dropFirst(delimiter.hashCount)
            guard let escape = rest.popFirst() else { return false }
            switch escape {
            case UInt8(ascii: "0"): value.append(0)
            case UInt8(ascii: "t"): value.append(UInt8(ascii: "\t"))
            case UInt8(ascii: "n"): value.append(UInt8(ascii: "\n"))
            case UInt8(ascii: "r"): value.append(UInt8(ascii: "\r"))
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"): value.append(escape)
            case UInt8(ascii: "u"):
                guard let scalar = scalar(&rest) else { return false }
                value.append(contentsOf: String(Character(scalar)).utf8)
            default: return false
            }
        }
        return true
    }

    /// `{1F600}`
    private static func scalar(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
        guard rest.popFirst() == UInt8(ascii: "{"), let end = rest.firstIndex(of: UInt8(ascii: "}")) else { return nil }
        let digits = rest[..<end]
        rest = rest[(end + 1)...]
        guard (1...8).contains(digits.count), digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { return nil }
        return Unicode.Scalar(number)
    }
}
