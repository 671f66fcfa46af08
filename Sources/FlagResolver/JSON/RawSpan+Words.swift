/// The few ways in which this folder reads bytes; every one checks its bounds.
extension RawSpan {
    /// The byte at an offset, or 0 at the end and past it.
    ///
    /// A zero byte is nowhere valid outside of strings, so the scanner needs no second test for the end.
    @inline(__always)
    func byte(at offset: Int) -> UInt8 {
        // One comparison checks both bounds, since a negative offset is a huge unsigned one.
        guard UInt(bitPattern: offset) < UInt(bitPattern: byteCount) else { return 0 }
        return unsafe unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
    }

    /// The eight bytes from an offset on, the first of them lowest; `nil` unless all eight are there.
    @inline(__always)
    func word(at offset: Int) -> UInt64? {
        // Any bit pattern is a UInt64. The sum traps rather than wraps, and a negative offset is a huge unsigned one.
        guard UInt(bitPattern: offset) + 8 <= UInt(bitPattern: byteCount) else { return nil }
        return UInt64(littleEndian: unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
    }

    /// The four bytes from an offset on, the first of them lowest; `nil` unless all four are there.
    @inline(__always)
    func halfWord(at offset: Int) -> UInt32? {
        guard UInt(bitPattern: offset) + 4 <= UInt(bitPattern: byteCount) else { return nil }
        return UInt32(littleEndian: unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt32.self))
    }

    /// Whether `count` bytes from an offset on equal those of another span.
    @inline(__always)
    package func isEqual(at offset: Int, to other: RawSpan, at otherOffset: Int, count: Int) -> Bool {
        if count >= 8 {
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

extension [UInt8] {
    /// Lends the bytes as a span. The array's own `span` needs iOS 26 and macOS 26; spans as such need nothing new.
    @inline(__always)
    package func withRawSpan<Result, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The span lives no longer than the call, and the buffer lives as long as the array.
        try unsafe withUnsafeBufferPointer { (buffer) throws(Failure) in
            try body(unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(buffer)))
        }
    }
}

extension [JSONNode] {
    /// Lends the nodes as a span that can be written to, for the same reason.
    @inline(__always)
    mutating func withMutableSpan<Result, Failure: Error>(
        _ body: (inout MutableSpan<JSONNode>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The span lives no longer than the call, during which nothing else can reach the array.
        try unsafe withUnsafeMutableBufferPointer { (buffer) throws(Failure) in
            var span = unsafe MutableSpan(_unsafeElements: buffer)
            return try body(&span)
        }
    }

    /// Lends the nodes as a span, for the same reason.
    @inline(__always)
    func withSpan<Result, Failure: Error>(
        _ body: (Span<JSONNode>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe withUnsafeBufferPointer { (buffer) throws(Failure) in
            try body(unsafe Span(_unsafeElements: buffer))
        }
    }
}
