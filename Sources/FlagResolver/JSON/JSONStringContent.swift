/// Reads the content of a string that the parser has accepted, byte by byte, with its escapes resolved.
struct JSONStringContent {
    private var offset: Int
    private let end: Int
    /// The bytes of a `\u` escape that are still to be read, the next of them lowest.
    private var pending: UInt32 = 0

    /// Begins at the first byte after the opening quote of a token.
    init(_ token: Range<Int>) {
        offset = token.lowerBound + 1
        end = token.upperBound - 1
    }

    init(_ node: JSONNode) {
        self.init(node.span)
    }

    /// The next byte of the content; `nil` at its end.
    mutating func next(in bytes: RawSpan) -> UInt8? {
        if pending != 0 {
            defer { pending >>= 8 }
            return UInt8(truncatingIfNeeded: pending)
        }
        guard offset < end else { return nil }
        let byte = bytes.byte(at: offset)
        offset += 1
        guard byte == UInt8(ascii: "\\") else { return byte }
        let escape = bytes.byte(at: offset)
        offset += 1
        switch escape {
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "u"): return unicodeEscape(in: bytes)
        default: return escape
        }
    }

    private mutating func unicodeEscape(in bytes: RawSpan) -> UInt8 {
        var value = UInt32(JSONStringContent.codeUnit(in: bytes, at: offset) ?? 0xFFFD)
        offset += 4
        if value & 0xFC00 == 0xD800, let low = JSONStringContent.codeUnit(in: bytes, at: offset + 2) {
            value = 0x1_0000 + (value & 0x3FF) << 10 + UInt32(low & 0x3FF)
            offset += 6
        }
        if value < 0x80 { return UInt8(truncatingIfNeeded: value) }
        let last = value & 0x3F | 0x80
        if value < 0x800 {
            pending = last
            return UInt8(truncatingIfNeeded: value >> 6 | 0xC0)
        }
        let middle = value >> 6 & 0x3F | 0x80
        if value < 0x1_0000 {
            pending = middle | last << 8
            return UInt8(truncatingIfNeeded: value >> 12 | 0xE0)
        }
        pending = value >> 12 & 0x3F | 0x80 | middle << 8 | last << 16
        return UInt8(truncatingIfNeeded: value >> 18 | 0xF0)
    }

    /// The value of four hexadecimal digits; `nil` unless all four are there.
    static func codeUnit(in bytes: RawSpan, at offset: Int) -> UInt16? {
        var value: UInt16 = 0
        for index in offset..<(offset + 4) {
            guard let digit = hexadecimalValue(bytes.byte(at: index)) else { return nil }
            value = value << 4 | UInt16(digit)
        }
        return value
    }

    static func hexadecimalValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension JSONStringContent {
    /// Appends the content of a string node.
    static func append(_ node: JSONNode, in bytes: RawSpan, to result: inout [UInt8]) {
        var content = JSONStringContent(node)
        while let byte = content.next(in: bytes) { result.append(byte) }
    }

    /// Whether two string nodes, each in its own bytes, have the same content.
    @inline(__always)
    static func isEqual(_ left: JSONNode, in bytes: RawSpan, to right: JSONNode, in otherBytes: RawSpan) -> Bool {
        guard !left.isEscaped, !right.isEscaped else { return isEqualUnescaping(left, bytes, right, otherBytes) }
        let count = left.end &- left.start
        guard count == right.end &- right.start else { return false }
        return bytes.isEqual(at: Int(left.start) + 1, to: otherBytes, at: Int(right.start) + 1, count: Int(count) - 2)
    }

    @inline(never)
    private static func isEqualUnescaping(
        _ left: JSONNode,
        _ bytes: RawSpan,
        _ right: JSONNode,
        _ otherBytes: RawSpan
    ) -> Bool {
        var leftContent = JSONStringContent(left)
        var rightContent = JSONStringContent(right)
        while true {
            let byte = leftContent.next(in: bytes)
            guard byte == rightContent.next(in: otherBytes) else { return false }
            if byte == nil { return true }
        }
    }

    /// Whether a string node's content is exactly the bytes of a span.
    @inline(__always)
    static func isEqual(_ node: JSONNode, in bytes: RawSpan, to name: RawSpan) -> Bool {
        if !node.isEscaped {
            guard Int(node.end &- node.start) == name.byteCount + 2 else { return false }
            return bytes.isEqual(at: Int(node.start) + 1, to: name, at: 0, count: name.byteCount)
        }
        var content = JSONStringContent(node)
        var index = 0
        while let byte = content.next(in: bytes) {
            guard index < name.byteCount, name.byte(at: index) == byte else { return false }
            index += 1
        }
        return index == name.byteCount
    }
}
