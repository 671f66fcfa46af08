extension StringProtocol {
    /// Calls a closure with the text in UTF-8. A string that is stored in UTF-8 is not copied.
    ///
    /// `UTF8View.span` needs iOS 26 and macOS 26.
    @inlinable
    package func withUTF8Bytes<Value, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        // `withContiguousStorageIfAvailable` rethrows any error, so a typed one is passed through as a result.
        let result = utf8.withContiguousStorageIfAvailable { (buffer) -> Result<Value, Failure> in
            do throws(Failure) {
                return .success(try body(unsafe buffer.span.bytes))
            } catch {
                return .failure(error)
            }
        }
        if let result { return try result.get() }
        // Some strings from Objective-C are not stored in UTF-8.
        return try withCopiedUTF8Bytes(body)
    }

    @usableFromInline
    package func withCopiedUTF8Bytes<Value, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try Array(utf8).withRawSpan(body)
    }
}
