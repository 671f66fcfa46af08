extension String {
    /// Lends the text's bytes in UTF-8 as a span, without a copy where the text is kept in UTF-8.
    ///
    /// A span of the view itself needs a newer system than this library does.
    @inline(__always)
    func withUTF8Bytes<Result>(_ body: (RawSpan) -> Result) -> Result {
        // The span lives no longer than the call of `body`, and the buffer outlives it.
        let result = unsafe utf8.withContiguousStorageIfAvailable { buffer in
            body(unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(buffer)))
        }
        if let result { return result }
        return [UInt8](utf8).withRawSpan { body($0) }
    }
}
