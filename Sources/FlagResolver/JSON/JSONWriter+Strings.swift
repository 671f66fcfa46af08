extension JSONWriter {
    /// Appends a JSON string with the given content, which must be UTF-8.
    ///
    /// Escaped are quotes, backslashes and control characters: U+0000 to U+001F, U+007F, and U+0080 to U+009F, some of
    /// which a terminal obeys.
    package static func appendString(_ content: [UInt8], to result: inout [UInt8]) {
        content.withRawSpan { appendString($0, from: 0, to: $0.byteCount, to: &result) }
    }

    /// Appends a JSON string whose content is a part of some bytes.
    static func appendString(_ content: RawSpan, from start: Int, to end: Int, to result: inout [UInt8]) {
        result.append(UInt8(ascii: "\""))
        appendEscaped(content, from: start, to: end, result: &result)
        result.append(UInt8(ascii: "\""))
    }

    /// Appends a string node, escaped anew, so that its spelling in the document does not matter.
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

extension JSONTree {
    /// The text of a node: as it stands in the document, or written compactly for an object that a merge built.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    package func text(of node: Int) -> [UInt8] {
        let value = nodes[node]
        guard value.isMerged else { return [UInt8](bytes[value.span]) }
        var writer = JSONWriter()
        writer.writeVerbatim(node, of: self)
        return writer.bytes
    }
}

extension RawSpan {
    /// The offset of the first byte in a part that may have to be escaped, or is not ASCII; the end where there is none.
    package func endOfPlainBytes(from start: Int, to end: Int) -> Int {
        var offset = start
        while offset &+ 8 <= end, let word = word(at: offset) {
            let special = JSONStringScanning.specialBytes(of: word) | Self.deletes(in: word)
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

    /// Marks the character U+007F by the highest bit of its byte; the lowest mark is exact.
    private static func deletes(in word: UInt64) -> UInt64 {
        (((word ^ 0x7F7F_7F7F_7F7F_7F7F) &- 0x0101_0101_0101_0101)) & 0x8080_8080_8080_8080
    }
}
