import FlagResolver

/// A text in which syntax errors are corrected one by one, and the offsets that its bytes have in the original.
struct CorrectedText {
    private(set) var bytes: [UInt8]
    /// The original offset of each byte. That of an inserted byte is the offset of the byte after it.
    private var origins: [UInt32]
    private let originalCount: Int
    /// What corrections have changed, in original offsets.
    private var changedSpans: [Range<Int>] = []
    private var duplicateCount = 0
    /// Whether every line keeps its number.
    private let keepsLines: Bool

    init(_ bytes: [UInt8], keepsLines: Bool = true) {
        self.bytes = bytes
        self.keepsLines = keepsLines
        origins = bytes.indices.map { UInt32(truncatingIfNeeded: $0) }
        originalCount = bytes.count
    }

    func originalRange(of range: Range<Int>) -> Range<Int> {
        func original(_ offset: Int) -> Int { offset < origins.count ? Int(origins[offset]) : originalCount }
        let start = original(range.lowerBound)
        return start..<max(start, original(range.upperBound))
    }

    /// Whether two keys are equal only because a correction changed one of them.
    func isCausedByCorrection(_ error: JSONSyntaxError) -> Bool {
        guard case .duplicateKey = error.kind else { return false }
        let spans = [error.span, error.related ?? error.span].map { originalRange(of: $0) }
        return changedSpans.contains { changed in spans.contains { $0.overlaps(changed) } }
    }

    /// Corrects an error that this text has.
    ///
    /// - Returns: Whether there is one obvious correction.
    mutating func correct(_ error: JSONSyntaxError) -> Bool {
        let span = error.span.clamped(to: bytes.indices)
        switch error.kind {
        case .byteOrderMark, .trailingComma: return replace(span, with: "")
        case .missingComma:
            return canBeginElement(at: span.lowerBound) && insert(",", at: endOfValue(before: span.lowerBound))
        case .comment: return removeComment(at: span.lowerBound)
        case .otherQuote(let quote): return correctQuotes(quote, at: span)
        case .unquotedKey:
            return byte(afterBlanksAt: span.upperBound) == UInt8(ascii: ":")
                && insert("\"", at: span.upperBound) && insert("\"", at: span.lowerBound)
        case .unknownWord(_, let meant):
            return isEndOfValue(at: span.upperBound) && replace(span, with: meant ?? "null")
        case .number, .numberTooLarge: return isEndOfValue(at: span.upperBound) && replace(span, with: "0")
        case .controlCharacter: return replace(span, with: " ")
        case .invalidEscape(.character(let character)) where character != "\n" && character != "\r":
            return replace(span, with: "x")
        case .invalidUnicodeEscape, .loneSurrogate: return replace(span, with: "x")
        case .duplicateKey:
            duplicateCount += 1
            return replace(span, with: "\"\\u0000\(duplicateCount)\"")
        case .unexpected(.character(let found), let expected): return correct(found, at: span, expected)
        default: return false
        }
    }

    /// Corrects an unexpected character: `=` for `:`, a missing colon or value, or an extra comma.
    private mutating func correct(
        _ found: Unicode.Scalar, at span: Range<Int>, _ expected: JSONSyntaxError.Expectation
    ) -> Bool {
        switch (expected, found) {
        case (_, "\u{A0}"): return replace(span, with: " ")
        case (.colon, "="):
            let end = byte(at: span.upperBound) == UInt8(ascii: ">") ? span.upperBound + 1 : span.upperBound
            return replace(span.lowerBound..<end, with: ":")
        case (.colon, "\""), (.colon, "{"), (.colon, "["), (.colon, "-"), (.colon, "0"..."9"):
            return insert(":", at: span.lowerBound)
        case (.memberValue, ","), (.memberValue, "}"): return insert("null", at: span.lowerBound)
        case (.value, ","), (.key, ","), (.keyOrObjectEnd, ","), (.valueOrArrayEnd, ","):
            return replace(span, with: "")
        default: return false
        }
    }

    // MARK: What is around an error

    /// The offset after the last byte before an offset that is not blank.
    private func endOfValue(before offset: Int) -> Int {
        bytes[..<offset].lastIndex { !$0.isBlank }.map { $0 + 1 } ?? offset
    }

    /// Whether something that follows a value without a comma is certainly the next element or member.
    ///
    /// If not, the cause may be an unescaped quotation mark within a string.
    private func canBeginElement(at offset: Int) -> Bool {
        guard let previous = bytes[..<offset].last,
            previous.isBlank || previous == UInt8(ascii: "}") || previous == UInt8(ascii: "]")
        else { return false }
        guard byte(at: offset) == UInt8(ascii: "\"") else { return true }
        guard let end = stringEnd(from: offset), let next = byte(afterBlanksAt: end) else { return false }
        return next == UInt8(ascii: ":") || !isInObject(offset) && ",]\"".utf8.contains(next)
    }

    /// The offset after a string that begins at an offset; `nil` if it has no end.
    private func stringEnd(from start: Int) -> Int? {
        var end = start + 1
        while let found = byte(at: end), found != UInt8(ascii: "\""), found >= 0x20 {
            end += found == UInt8(ascii: "\\") ? 2 : 1
        }
        return byte(at: end) == UInt8(ascii: "\"") ? end + 1 : nil
    }

    /// Whether the innermost container that is open at an offset is an object. The text before the offset has no error.
    private func isInObject(_ offset: Int) -> Bool {
        var open: [UInt8] = []
        var position = 0
        while position < offset, let found = byte(at: position) {
            switch found {
            case UInt8(ascii: "\""): position = (stringEnd(from: position) ?? offset) - 1
            case UInt8(ascii: "{"), UInt8(ascii: "["): open.append(found)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = open.popLast()
            default: break
            }
            position += 1
        }
        return open.last == UInt8(ascii: "{")
    }

    /// Whether a value may end at an offset: before a comma, a bracket, a line end, a comment, or the end of the text.
    private func isEndOfValue(at offset: Int) -> Bool {
        guard let next = byte(afterBlanksAt: offset) else { return true }
        if ",]}/#".utf8.contains(next) { return true }
        return bytes[offset...].prefix(while: \.isBlank).contains(UInt8(ascii: "\n"))
    }

    private func byte(at offset: Int) -> UInt8? { bytes.indices.contains(offset) ? bytes[offset] : nil }

    private func byte(afterBlanksAt offset: Int) -> UInt8? {
        bytes[min(max(0, offset), bytes.count)...].first { !$0.isBlank }
    }

    // MARK: Edits

    /// Removes a comment. If lines keep their numbers, a blank and its line ends take its place.
    private mutating func removeComment(at start: Int) -> Bool {
        let lineEnd = bytes[start...].firstIndex(where: \.isLineEnd) ?? bytes.count
        guard byte(at: start) == UInt8(ascii: "/"), byte(at: start + 1) == UInt8(ascii: "*") else {
            return keepsLines ? replace(start..<lineEnd, with: " ") : remove(start..<lineEnd)
        }
        var end = start + 2
        while let found = byte(at: end), found != UInt8(ascii: "*") || byte(at: end + 1) != UInt8(ascii: "/") {
            end += 1
        }
        guard end < bytes.count else { return false }
        guard keepsLines else { return remove(start..<(end + 2)) }
        let lineEnds = bytes[start..<end].filter(\.isLineEnd)
        return replace(start..<(end + 2), with: " " + String(decoding: lineEnds, as: UTF8.self))
    }

    /// Removes a comment with the blanks before it, and with its line if nothing else is there.
    private mutating func remove(_ comment: Range<Int>) -> Bool {
        let isSpace = { (byte: UInt8) in byte.isBlank && !byte.isLineEnd }
        let start = bytes[..<comment.lowerBound].lastIndex { !isSpace($0) }.map { $0 + 1 } ?? 0
        var end = bytes[comment.upperBound...].firstIndex { !isSpace($0) } ?? bytes.count
        let endsLine = end == bytes.count || bytes[end].isLineEnd
        guard endsLine else {
            // Tokens on both sides stay apart.
            return replace(comment, with: start == comment.lowerBound && end == comment.upperBound ? " " : "")
        }
        guard start == 0 || bytes[start - 1].isLineEnd else { return replace(start..<end, with: "") }
        if byte(at: end) == UInt8(ascii: "\r") { end += 1 }
        if byte(at: end) == UInt8(ascii: "\n") { end += 1 }
        return replace(start..<end, with: "")
    }

    /// Replaces the quotation marks of a string, unless its content would need escapes.
    private mutating func correctQuotes(_ quote: Unicode.Scalar, at span: Range<Int>) -> Bool {
        let closing: Unicode.Scalar =
            switch quote {
            case "\u{2018}": "\u{2019}"
            case "\u{201C}": "\u{201D}"
            default: quote
            }
        let line = bytes[span.upperBound...].prefix { !$0.isLineEnd }
        let mark = Array(String(closing).utf8)
        guard let end = line.indices.first(where: { line[$0...].starts(with: mark) }),
            !bytes[span.upperBound..<end].contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }),
            isEndOfValue(at: end + mark.count) || byte(afterBlanksAt: end + mark.count) == UInt8(ascii: ":")
        else { return false }
        return replace(end..<(end + mark.count), with: "\"") && replace(span, with: "\"")
    }

    private mutating func insert(_ text: String, at offset: Int) -> Bool { replace(offset..<offset, with: text) }

    /// - Returns: `true`, since an edit cannot fail.
    private mutating func replace(_ range: Range<Int>, with text: String) -> Bool {
        let origin =
            range.lowerBound < origins.count ? origins[range.lowerBound] : UInt32(truncatingIfNeeded: originalCount)
        changedSpans.append(originalRange(of: range))
        bytes.replaceSubrange(range, with: text.utf8)
        origins.replaceSubrange(range, with: repeatElement(origin, count: text.utf8.count))
        return true
    }
}

extension UInt8 {
    fileprivate var isLineEnd: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}
