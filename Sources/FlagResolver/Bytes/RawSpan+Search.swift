/// Searches for bytes.
///
/// The searches of the standard library's string processing are generic: called from another module, they take about 2,000 instructions
/// a byte.
extension RawSpan {
    /// The offset of the first occurrence of some bytes; `nil` if there is none.
    ///
    /// - Complexity: O(*n*·*m*) for *m* bytes in *n*, and O(*n*) unless the first of them are frequent.
    package func firstOffset(of bytes: RawSpan) -> Int? {
        let first = bytes.byte(at: 0)
        var offset = 0
        while offset <= byteCount &- bytes.byteCount {
            if byte(at: offset) == first || bytes.isEmpty,
                isEqual(at: offset, to: bytes, at: 0, count: bytes.byteCount)
            {
                return offset
            }
            offset += 1
        }
        return nil
    }
}

extension [UInt8] {
    /// The offset of the first occurrence of some bytes; `nil` if there is none.
    package func firstOffset(of bytes: [UInt8]) -> Int? {
        withRawSpan { input in bytes.withRawSpan { input.firstOffset(of: $0) } }
    }
}

extension StringProtocol where SubSequence == Substring {
    /// The first occurrence of the bytes of another text; `nil` if there is none.
    package func firstRange(ofBytes text: some StringProtocol) -> Range<Index>? {
        let offset = withUTF8Bytes { input in text.withUTF8Bytes { input.firstOffset(of: $0) } }
        guard let offset else { return nil }
        let start = utf8.index(startIndex, offsetBy: offset)
        return start..<utf8.index(start, offsetBy: text.utf8.count)
    }

    /// Whether the text contains the bytes of another one.
    package func contains(bytesOf text: some StringProtocol) -> Bool {
        withUTF8Bytes { input in text.withUTF8Bytes { input.firstOffset(of: $0) } } != nil
    }
}
