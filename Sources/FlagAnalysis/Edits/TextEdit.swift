/// A stretch of a text, and the bytes that shall stand in its place.
package struct TextEdit: Hashable, Sendable {
    package let range: Range<Int>
    package let replacement: [UInt8]

    package init(_ range: Range<Int>, replacement: [UInt8] = []) {
        self.range = range
        self.replacement = replacement
    }

    package init(_ range: Range<Int>, replacement: String) {
        self.init(range, replacement: Array(replacement.utf8))
    }
}

extension [TextEdit] {
    /// A text with all edits made at once; `nil` where two of them overlap, or one reaches beyond the text.
    ///
    /// The edits may come in any order. Two insertions at one place keep theirs.
    ///
    /// - Complexity: O(*n* + *k* log *k*) for *n* bytes and *k* edits.
    package func applied(to bytes: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var offset = 0
        let ordered = enumerated().sorted {
            ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
        }
        for (_, edit) in ordered {
            guard edit.range.lowerBound >= offset, edit.range.upperBound <= bytes.count else { return nil }
            result.append(contentsOf: bytes[offset..<edit.range.lowerBound])
            result.append(contentsOf: edit.replacement)
            offset = edit.range.upperBound
        }
        result.append(contentsOf: bytes[offset...])
        return result
    }
}
