/// Works out what is wrong with a document, and where. The parser calls its functions only to throw the result.
///
/// The position that a function takes is that of the first byte that the grammar does not allow.
struct JSONDiagnosis {
    let bytes: [UInt8]
    let sourceName: String
    let limits: JSONLimits
    /// The last token before the position.
    var token: JSONNode?
    /// The innermost open container.
    var container: JSONNode?

    /// Checks the size, and that the encoding is UTF-8 without a byte order mark.
    func checkEncoding() throws(JSONSyntaxError) {
        guard bytes.count <= limits.byteCount else {
            throw failure(.tooManyBytes(count: bytes.count, limit: limits.byteCount), limits.byteCount..<bytes.count)
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw failure(.byteOrderMark, 0..<3) }
        // A JSON text begins with an ASCII character, so the zero bytes show the width of the units (RFC 4627, section 3).
        let zeros = bytes.prefix(4).map { $0 == 0 }
        if zeros == [true, true, true, false] || zeros == [false, true, true, true] {
            throw failure(.wideEncoding(unitBits: 32), 0..<4)
        }
        let isMarked = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
        if isMarked || (zeros.count >= 2 && zeros[0] != zeros[1]) {
            throw failure(.wideEncoding(unitBits: 16), 0..<2)
        }
    }

    // MARK: Values, keys and punctuation

    /// No value begins at the position.
    func missingValue(at position: Int) -> JSONSyntaxError {
        let previous = previousOffset(before: position).map { bytes[$0] }
        let expected: JSONSyntaxError.Expectation =
            switch previous {
            case UInt8(ascii: "["): .valueOrArrayEnd
            case UInt8(ascii: ":"): .memberValue
            default: .value
            }
        if let known = knownMistake(at: position, expected) ?? otherFormat(at: position) { return known }
        if expected != .memberValue, let mismatch = mismatchedBracket(at: position) { return mismatch }
        switch byte(at: position) {
        case UInt8(ascii: "]"), UInt8(ascii: "}"):
            return trailingComma(at: position) ?? unexpected(at: position, expected)
        case UInt8(ascii: "+"):
            return malformedNumber(.plusSign, at: position)
        case UInt8(ascii: ".") where byte(at: position + 1).isDigit:
            return malformedNumber(.noDigitBeforePoint, at: position)
        default:
            let end = wordEnd(from: position)
            return end > position ? unknownWord(position..<end) : unexpected(at: position, expected)
        }
    }

    /// No key begins at the position.
    func missingKey(at position: Int) -> JSONSyntaxError {
        let isFirst = previousOffset(before: position).map { bytes[$0] } == UInt8(ascii: "{")
        let expected: JSONSyntaxError.Expectation = isFirst ? .keyOrObjectEnd : .key
        if let error = knownMistake(at: position, expected) ?? mismatchedBracket(at: position) { return error }
        let found = byte(at: position)
        if found == UInt8(ascii: "}"), let comma = trailingComma(at: position) { return comma }
        let end = wordEnd(from: position)
        if end > position, !found.isDigit {
            return failure(.unquotedKey(text(position..<end)), position..<end)
        }
        return unexpected(at: position, expected)
    }

    func missingColon(at position: Int) -> JSONSyntaxError {
        knownMistake(at: position, .colon) ?? unexpected(at: position, .colon)
    }

    /// A value is followed by neither a comma nor the bracket that closes its container.
    func missingComma(at position: Int) -> JSONSyntaxError {
        let expected: JSONSyntaxError.Expectation = container?.kind == .object ? .commaOrObjectEnd : .commaOrArrayEnd
        if let error = textAfterToken(at: position) ?? knownMistake(at: position, expected)
            ?? mismatchedBracket(at: position)
        {
            return error
        }
        guard let kind = kindOfValue(at: position) else { return unexpected(at: position, expected) }
        return failure(.missingComma(before: kind), position..<(position + 1))
    }

    /// The document continues after its value.
    func trailingText(at position: Int) -> JSONSyntaxError {
        textAfterToken(at: position) ?? knownMistake(at: position, .documentEnd)
            ?? unexpected(at: position, .documentEnd)
    }

    func tooDeep(at position: Int) -> JSONSyntaxError {
        failure(.tooDeep(limit: limits.depth), position..<(position + 1))
    }

    func duplicateKey(_ second: JSONNode, first: JSONNode) -> JSONSyntaxError {
        var content: [UInt8] = []
        bytes.withRawSpan { JSONStringContent.append(second, in: $0, to: &content) }
        let key = String(decoding: content, as: UTF8.self)
        return failure(.duplicateKey(key), second.span, related: first.span)
    }

    /// Mistakes that can be anywhere between tokens: the end, a conflict marker, a comment, or a wrong quote.
    private func knownMistake(at position: Int, _ expected: JSONSyntaxError.Expectation) -> JSONSyntaxError? {
        if let marker = conflictMarker(at: position) { return marker }
        switch (found(at: position), byte(at: position + 1)) {
        case (.end, _):
            return unexpectedEnd(expected)
        case (.character("#"), _):
            return failure(.comment, position..<(position + 1))
        case (.character("/"), UInt8(ascii: "/")), (.character("/"), UInt8(ascii: "*")):
            return failure(.comment, position..<(position + 2))
        case (.character(let quote), _) where "'`\u{2018}\u{2019}\u{201C}\u{201D}".unicodeScalars.contains(quote):
            return failure(.otherQuote(quote), position..<(position + UTF8.width(quote)))
        default:
            return nil
        }
    }

    private func unexpectedEnd(_ expected: JSONSyntaxError.Expectation) -> JSONSyntaxError {
        let position = bytes.count
        guard let container else { return failure(.emptyDocument, position..<position) }
        return failure(
            .unexpectedEnd(expected: expected, unclosed: container.kind), position..<position,
            related: openingBracket(of: container))
    }

    /// The closing bracket at the position is not that of the innermost open container.
    private func mismatchedBracket(at position: Int) -> JSONSyntaxError? {
        let found = Unicode.Scalar(byte(at: position))
        guard let container, found == "}" || found == "]" else { return nil }
        let expected: Unicode.Scalar = container.kind == .object ? "}" : "]"
        guard found != expected else { return nil }
        return failure(
            .mismatchedBracket(found: found, expected: expected), position..<(position + 1),
            related: openingBracket(of: container))
    }

    /// The comma before the closing bracket at the position.
    private func trailingComma(at position: Int) -> JSONSyntaxError? {
        guard let comma = previousOffset(before: position), bytes[comma] == UInt8(ascii: ",") else { return nil }
        return failure(.trailingComma(closing: Unicode.Scalar(byte(at: position))), comma..<(comma + 1))
    }

    /// The number or literal before the position, if it continues with text that belongs to neither: `0x10`, `1.2.3`, `nullable`.
    private func textAfterToken(at position: Int) -> JSONSyntaxError? {
        guard let token, Int(token.end) == position else { return nil }
        let start = Int(token.start)
        switch token.kind {
        case .number where numberTextEnd(from: position) > position:
            return malformedNumber(.trailingText, at: start)
        case .null, .false, .true:
            let end = wordEnd(from: position)
            return end > position ? unknownWord(start..<end) : nil
        default:
            return nil
        }
    }

    /// A word that is not a literal of JSON, such as `True`, `None`, `NaN` or `undefined`.
    private func unknownWord(_ range: Range<Int>) -> JSONSyntaxError {
        let word = text(range)
        let literal: String? =
            switch word.lowercased() {
            case "true", "yes", "on": "true"
            case "false", "no", "off": "false"
            case "null", "none", "nil", "undefined": "null"
            // The beginning, or its letters in another order, as in `flase`.
            default:
                ["true", "false", "null"].first {
                    word.utf8.count > 1 && ($0.hasPrefix(word) || $0.utf8.sorted() == word.utf8.sorted())
                }
            }
        return failure(.unknownWord(word, meant: literal), range)
    }

    // MARK: Strings and numbers

    /// The byte at the position cannot be in a string: a control character, or the end of the document.
    func invalidStringByte(at position: Int, from start: Int) -> JSONSyntaxError {
        guard position < bytes.count else { return failure(.unterminatedString, start..<position) }
        let found = byte(at: position)
        guard found == UInt8(ascii: "\n") || found == UInt8(ascii: "\r") else {
            return failure(.controlCharacter(found), position..<(position + 1))
        }
        // The error is at the opening quote: either a quote is missing here, or the string was meant to have several lines.
        return failure(.lineEndInString, start..<position)
    }

    func invalidEscape(at position: Int) -> JSONSyntaxError {
        let found = found(at: position + 1)
        guard found != .end else { return failure(.unterminatedString, position..<bytes.count) }
        guard found == .character("u") else {
            return failure(.invalidEscape(found), position..<(position + 1 + found.width))
        }
        var end = position + 2
        while end < position + 6, byte(at: end).hexadecimalValue != nil { end += 1 }
        return failure(.invalidUnicodeEscape(text(position..<end)), position..<end)
    }

    func unpairedSurrogate(at position: Int) -> JSONSyntaxError {
        let range = position..<(position + 6)
        return failure(.loneSurrogate(text(range)), range)
    }

    func invalidUTF8(at position: Int) -> JSONSyntaxError {
        let second = byte(at: position + 1)
        let isSecondValid = RawSpan.isContinuation(second)
        let mistake: JSONSyntaxError.EncodingMistake =
            switch byte(at: position) {
            case 0x80...0xBF: .strayContinuation
            case 0xC0, 0xC1: .overlong
            case 0xE0 where isSecondValid && second < 0xA0: .overlong
            case 0xED where isSecondValid && second >= 0xA0: .surrogate
            case 0xF0 where isSecondValid && second < 0x90: .overlong
            case 0xF4 where isSecondValid && second >= 0x90: .beyondUnicode
            case 0xF5...0xF7: .beyondUnicode
            case 0xF8...: .neverValid
            default: .incomplete
            }
        var end = position + 1
        if mistake != .strayContinuation, mistake != .neverValid {
            while end < bytes.count, end < position + 4, RawSpan.isContinuation(byte(at: end)) { end += 1 }
        }
        return failure(.invalidUTF8([UInt8](bytes[position..<end]), mistake), position..<end)
    }

    func tooLongString(_ node: JSONNode, byteCount: Int) -> JSONSyntaxError {
        failure(.stringTooLong(byteCount: byteCount, limit: limits.stringByteCount), node.span)
    }

    func malformedNumber(_ mistake: JSONSyntaxError.NumberMistake, at start: Int) -> JSONSyntaxError {
        let range = start..<max(numberTextEnd(from: start), start + 1)
        return failure(.number(mistake, text: text(range)), range)
    }

    func missingDigitAfterMinus(at start: Int) -> JSONSyntaxError {
        if let other = otherFormat(at: start) { return other }
        let end = wordEnd(from: start + 1)
        guard end > start + 1 else { return malformedNumber(.noDigitAfterMinus, at: start) }
        return failure(.unknownWord(text(start..<end), meant: nil), start..<end)
    }

    func tooLargeNumber(_ range: Range<Int>) -> JSONSyntaxError {
        failure(.numberTooLarge(text(range)), range)
    }

    // MARK: The text around an error

    private func openingBracket(of container: JSONNode) -> Range<Int> {
        Int(container.start)..<(Int(container.start) + 1)
    }

    private func unexpected(at position: Int, _ expected: JSONSyntaxError.Expectation) -> JSONSyntaxError {
        let found = found(at: position)
        return failure(.unexpected(found, expected: expected), position..<(position + found.width))
    }

    private func found(at offset: Int) -> JSONSyntaxError.Found {
        guard offset < bytes.count else { return .end }
        return bytes.withRawSpan { $0.scalar(at: offset) }.map { .character($0) } ?? .byte(bytes[offset])
    }

    /// The kind of the value that begins at a position.
    private func kindOfValue(at position: Int) -> JSONKind? {
        switch byte(at: position) {
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): .number
        default:
            switch text(position..<wordEnd(from: position)) {
            case "true": .true
            case "false": .false
            case "null": .null
            default: nil
            }
        }
    }

    /// The offset of the last byte before a position that is not blank.
    func previousOffset(before position: Int) -> Int? {
        bytes[..<position].lastIndex { !$0.isBlank }
    }

    /// The end of the letters, digits, `_` and `$` from an offset on.
    func wordEnd(from start: Int) -> Int {
        bytes[min(start, bytes.count)...].firstIndex { !JSONDiagnosis.isWordByte($0) } ?? bytes.count
    }

    /// The end of the text from an offset on that was probably meant as one number.
    private func numberTextEnd(from start: Int) -> Int {
        bytes[start...].firstIndex { !JSONDiagnosis.isWordByte($0) && ![0x2B, 0x2D, 0x2E].contains($0) } ?? bytes.count
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
    }

    func byte(at offset: Int) -> UInt8 {
        offset < bytes.count ? bytes[offset] : 0
    }

    /// The text of a range, shortened for a message.
    private func text(_ range: Range<Int>) -> String {
        let limit = 64
        let shown = bytes[range.clamped(to: bytes.indices)].prefix(limit)
        return String(decoding: shown, as: UTF8.self) + (range.count > limit ? "\u{2026}" : "")
    }

    func failure(
        _ kind: JSONSyntaxError.Kind, _ span: Range<Int>, related: Range<Int>? = nil
    ) -> JSONSyntaxError {
        let table = LineTable(bytes[...])
        return JSONSyntaxError(
            kind: kind,
            span: span,
            related: related,
            location: table.location(at: span.lowerBound),
            relatedLocation: related.map { table.location(at: $0.lowerBound) },
            sourceName: sourceName
        )
    }
}
