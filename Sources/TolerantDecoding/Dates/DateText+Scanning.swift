extension DateText {
    /// Reads exactly so many digits.
    @inline(__always)
    mutating func digits(_ count: Int, of what: String, in bytes: RawSpan) throws(DateSyntaxError) -> Int {
        var value = 0
        for _ in 0..<count {
            guard bytes.isDigit(at: offset) else { throw .unexpected(offset: offset, expected: what) }
            value = value * 10 + bytes.digit(at: offset)
            offset += 1
        }
        return value
    }

    /// Passes over a byte, if it is the next one.
    @inline(__always)
    mutating func skip(_ byte: UInt8, in bytes: RawSpan) -> Bool {
        guard bytes.byte(at: offset) == byte, offset < bytes.byteCount else { return false }
        offset += 1
        return true
    }

    /// Passes over a byte, which must be the next one.
    @inline(__always)
    mutating func expect(_ byte: UInt8, _ name: String, in bytes: RawSpan) throws(DateSyntaxError) {
        guard skip(byte, in: bytes) else { throw .unexpected(offset: offset, expected: name) }
    }
}
