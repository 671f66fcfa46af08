extension [UInt8] {
    /// Lends the bytes as a span. The array's own `span` needs iOS 26 and macOS 26; spans as such need nothing new.
    @inlinable
    @inline(__always)
    package func withRawSpan<Result, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The span lives no longer than the call, and the buffer lives as long as the array.
        try unsafe withUnsafeBufferPointer { (buffer) throws(Failure) in
            try body(unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(buffer)))
        }
    }

    /// Appends a part of other bytes; of a part that is not there as a whole, nothing.
    package mutating func append(_ bytes: RawSpan, from start: Int, to end: Int) {
        guard start >= 0, start <= end, end <= bytes.byteCount else { return }
        // The buffer does not outlive the call, and the array makes a copy of it.
        unsafe bytes.extracting(start..<end).withUnsafeBytes { unsafe append(contentsOf: $0) }
    }
}

extension ArraySlice<UInt8> {
    /// Lends the bytes as a span; offsets count from the start of the slice.
    ///
    /// `span.bytes` would do the same, but compilers disagree on whether it is unsafe. A buffer pointer always is.
    @inline(__always)
    func withRawSpan<Result, Failure: Error>(_ body: (RawSpan) throws(Failure) -> Result) throws(Failure) -> Result {
        // The span lives no longer than the call, and the buffer lives as long as the slice.
        try unsafe withUnsafeBufferPointer { (buffer) throws(Failure) in
            try body(unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(buffer)))
        }
    }
}
