import FlagResolver

/// Names of settings for people.
///
/// A name of ASCII letters, digits, `.`, `_` and `-` is printed unchanged. Any other name is printed as a JSON string, with
/// everything but ASCII escaped, so that different names never look alike.
enum NameText {
    static func write(_ name: ArraySlice<UInt8>, to buffer: inout TextBuffer) {
        Array(name).withRawSpan { write($0, from: 0, to: $0.byteCount, to: &buffer) }
    }

    /// Writes the name in a range of bytes.
    static func write(_ bytes: RawSpan, from start: Int, to end: Int, to buffer: inout TextBuffer) {
        var offset = start
        while offset < end, bytes.byte(at: offset).isNameCharacter { offset += 1 }
        if offset == end, start < end {
            buffer.write(bytes, from: start, to: end)
        } else {
            var name: [UInt8] = []
            name.append(bytes, from: start, to: end)
            buffer.write(quoted(String(decoding: name, as: UTF8.self)))
        }
    }

    static func text(of name: String) -> String {
        var buffer = TextBuffer()
        write(Array(name.utf8)[...], to: &buffer)
        return buffer.text
    }

    /// A name in quotation marks, for sentences.
    static func quoted(_ name: String) -> String {
        let isPlain = name.utf8.allSatisfy {
            $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        guard !isPlain || name.utf8.hasAdjacentSpaces else { return "\"\(name)\"" }
        var result = "\""
        var isAfterSpace = false
        for scalar in name.unicodeScalars {
            defer { isAfterSpace = scalar == " " }
            switch scalar {
            case " " where isAfterSpace: result += "\\u0020"
            case "\"", "\\": result += "\\\(scalar)"
            case " "..."~": result.unicodeScalars.append(scalar)
            case "\0"..<" ": result += PlainText.escape(scalar)
            default:
                for unit in String(scalar).utf16 { result += "\\u" + unit.padded(to: 4, radix: 16) }
            }
        }
        return result + "\""
    }
}
