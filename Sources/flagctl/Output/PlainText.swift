import FlagResolver

/// Makes untrusted text safe to print: it cannot control a terminal or imitate another line.
enum PlainText {
    /// Whether a character is invisible: a control, a line separator, or a change of direction.
    static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }

    /// Whether UTF-8 contains an unprintable character.
    static func hasUnprintable(_ bytes: ArraySlice<UInt8>) -> Bool {
        var isPlain = true
        for byte in bytes {
            if byte < 0x20 || byte == 0x7F { return true }
            if byte >= 0x80 { isPlain = false }
        }
        return !isPlain && String(decoding: bytes, as: UTF8.self).unicodeScalars.contains(where: isUnprintable)
    }

    /// The text with unprintable characters escaped as in JSON: `\u001b`.
    static func escaped(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
        guard !isPlain, text.unicodeScalars.contains(where: isUnprintable) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if isUnprintable(scalar) {
                result += escape(scalar)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The escape of a character as in JSON, with the short form if there is one: `\n` or `\u001b`.
    static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\u{8}": return "\\b"
        case "\u{C}": return "\\f"
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        default: return "\\u" + scalar.value.padded(to: 4, radix: 16)
        }
    }
}

/// Text in quotation marks, for messages. Inner quotation marks are escaped.
func quoted(_ text: some StringProtocol) -> String {
    "\"\(PlainText.escaped(text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"")))\""
}
