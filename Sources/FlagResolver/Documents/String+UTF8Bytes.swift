extension String {
    /// Calls `body` with the text's bytes in UTF-8, without a copy where the text is kept in UTF-8.
    @inline(__always)
    func withUTF8Bytes<Result>(_ body: (RawSpan) -> Result) -> Result {
        // A span of the view itself needs a newer system than this library does. The buffer outlives the call of `body`.
        if let result = unsafe utf8.withContiguousStorageIfAvailable({ unsafe body($0.span.bytes) }) {
            return result
        }
        return [UInt8](utf8).withRawSpan(body)
    }
}
