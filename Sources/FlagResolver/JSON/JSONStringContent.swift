/// The content of string nodes: the text between the quotes, with escapes resolved.
enum JSONStringContent {
    /// Appends the content of a string.
    static func append(_ node: JSONNode, in bytes: RawSpan, to result: inout [UInt8]) {
        let end = Int(node.end) - 1
        var offset = Int(node.start) + 1
        guard node.isEscaped else { return result.append(bytes, from: offset, to: end) }
        while offset < end {
            let byte = bytes.byte(at: offset)
            let escaped = bytes.byte(at: offset + 1)
            guard byte == UInt8(ascii: "\\") else {
                result.append(byte)
                offset += 1
                continue
            }
            offset += 2
            switch escaped {
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "f"): result.append(0x0C)
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "u"): appendCharacter(in: bytes, at: &offset, to: &result)
            default: result.append(escaped)
            }
        }
    }

    /// Appends the character of a `\u` escape, or of a surrogate pair, starting at its first digit.
    private static func appendCharacter(in bytes: RawSpan, at offset: inout Int, to result: inout [UInt8]) {
        var value = UInt32(codeUnit(in: bytes, at: offset) ?? 0xFFFD)
        offset += 4
        if value & 0xFC00 == 0xD800, let trail = codeUnit(in: bytes, at: offset + 2) {
            value = 0x1_0000 + (value & 0x3FF) << 10 + UInt32(trail & 0x3FF)
            offset += 6
        }
        result += String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8
    }

    /// The value of four hexadecimal digits; `nil` if there are fewer.
    static func codeUnit(in bytes: RawSpan, at offset: Int) -> UInt16? {
        var value: UInt16 = 0
        for index in offset..<(offset + 4) {
            guard let digit = bytes.byte(at: index).hexadecimalValue else { return nil }
            value = value << 4 | UInt16(digit)
        }
        return value
    }

    /// Whether two strings, each in its own bytes, have the same content.
    static func isEqual(_ left: JSONNode, in bytes: RawSpan, to right: JSONNode, in otherBytes: RawSpan) -> Bool {
        guard !left.isEscaped, !right.isEscaped else {
            return content(of: left, in: bytes) == content(of: right, in: otherBytes)
        }
        let count = left.end &- left.start
        guard count == right.end &- right.start else { return false }
        return bytes.isEqual(at: Int(left.start) + 1, to: otherBytes, at: Int(right.start) + 1, count: Int(count) - 2)
    }

    /// Whether the content of a string is exactly the bytes of a span.
    static func isEqual(_ node: JSONNode, in bytes: RawSpan, to name: RawSpan) -> Bool {
        guard !node.isEscaped else {
            return content(of: node, in: bytes).withRawSpan { $0.isEqual(to: name) }
        }
        guard Int(node.end &- node.start) == name.byteCount + 2 else { return false }
        return bytes.isEqual(at: Int(node.start) + 1, to: name, at: 0, count: name.byteCount)
    }

    private static func content(of node: JSONNode, in bytes: RawSpan) -> [UInt8] {
        var result: [UInt8] = []
        append(node, in: bytes, to: &result)
        return result
    }
}

extension JSONNode {
    /// Calls a closure with the content of a string.
    package func withContent<Result, Failure: Error>(
        in input: RawSpan, _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard isEscaped else { return try body(input.extracting((Int(start) + 1)..<(Int(end) - 1))) }
        var content: [UInt8] = []
        JSONStringContent.append(self, in: input, to: &content)
        return try content.withRawSpan(body)
    }
}

extension RawSpan {
    /// The character at an offset; `nil` at the end, and if the bytes are not well-formed UTF-8.
    func scalar(at offset: Int) -> Unicode.Scalar? {
        guard offset < byteCount else { return nil }
        let first = byte(at: offset)
        if first < 0x80 { return Unicode.Scalar(first) }
        let width = (~first).leadingZeroBitCount
        guard width >= 2, width <= 4 else { return nil }
        var value = UInt32(first) & (0x7F >> UInt32(width))
        for index in 1..<width {
            guard RawSpan.isContinuation(byte(at: offset + index)) else { return nil }
            value = value << 6 | UInt32(byte(at: offset + index) & 0x3F)
        }
        // Surrogates and values above U+10FFFF are not scalars, and an overlong form is wider than its scalar.
        guard let scalar = Unicode.Scalar(value), UTF8.width(scalar) == width else { return nil }
        return scalar
    }

    /// The offset of the first byte in a range that a string may have to escape, or that is not ASCII: a quote, a
    /// backslash, or a byte outside U+0020 to U+007E. If there is none, the end of the range.
    package func endOfPlainBytes(from start: Int, to end: Int) -> Int {
        var offset = start
        while offset &+ 8 <= end, let word = word(at: offset) {
            let special = RawSpan.specialBytes(of: word)
            guard special == 0 else { return offset &+ special.trailingZeroBitCount &>> 3 }
            offset &+= 8
        }
        while offset < end {
            switch byte(at: offset) {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0..<0x20, 0x7F...: return offset
            default: offset &+= 1
            }
        }
        return end
    }

    /// Marks the special bytes among eight by their highest bits.
    ///
    /// The lowest mark is exact. A subtraction or addition can carry into the next byte, but only from one that is marked.
    private static func specialBytes(of word: UInt64) -> UInt64 {
        // The exclusive or maps a quote to 0x20, control characters below it, and everything else above it.
        let quotesAndControls = (word ^ 0x0202_0202_0202_0202) &- 0x2121_2121_2121_2121
        let backslashes = (word ^ 0x5C5C_5C5C_5C5C_5C5C) &- 0x0101_0101_0101_0101
        let deletes = word &+ 0x0101_0101_0101_0101
        return (quotesAndControls | backslashes | deletes | word) & 0x8080_8080_8080_8080
    }
}
