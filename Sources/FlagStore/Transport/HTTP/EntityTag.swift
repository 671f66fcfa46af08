/// Entity tags, the values of `ETag` and `If-None-Match`: `"1"` or `W/"1"`.
///
/// Standard: RFC 9110, section 8.8.3.
enum EntityTag {
    /// A longer tag could make the head of a request too large for a server, and every poll would fail.
    private static let greatestByteCount = 1_024

    private static let quote = UInt8(ascii: "\"")

    /// The text if it is one entity tag that can be sent, else `nil`.
    ///
    /// A line end would begin another field, `*` would match any document, and a replacement character shows that the
    /// bytes were not UTF-8. Blanks between the quotes are harmless and allowed, unlike in the standard.
    static func valid(_ text: String?) -> String? {
        guard let text, text.utf8.count <= greatestByteCount else { return nil }
        let opaque = text.utf8.dropFirst(text.utf8.starts(with: "W/".utf8) ? 2 : 0)
        guard opaque.count >= 2, opaque.first == quote, opaque.last == quote,
            opaque.dropFirst().dropLast().allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != quote }),
            !text.unicodeScalars.contains("\u{FFFD}")
        else { return nil }
        return text
    }
}
