extension [JSONNode] {
    /// Lends the nodes as a span that can be written to. The array's own spans need iOS 26 and macOS 26.
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
    @inlinable
    @inline(__always)
    package func withSpan<Result, Failure: Error>(
        _ body: (Span<JSONNode>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe withUnsafeBufferPointer { (buffer) throws(Failure) in
            try body(unsafe Span(_unsafeElements: buffer))
        }
    }
}
