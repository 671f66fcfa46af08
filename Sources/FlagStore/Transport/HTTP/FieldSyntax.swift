import FlagResolver

/// The syntax of fields of HTTP messages.
///
/// Standard: RFC 9110, section 5.6.
extension UInt8 {
    /// Whether a token, such as the name of a field, may contain the byte.
    package var isTokenByte: Bool {
        isLetter || isDigit || "!#$%&'*+-.^_`|~".utf8.contains(self)
    }
}

extension StringProtocol {
    /// The text without spaces and tabs at its ends.
    package var withoutOuterBlanks: SubSequence {
        var text = drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}
