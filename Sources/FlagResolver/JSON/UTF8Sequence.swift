/// The bytes of one character outside of ASCII, as table 3-7 of the Unicode Standard allows them.
enum UTF8Sequence {
    /// The number of bytes of the well-formed character at an offset; 0 when there is none.
    ///
    /// Overlong forms, surrogates and values beyond U+10FFFF are not well formed.
    @inline(__always)
    static func length(in bytes: RawSpan, at offset: Int) -> Int {
        let second = bytes.byte(at: offset + 1)
        switch bytes.byte(at: offset) {
        case 0xC2...0xDF:
            return isContinuation(second) ? 2 : 0
        case 0xE0:
            return second >= 0xA0 && second <= 0xBF && isContinuation(bytes.byte(at: offset + 2)) ? 3 : 0
        case 0xED:
            return second >= 0x80 && second <= 0x9F && isContinuation(bytes.byte(at: offset + 2)) ? 3 : 0
        case 0xE1...0xEF:
            return isContinuation(second) && isContinuation(bytes.byte(at: offset + 2)) ? 3 : 0
        case 0xF0:
            return second >= 0x90 && second <= 0xBF && endsFour(bytes, at: offset) ? 4 : 0
        case 0xF1...0xF3:
            return isContinuation(second) && endsFour(bytes, at: offset) ? 4 : 0
        case 0xF4:
            return second >= 0x80 && second <= 0x8F && endsFour(bytes, at: offset) ? 4 : 0
        default:
            return 0
        }
    }

    /// The character at an offset, ASCII included; `nil` where the bytes are not well formed or at the end.
    static func scalar(in bytes: RawSpan, at offset: Int) -> Unicode.Scalar? {
        guard offset < bytes.byteCount else { return nil }
        let first = bytes.byte(at: offset)
        if first < 0x80 { return Unicode.Scalar(first) }
        let length = length(in: bytes, at: offset)
        guard length > 0 else { return nil }
        var value = UInt32(first) & (0x7F >> UInt32(length))
        for index in 1..<length {
            value = value << 6 | UInt32(bytes.byte(at: offset + index) & 0x3F)
        }
        return Unicode.Scalar(value)
    }

    @inline(__always)
    static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

    @inline(__always)
    private static func endsFour(_ bytes: RawSpan, at offset: Int) -> Bool {
        isContinuation(bytes.byte(at: offset + 2)) && isContinuation(bytes.byte(at: offset + 3))
    }
}
