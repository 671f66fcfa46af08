/// The few ways in which bytes are read; every one checks its bounds.
extension RawSpan {
    /// The byte at an offset, or 0 at the end and past it.
    ///
    /// A zero byte is valid nowhere outside of JSON's strings, so that its scanner needs no second test for the end.
    @inlinable
    @inline(__always)
    package func byte(at offset: Int) -> UInt8 {
        // One comparison checks both bounds, since a negative offset is a huge unsigned one.
        guard UInt(bitPattern: offset) < UInt(bitPattern: byteCount) else { return 0 }
        return unsafe unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
    }

    /// The eight bytes from an offset on, the first of them lowest; `nil` unless all eight are there.
    @inline(__always)
    func word(at offset: Int) -> UInt64? {
        // Any bit pattern is a UInt64. A negative offset is a huge unsigned one, and none is below an end of zero.
        guard UInt(bitPattern: offset) < UInt(bitPattern: max(0, byteCount &- 7)) else { return nil }
        return UInt64(littleEndian: unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
    }

    /// The four bytes from an offset on, the first of them lowest; `nil` unless all four are there.
    @inline(__always)
    func halfWord(at offset: Int) -> UInt32? {
        guard UInt(bitPattern: offset) < UInt(bitPattern: max(0, byteCount &- 3)) else { return nil }
        return UInt32(littleEndian: unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt32.self))
    }

    /// Calls a closure with each of the eight words that 64 bytes are, unless not all of them are there.
    @inline(__always)
    func forEachWordOf64(at offset: Int, _ body: (UInt64) -> Void) {
        guard UInt(bitPattern: offset) < UInt(bitPattern: max(0, byteCount &- 63)) else { return }
        for index in 0..<8 {
            // Any bit pattern is a UInt64, and all 64 bytes are there.
            let start = offset &+ index &* 8
            body(UInt64(littleEndian: unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: start, as: UInt64.self)))
        }
    }

    /// Whether a part holds visible ASCII characters and spaces only.
    package func isPrintableASCII(from start: Int, to end: Int) -> Bool {
        var others: UInt64 = 0
        var offset = start
        while offset &+ 8 <= end, let word = word(at: offset) {
            // A mark may be wrong where the byte below it has one too, which makes no difference to whether there is any.
            others |= (word &- 0x2020_2020_2020_2020) | (word &+ 0x0101_0101_0101_0101) | word
            offset &+= 8
        }
        guard others & 0x8080_8080_8080_8080 == 0 else { return false }
        while offset < end {
            guard byte(at: offset) &- 0x20 < 0x5F else { return false }
            offset &+= 1
        }
        return true
    }

    /// Whether `count` bytes from an offset on equal those of another span.
    @inline(__always)
    package func isEqual(at offset: Int, to other: RawSpan, at otherOffset: Int, count: Int) -> Bool {
        if count >= 8, count <= 16 {
            return isWordEqual(at: offset, to: other, at: otherOffset)
                && isWordEqual(at: offset + count - 8, to: other, at: otherOffset + count - 8)
        }
        if count > 16 {
            // The last word overlaps the one before it, unless it follows it directly.
            let last = count - 8
            var index = 0
            while index < last {
                guard isWordEqual(at: offset + index, to: other, at: otherOffset + index) else { return false }
                index += 8
            }
            return isWordEqual(at: offset + last, to: other, at: otherOffset + last)
        }
        if count >= 4 {
            let last = count - 4
            return isHalfWordEqual(at: offset, to: other, at: otherOffset)
                && isHalfWordEqual(at: offset + last, to: other, at: otherOffset + last)
        }
        var index = 0
        while index < count {
            guard byte(at: offset + index) == other.byte(at: otherOffset + index) else { return false }
            index += 1
        }
        return true
    }

    @inline(__always)
    private func isWordEqual(at offset: Int, to other: RawSpan, at otherOffset: Int) -> Bool {
        guard let word = word(at: offset) else { return false }
        return word == other.word(at: otherOffset)
    }

    @inline(__always)
    private func isHalfWordEqual(at offset: Int, to other: RawSpan, at otherOffset: Int) -> Bool {
        guard let word = halfWord(at: offset) else { return false }
        return word == other.halfWord(at: otherOffset)
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
