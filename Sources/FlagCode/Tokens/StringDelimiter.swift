import FlagResolver

/// How a string literal begins and ends.
struct StringDelimiter {
    let hashCount: Int
    let isMultiline: Bool

    var quoteCount: Int { isMultiline ? 3 : 1 }

    /// The delimiter of a literal.
    ///
    /// - Parameter position: The offset of the first quotation mark.
    init(opening input: RawSpan, at position: Int, hashCount: Int) {
        self.hashCount = hashCount
        isMultiline =
            Self.isTripleQuote(input, at: position)
            && !(hashCount > 0 && Self.closesOnLine(input, from: position + 2, hashCount: hashCount))
    }

    /// Whether the literal ends with the quotation marks at an offset.
    func isClosing(_ input: RawSpan, at position: Int) -> Bool {
        guard input.byte(at: position) == UInt8(ascii: "\""), !isMultiline || Self.isTripleQuote(input, at: position)
        else { return false }
        return Self.hasHashes(input, at: position + quoteCount, hashCount)
    }

    /// Whether a backslash begins an escape, which needs the number signs of the delimiter.
    func isEscape(_ input: RawSpan, at position: Int) -> Bool { Self.hasHashes(input, at: position + 1, hashCount) }

    private static func isTripleQuote(_ input: RawSpan, at position: Int) -> Bool {
        (0..<3).allSatisfy { input.byte(at: position + $0) == UInt8(ascii: "\"") }
    }

    private static func hasHashes(_ input: RawSpan, at position: Int, _ count: Int) -> Bool {
        var found = 0
        while found < count, input.byte(at: position + found) == UInt8(ascii: "#") { found += 1 }
        return found == count
    }

    /// Whether a literal that begins like one of several lines ends on its first line: `#"""#` is one quotation mark.
    private static func closesOnLine(_ input: RawSpan, from start: Int, hashCount: Int) -> Bool {
        var position = start
        while position < input.byteCount, !SwiftCharacters.isLineBreak(input.byte(at: position)) {
            if input.byte(at: position) == UInt8(ascii: "\""), hasHashes(input, at: position + 1, hashCount) {
                return true
            }
            position += 1
        }
        return false
    }
}
