extension String {
    /// Calls `body` with the text's bytes in UTF-8, without a copy where the text is kept in UTF-8.
    @inlinable
    @inline(__always)
    package func withUTF8Bytes<Result>(_ body: (RawSpan) -> Result) -> Result {
        // A span of the view itself needs a newer system than this library does. The buffer outlives the call of `body`.
        var text = self
        return text.withUTF8 { unsafe body($0.span.bytes) }
    }
}
