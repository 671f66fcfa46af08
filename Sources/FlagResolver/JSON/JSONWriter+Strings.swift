extension JSONWriter {
    /// Appends a JSON string with a content in UTF-8.
    ///
    /// It escapes quotes, backslashes and control characters: U+0000 to U+001F, and U+007F to U+009F, which terminals
    /// interpret.
    package static func appendString(_ content: [UInt8], to result: inout [UInt8]) {
        content.withRawSpan { appendString($0, from: 0, to: $0.byteCount, to: &result) }
    }

    /// Appends a JSON string whose content is a range of bytes, in UTF-8.
    static func appendString(_ content: RawSpan, from start: Int, to end: Int, to result: inout [UInt8]) {
        result.append(UInt8(ascii: "\""))
        appendEscaped(content, from: start, to: end, result: &result)
        result.append(UInt8(ascii: "\""))
    }

    /// Appends a string of a document with the escapes of this writer, not those of the document.
    static func appendString(_ node: JSONNode, in input: RawSpan, to result: inout [UInt8]) {
        if node.isEscaped {
            var content: [UInt8] = []
            JSONStringContent.append(node, in: input, to: &content)
            appendString(content, to: &result)
        } else {
            appendString(input, from: Int(node.start) + 1, to: Int(node.end) - 1, to: &result)
        }
    }

    private static func appendEscaped(_ input: RawSpan, from start: Int, to end: Int, result: inout [UInt8]) {
        var offset = start
        while offset < end {
            let plainEnd = input.endOfPlainBytes(from: offset, to: end)
            result.append(input, from: offset, to: plainEnd)
            offset = plainEnd
            guard offset < end else { return }
            let byte = input.byte(at: offset)
            offset += 1
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                result.append(UInt8(ascii: "\\"))
                result.append(byte)
            case 0..<0x20, 0x7F:
                appendControl(byte, to: &result)
            case 0xC2 where offset < end && input.byte(at: offset) < 0xA0:
                appendControl(input.byte(at: offset), to: &result)
                offset += 1
            default:
                result.append(byte)
            }
        }
    }

    private static func appendControl(_ value: UInt8, to result: inout [UInt8]) {
        let short: UInt8? =
            switch value {
            case 0x08: UInt8(ascii: "b")
            case 0x09: UInt8(ascii: "t")
            case 0x0A: UInt8(ascii: "n")
            case 0x0C: UInt8(ascii: "f")
            case 0x0D: UInt8(ascii: "r")
            default: nil
            }
        result.append(UInt8(ascii: "\\"))
        if let short {
            result.append(short)
            return
        }
        result.append(contentsOf: [UInt8(ascii: "u"), UInt8(ascii: "0"), UInt8(ascii: "0")])
        for digit in [value >> 4, value & 0x0F] {
            result.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }
}

extension JSONWriter {
    /// JSON in which every space after another one is escaped, because HTML and Markdown show several spaces like one.
    ///
    /// - Parameter json: JSON on one line, so that only strings contain several spaces.
    /// - Complexity: O(*n*).
    package static func escapingRepeatedSpaces(in json: String) -> String {
        guard json.utf8.hasAdjacentSpaces else { return json }
        var result: [UInt8] = []
        for byte in json.utf8 {
            if byte == UInt8(ascii: " "), isAfterSpace(result) {
                result.append(contentsOf: #"\u0020"#.utf8)
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Whether the text ends with a space, as it is or escaped.
    private static func isAfterSpace(_ text: [UInt8]) -> Bool {
        text.last == UInt8(ascii: " ") || text.suffix(6).elementsEqual(#"\u0020"#.utf8)
    }
}

extension Sequence<UInt8> {
    /// Whether a space follows another one.
    package var hasAdjacentSpaces: Bool {
        var isAfterSpace = false
        for byte in self {
            if byte == UInt8(ascii: " "), isAfterSpace { return true }
            isAfterSpace = byte == UInt8(ascii: " ")
        }
        return false
    }
}
