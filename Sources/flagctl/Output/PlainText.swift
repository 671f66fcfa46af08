import FlagResolver

/// Makes untrusted text safe to print: it cannot control a terminal or imitate another text. See ``HiddenCharacters``.
enum PlainText {
    /// Whether a character is escaped wherever it is.
    ///
    /// ``escaped(_:)`` also escapes characters that depend on their neighbours.
    static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool { HiddenCharacters.isAlwaysHidden(scalar) }

    /// Whether UTF-8 contains characters that are escaped.
    static func hasUnprintable(_ bytes: ArraySlice<UInt8>) -> Bool {
        var isPlain = true
        for byte in bytes {
            if byte < 0x20 || byte == 0x7F { return true }
            if byte >= 0x80 { isPlain = false }
        }
        guard !isPlain else { return false }
        return HiddenCharacters(in: Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)).flags.contains(true)
    }

    /// The text with hidden characters escaped as in JSON: `\u001b`.
    static func escaped(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
        guard !isPlain else { return text }
        let scalars = Array(text.unicodeScalars)
        let hidden = HiddenCharacters(in: scalars).flags
        guard hidden.contains(true) else { return text }
        var result = ""
        for (scalar, isHidden) in zip(scalars, hidden) {
            if isHidden {
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
        default: return UTF16.encode(scalar).map { $0.map { "\\u" + $0.padded(to: 4, radix: 16) }.joined() } ?? ""
        }
    }
}

/// Text in quotation marks, for messages. Inner quotation marks are escaped.
func quoted(_ text: some StringProtocol) -> String {
    "\"\(PlainText.escaped(String(text).parts(separatedBy: "\"").joined(separator: "\\\"")))\""
}
