extension JSONParser {
    /// Reads the string or key whose opening quote is at the position, and moves past its closing quote.
    @inline(__always)
    mutating func parseString(_ input: RawSpan, _ position: inout Int) throws(JSONSyntaxError) {
        let start = position
        var flags: JSONNode.Flags = []
        position += 1
        while true {
            while position + 8 <= input.byteCount {
                let special = JSONParser.specialBytes(of: input.word(at: position))
                guard special == 0 else {
                    position += special.trailingZeroBitCount >> 3
                    break
                }
                position += 8
            }
            let byte = input.byte(at: position)
            if byte == UInt8(ascii: "\"") { break }
            if byte == UInt8(ascii: "\\") {
                flags = .escaped
                try skipEscape(input, &position)
            } else if byte >= 0x80 {
                try skipMultibyteCharacters(input, &position)
            } else if byte >= 0x20 {
                // Only within the last eight bytes of the document.
                position += 1
            } else {
                throw noStringCharacter(at: position, stringStart: start)
            }
        }
        position += 1
        if position - start - 2 > limits.stringByteCount {
            try checkLength(of: start..<position, isEscaped: flags == .escaped, input)
        }
        append(.string, from: start, to: position, flags: flags)
    }

    /// Marks, by the highest bit of each byte, a quote, a backslash, a control character, or a byte above ASCII.
    ///
    /// The lowest mark is exact. A subtraction can borrow from the byte above it, but only where it has marked its own.
    @inline(__always)
    private static func specialBytes(of word: UInt64) -> UInt64 {
        let quotes = (word ^ 0x2222_2222_2222_2222) &- 0x0101_0101_0101_0101
        let backslashes = (word ^ 0x5C5C_5C5C_5C5C_5C5C) &- 0x0101_0101_0101_0101
        let controls = word &- 0x2020_2020_2020_2020
        return (quotes | backslashes | controls | word) & 0x8080_8080_8080_8080
    }

    /// Moves past an escape, or past both escapes of a surrogate pair.
    @inline(never)
    private func skipEscape(_ input: RawSpan, _ position: inout Int) throws(JSONSyntaxError) {
        switch input.byte(at: position + 1) {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 2
        case UInt8(ascii: "u"):
            guard let unit = JSONStringContent.codeUnit(in: input, at: position + 2) else {
                throw invalidEscape(at: position)
            }
            guard unit & 0xF800 == 0xD800 else {
                position += 6
                return
            }
            guard unit < 0xDC00, input.byte(at: position + 6) == UInt8(ascii: "\\"),
                input.byte(at: position + 7) == UInt8(ascii: "u"),
                let second = JSONStringContent.codeUnit(in: input, at: position + 8), second & 0xFC00 == 0xDC00
            else { throw loneSurrogate(at: position) }
            position += 12
        default:
            throw invalidEscape(at: position)
        }
    }

    /// Moves past characters outside of ASCII, as long as one follows another.
    @inline(never)
    private func skipMultibyteCharacters(_ input: RawSpan, _ position: inout Int) throws(JSONSyntaxError) {
        while input.byte(at: position) >= 0x80 {
            let length = UTF8Sequence.length(in: input, at: position)
            guard length > 0 else { throw invalidUTF8(at: position) }
            position += length
        }
    }

    @inline(never)
    private func checkLength(of token: Range<Int>, isEscaped: Bool, _ input: RawSpan) throws(JSONSyntaxError) {
        var count = token.count - 2
        if isEscaped {
            var content = JSONStringContent(token)
            count = 0
            while content.next(in: input) != nil { count += 1 }
        }
        guard count > limits.stringByteCount else { return }
        throw failure(.stringTooLong(byteCount: count, limit: limits.stringByteCount), token)
    }
}
