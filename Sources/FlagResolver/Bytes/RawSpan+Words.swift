/// Bounds-checked reads.
extension RawSpan {
    /// The byte at an offset, or 0 if the offset is out of bounds.
    ///
    /// A zero byte is invalid in versions and outside of strings in JSON, so a scanner needs no other check for the end.
    @inlinable
    package func byte(at offset: Int) -> UInt8 {
        // One comparison checks both bounds, because a negative offset is a huge unsigned one.
        guard UInt(bitPattern: offset) < UInt(bitPattern: byteCount) else { return 0 }
        return unsafe unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
    }

    /// Whether a byte is a continuation byte of UTF-8.
    static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

    /// The eight bytes at an offset, with the first one in the lowest bits; `nil` if they are out of bounds.
    func word(at offset: Int) -> UInt64? {
        // Any bit pattern is a UInt64.
        guard UInt(bitPattern: offset) < UInt(bitPattern: max(0, byteCount &- 7)) else { return nil }
        return UInt64(littleEndian: unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
    }

    /// The four bytes at an offset, with the first one in the lowest bits; `nil` if they are out of bounds.
    func halfWord(at offset: Int) -> UInt32? {
        guard UInt(bitPattern: offset) < UInt(bitPattern: max(0, byteCount &- 3)) else { return nil }
        return UInt32(littleEndian: unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt32.self))
    }

    /// Whether a range contains only visible ASCII characters and spaces.
    package func isPrintableASCII(from start: Int, to end: Int) -> Bool {
        var offset = start
        while offset + 8 <= end, let word = word(at: offset) {
            // The terms set the highest bit of each byte that is not ASCII, a control character, or delete.
            // Carries come only from such bytes.
            let marks = word | (word &- 0x2020_2020_2020_2020) | (word &+ 0x0101_0101_0101_0101)
            guard marks & 0x8080_8080_8080_8080 == 0 else { return false }
            offset += 8
        }
        while offset < end, byte(at: offset) &- 0x20 < 0x5F { offset += 1 }
        return offset >= end
    }

    /// Whether `count` bytes at an offset are equal to those of another span.
    package func isEqual(at offset: Int, to other: RawSpan, at otherOffset: Int, count: Int) -> Bool {
        var index = 0
        while index < count {
            guard let word = word(at: offset + index), let otherWord = other.word(at: otherOffset + index) else {
                break
            }
            let difference = word ^ otherWord
            // The first differing byte may lie after the range.
            guard difference == 0 else { return difference.trailingZeroBitCount / 8 >= count - index }
            index += 8
        }
        while index < count {
            guard byte(at: offset + index) == other.byte(at: otherOffset + index) else { return false }
            index += 1
        }
        return true
    }
}

extension RawSpan {
    /// Whether both spans have the same bytes.
    func isEqual(to other: RawSpan) -> Bool {
        byteCount == other.byteCount && isEqual(at: 0, to: other, at: 0, count: byteCount)
    }

    /// Whether the bytes begin with those of another span.
    package func starts(with prefix: RawSpan) -> Bool {
        prefix.byteCount <= byteCount && isEqual(at: 0, to: prefix, at: 0, count: prefix.byteCount)
    }

    /// Whether the bytes equal an ASCII literal.
    func isEqual(to text: StaticString) -> Bool {
        guard text.hasPointerRepresentation, byteCount == text.utf8CodeUnitCount else { return false }
        // The pointer of a static string stays valid as long as the program runs.
        let literal = unsafe UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        return unsafe isEqual(to: literal.bytes)
    }
}

extension Span<UInt8> {
    /// The byte at an offset, or 0 if the offset is out of bounds.
    func byte(at offset: Int) -> UInt8 {
        // `bytes` is unsafe only for elements with padding, which bytes do not have.
        unsafe bytes.byte(at: offset)
    }

    /// A copy of some bytes; empty if they are out of bounds or the end is not above the start.
    func array(from start: Int, to end: Int) -> [UInt8] {
        var result: [UInt8] = []
        unsafe result.append(bytes, from: start, to: end)
        return result
    }
}
