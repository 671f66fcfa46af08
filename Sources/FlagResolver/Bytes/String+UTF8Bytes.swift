extension String {
    /// Calls `body` with the text's bytes in UTF-8, without a copy where the text is kept in UTF-8.
    @inlinable
    @inline(__always)
    package func withUTF8Bytes<Result>(_ body: (RawSpan) -> Result) -> Result {
        // A span of the view itself needs a newer system than this library does. The buffer outlives the call of `body`.
        // Nothing is counted by reference here, as it is where a copy of the text is made contiguous.
        if let result = unsafe utf8.withContiguousStorageIfAvailable({ unsafe body($0.span.bytes) }) { return result }
        return withCopiedUTF8Bytes(body)
    }

    /// The same for a text that is not kept in UTF-8, as some that come from Objective-C are not.
    @usableFromInline
    @inline(never)
    package func withCopiedUTF8Bytes<Result>(_ body: (RawSpan) -> Result) -> Result {
        var text = self
        return text.withUTF8 { unsafe body($0.span.bytes) }
    }
}
