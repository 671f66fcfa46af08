/// What is wrong inside a string, an escape, a character or a number.
extension JSONParser {
    /// A string holds a control character, or does not end.
    func noStringCharacter(at position: Int, stringStart: Int) -> JSONSyntaxError {
        guard position < bytes.count else { return failure(.unterminatedString, stringStart..<position) }
        let found = byte(at: position)
        guard found == 0x0A || found == 0x0D else {
            return failure(.controlCharacter(found), position..<(position + 1))
        }
        // With a quote later on the next lines it may as well be a text of several lines; the caret shows its start.
        return failure(.lineEndInString, stringStart..<position)
    }

    func invalidEscape(at position: Int) -> JSONSyntaxError {
        let found = found(at: position + 1)
        guard found != .end else { return failure(.unterminatedString, position..<bytes.count) }
        guard byte(at: position + 1) == UInt8(ascii: "u") else {
            return failure(.invalidEscape(found), position..<(position + 1 + width(of: found)))
        }
        var end = position + 2
        while end < position + 6, JSONStringContent.hexadecimalValue(byte(at: end)) != nil { end += 1 }
        return failure(.invalidUnicodeEscape(text(position..<end)), position..<end)
    }

    func invalidUTF8(at position: Int) -> JSONSyntaxError {
        let first = byte(at: position)
        let second = byte(at: position + 1)
        var end = position + 1
        while end < bytes.count, end < position + 4, UTF8Sequence.isContinuation(byte(at: end)) { end += 1 }
        let mistake: JSONSyntaxError.EncodingMistake =
            switch first {
            case 0x80...0xBF: .strayContinuation
            case 0xC0, 0xC1: .overlong
            case 0xF5...0xF7: .beyondUnicode
            case 0xF8...0xFF: .neverValid
            case 0xE0 where UTF8Sequence.isContinuation(second) && second < 0xA0: .overlong
            case 0xF0 where UTF8Sequence.isContinuation(second) && second < 0x90: .overlong
            case 0xED where UTF8Sequence.isContinuation(second) && second >= 0xA0: .surrogate
            case 0xF4 where UTF8Sequence.isContinuation(second) && second >= 0x90: .beyondUnicode
            default: .incomplete
            }
        if mistake == .strayContinuation || mistake == .neverValid { end = position + 1 }
        return failure(.invalidUTF8([UInt8](bytes[position..<end]), mistake), position..<end)
    }

    func malformedNumber(_ mistake: JSONSyntaxError.NumberMistake, from start: Int) -> JSONSyntaxError {
        let end = max(numberTextEnd(from: start), start + 1)
        return failure(.number(mistake, text: text(start..<end)), start..<end)
    }

    func noDigitAfterMinus(from start: Int) -> JSONSyntaxError {
        let end = wordEnd(from: start + 1)
        guard end > start + 1 else { return malformedNumber(.noDigitAfterMinus, from: start) }
        return failure(.unknownWord(text(start..<end), meant: nil), start..<end)
    }

    /// The number or word that ends at a position and goes on with something that belongs to none, as `0x10`, `1.2.3`
    /// and `trueish` do.
    func tokenWithTrailingText(before position: Int) -> JSONSyntaxError? {
        guard let token = nodes.last, Int(token.end) == position else { return nil }
        let start = Int(token.start)
        switch token.kind {
        case .number where numberTextEnd(from: position) > position:
            return malformedNumber(.trailingText, from: start)
        case .null where wordEnd(from: position) > position, .false where wordEnd(from: position) > position,
            .true where wordEnd(from: position) > position:
            let end = wordEnd(from: position)
            return failure(.unknownWord(text(start..<end), meant: nil), start..<end)
        default:
            return nil
        }
    }

    /// The end of everything that was probably meant to be part of one number.
    private func numberTextEnd(from start: Int) -> Int {
        var end = start
        while JSONParser.isWordByte(byte(at: end)) || [0x2B, 0x2D, 0x2E].contains(byte(at: end)) { end += 1 }
        return end
    }

    /// The end of the letters, digits, `_` and `$` from an offset on.
    func wordEnd(from start: Int) -> Int {
        var end = start
        while JSONParser.isWordByte(byte(at: end)) { end += 1 }
        return end
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
            true
        default:
            false
        }
    }

    /// The kind of the value that begins at an offset, judged by its first byte.
    func kindOfValue(at position: Int) -> JSONKind? {
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

    func found(at position: Int) -> JSONSyntaxError.Found {
        guard position < bytes.count else { return .end }
        guard let scalar = bytes.withRawSpan({ UTF8Sequence.scalar(in: $0, at: position) }) else {
            return .byte(byte(at: position))
        }
        return .character(scalar)
    }

    func width(of found: JSONSyntaxError.Found) -> Int {
        switch found {
        case .end: 0
        case .character(let scalar): UTF8.width(scalar)
        case .byte, .value: 1
        }
    }

    func previousByte(before position: Int) -> UInt8? {
        previousOffset(before: position).map { byte(at: $0) }
    }

    /// The offset of the last byte before a position that is not blank.
    func previousOffset(before position: Int) -> Int? {
        bytes[..<min(position, bytes.count)].lastIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    }

    func byte(at position: Int) -> UInt8 {
        bytes.indices.contains(position) ? bytes[position] : 0
    }

    /// The text of a range, cut to what a message can show.
    func text(_ range: Range<Int>) -> String {
        let limit = 64
        let shown = bytes[range.clamped(to: bytes.indices)].prefix(limit)
        return String(decoding: shown, as: UTF8.self) + (range.count > limit ? "\u{2026}" : "")
    }

    func failure(
        _ kind: JSONSyntaxError.Kind,
        _ span: Range<Int>,
        related: Range<Int>? = nil
    ) -> JSONSyntaxError {
        let table = LineTable(bytes)
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
