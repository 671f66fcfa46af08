/// The few ways in which this folder reads bytes; every one checks its bounds.
///
/// `Span.bytes` is marked unsafe because an element may have padding, whose bytes are undefined. A UInt8 has none, so the
/// `unsafe span.bytes` of this folder are all safe.
extension RawSpan {
    /// The byte at an offset, or 0 at the end and past it.
    ///
    /// A zero byte is nowhere valid outside of strings, so the scanner needs no second test for the end.
    @inline(__always)
    func byte(at offset: Int) -> UInt8 {
        // Any bit pattern is a UInt8, and the bounds have just been compared.
        offset < byteCount ? unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self) : 0
    }

    /// The eight bytes from an offset on, the first of them lowest. All eight must be there.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        // Any bit pattern is a UInt64; the load checks the bounds.
        UInt64(littleEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// The four bytes from an offset on, the first of them lowest. All four must be there.
    @inline(__always)
    func halfWord(at offset: Int) -> UInt32 {
        // Any bit pattern is a UInt32; the load checks the bounds.
        UInt32(littleEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    /// Whether `count` bytes from an offset on equal those of another span.
    @inline(__always)
    func isEqual(at offset: Int, to other: RawSpan, at otherOffset: Int, count: Int) -> Bool {
        var index = 0
        while index + 8 <= count {
            guard word(at: offset + index) == other.word(at: otherOffset + index) else { return false }
            index += 8
        }
        while index < count {
            guard byte(at: offset + index) == other.byte(at: otherOffset + index) else { return false }
            index += 1
        }
        return true
    }
}
