/// What tells one document from another: the length and a checksum of its bytes.
///
/// It tells whether content came again, after an accident. It is no protection against someone who makes two documents
/// alike on purpose, and needs to be none: who can send one can send another.
package struct DocumentIdentity: Hashable, Sendable {
    package let byteCount: UInt64
    package let checksum: UInt64

    package init(byteCount: UInt64, checksum: UInt64) {
        self.byteCount = byteCount
        self.checksum = checksum
    }

    /// The identity of a document's bytes.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    package init(of bytes: [UInt8]) {
        byteCount = UInt64(bytes.count)
        var sum = Checksum()
        sum.update(bytes[...])
        checksum = sum.value
    }
}
