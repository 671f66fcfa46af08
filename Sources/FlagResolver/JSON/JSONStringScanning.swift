/// What the scanner does inside of strings, beyond looking for the closing quote.
enum JSONStringScanning {
    /// Marks, by the highest bit of each byte, a quote, a backslash, a control character, or a byte above ASCII.
    ///
    /// The lowest mark is exact. A subtraction can borrow from the byte above it, but only where it has marked its own.
    @inline(__always)
    static func specialBytes(of word: UInt64) -> UInt64 {
        // The exclusive or makes a quote 0x20, and leaves control characters below it and all else above.
        let quotesAndControls = (word ^ 0x0202_0202_0202_0202) &- 0x2121_2121_2121_2121
        let backslashes = (word ^ 0x5C5C_5C5C_5C5C_5C5C) &- 0x0101_0101_0101_0101
        return (quotesAndControls | backslashes | word) & 0x8080_8080_8080_8080
    }

    /// The offset after an escape, or after both escapes of a surrogate pair.
    @inline(never)
    static func endOfEscape(in input: RawSpan, at position: Int) throws(JSONMistake) -> Int {
        switch input.byte(at: position + 1) {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return position + 2
        case UInt8(ascii: "u"):
            guard let unit = JSONStringContent.codeUnit(in: input, at: position + 2) else {
                throw .invalidEscape(at: position)
            }
            guard unit & 0xF800 == 0xD800 else { return position + 6 }
            guard unit < 0xDC00, input.byte(at: position + 6) == UInt8(ascii: "\\"),
                input.byte(at: position + 7) == UInt8(ascii: "u"),
                let second = JSONStringContent.codeUnit(in: input, at: position + 8), second & 0xFC00 == 0xDC00
            else { throw .loneSurrogate(at: position) }
            return position + 12
        default:
            throw .invalidEscape(at: position)
        }
    }

    /// The offset after all characters outside of ASCII that directly follow one another.
    @inline(never)
    static func endOfMultibyteCharacters(in input: RawSpan, at start: Int) throws(JSONMistake) -> Int {
        var position = start
        while input.byte(at: position) >= 0x80 {
            let length = UTF8Sequence.length(in: input, at: position)
            guard length > 0 else { throw .invalidUTF8(at: position) }
            position += length
        }
        return position
    }

    /// Throws unless the content of a string whose text exceeds the limit is within it.
    @inline(never)
    static func checkLength(of token: Range<Int>, limit: Int, in input: RawSpan) throws(JSONMistake) {
        var content = JSONStringContent(token)
        var count = 0
        while content.next(in: input) != nil { count += 1 }
        guard count > limit else { return }
        throw .stringTooLong(byteCount: count, from: token.lowerBound, to: token.upperBound)
    }
}
