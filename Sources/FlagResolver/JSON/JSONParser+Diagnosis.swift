/// What is wrong with a document, found out once it is known to be wrong. Nothing here runs for a valid one.
extension JSONParser {
    /// Checks what does not depend on the grammar: the size, and whether this is UTF-8 without a byte order mark.
    func checkBeginning(_ input: RawSpan) throws(JSONSyntaxError) {
        guard bytes.count <= limits.byteCount else {
            throw failure(.tooManyBytes(count: bytes.count, limit: limits.byteCount), limits.byteCount..<bytes.count)
        }
        let beginning = [input.byte(at: 0), input.byte(at: 1), input.byte(at: 2), input.byte(at: 3)]
        if beginning.starts(with: [0xEF, 0xBB, 0xBF]) { throw failure(.byteOrderMark, 0..<3) }
        guard bytes.count >= 2 else { return }
        // A JSON text begins with ASCII, so the zero bytes show how wide its units are (RFC 4627, section 3).
        let zeros = beginning.map { $0 == 0 }
        if bytes.count >= 4, zeros == [true, true, true, false] || zeros == [false, true, true, true] {
            throw failure(.wideEncoding(unitBits: 32), 0..<4)
        }
        let mark = UInt16(beginning[0]) << 8 | UInt16(beginning[1])
        if mark == 0xFEFF || mark == 0xFFFE || zeros[0] != zeros[1] {
            throw failure(.wideEncoding(unitBits: 16), 0..<2)
        }
    }

    /// The error that a mistake of the scanner is.
    func diagnosis(of mistake: JSONMistake) -> JSONSyntaxError {
        switch mistake {
        case .noValue(let position): noValue(at: position)
        case .noKey(let position): noKey(at: position)
        case .noColon(let position):
            commonMistake(at: position, expected: .colon) ?? unexpected(at: position, expected: .colon)
        case .noCommaOrEnd(let position): noCommaOrEnd(at: position)
        case .noStringCharacter(let position, let start): noStringCharacter(at: position, stringStart: start)
        case .invalidEscape(let position): invalidEscape(at: position)
        case .loneSurrogate(let position):
            failure(.loneSurrogate(text(position..<(position + 6))), position..<(position + 6))
        case .invalidUTF8(let position): invalidUTF8(at: position)
        case .noDigitAfterMinus(let start): noDigitAfterMinus(from: start)
        case .number(let mistake, let start): malformedNumber(mistake, from: start)
        case .numberTooLarge(let start, let end): failure(.numberTooLarge(text(start..<end)), start..<end)
        case .duplicateKey(let first, let second): duplicateKey(second, first: first)
        case .tooDeep(let position): failure(.tooDeep(limit: limits.depth), position..<(position + 1))
        case .stringTooLong(let count, let start, let end):
            failure(.stringTooLong(byteCount: count, limit: limits.stringByteCount), start..<end)
        }
    }

    /// No value begins at the position.
    private
        func noValue(at position: Int) -> JSONSyntaxError
    {
        let container = openContainer?.kind
        let isFirstElement = previousByte(before: position) == UInt8(ascii: "[")
        let expected: JSONSyntaxError.Expectation = isFirstElement ? .valueOrArrayEnd : .value
        if let common = commonMistake(at: position, expected: expected) { return common }
        if previousByte(before: position) != UInt8(ascii: ":"), let mismatch = mismatchedBracket(at: position) {
            return mismatch
        }
        switch byte(at: position) {
        case UInt8(ascii: "]") where container == .array, UInt8(ascii: "}") where container == .object:
            return trailingComma(before: position) ?? unexpected(at: position, expected: expected)
        case UInt8(ascii: "+"):
            return malformedNumber(.plusSign, from: position)
        case UInt8(ascii: ".") where JSONNumberScanning.isDigit(byte(at: position + 1)):
            return malformedNumber(.noDigitBeforePoint, from: position)
        default:
            return unknownWord(at: position) ?? unexpected(at: position, expected: expected)
        }
    }

    /// No key begins at the position.
    private func noKey(at position: Int) -> JSONSyntaxError {
        let isFirst = previousByte(before: position) == UInt8(ascii: "{")
        let expected: JSONSyntaxError.Expectation = isFirst ? .keyOrObjectEnd : .key
        if let common = commonMistake(at: position, expected: expected) { return common }
        if let mismatch = mismatchedBracket(at: position) { return mismatch }
        if byte(at: position) == UInt8(ascii: "}"), let comma = trailingComma(before: position) { return comma }
        let end = wordEnd(from: position)
        if end > position, byte(at: position) != UInt8(ascii: "-"), !JSONNumberScanning.isDigit(byte(at: position)) {
            return failure(.unquotedKey(text(position..<end)), position..<end)
        }
        return unexpected(at: position, expected: expected)
    }

    /// After a value comes neither a comma nor the end of its container.
    private func noCommaOrEnd(at position: Int) -> JSONSyntaxError {
        guard let container = openContainer else {
            return afterDocument(at: position)
        }
        let isObject = container.kind == .object
        let expected: JSONSyntaxError.Expectation = isObject ? .commaOrObjectEnd : .commaOrArrayEnd
        if let token = tokenWithTrailingText(before: position) { return token }
        if let common = commonMistake(at: position, expected: expected) { return common }
        if let mismatch = mismatchedBracket(at: position) { return mismatch }
        if let kind = kindOfValue(at: position) {
            return failure(.missingComma(.value(kind)), position..<(position + 1))
        }
        return unexpected(at: position, expected: expected)
    }

    /// A closing bracket of the other kind than the innermost open one.
    private func mismatchedBracket(at position: Int) -> JSONSyntaxError? {
        let found = Unicode.Scalar(byte(at: position))
        guard let container = openContainer, found == "}" || found == "]" else { return nil }
        let expected: Unicode.Scalar = container.kind == .object ? "}" : "]"
        guard found != expected else { return nil }
        let start = Int(container.start)
        return failure(
            .mismatchedBracket(found: found, expected: expected),
            position..<(position + 1),
            related: start..<(start + 1)
        )
    }

    private func afterDocument(at position: Int) -> JSONSyntaxError {
        if let token = tokenWithTrailingText(before: position) { return token }
        return commonMistake(at: position, expected: .documentEnd) ?? unexpected(at: position, expected: .documentEnd)
    }

    private func duplicateKey(_ second: Int, first: Int) -> JSONSyntaxError {
        let node = nodes[second]
        var content: [UInt8] = []
        bytes.withRawSpan { JSONStringContent.append(node, in: $0, to: &content) }
        let key = String(decoding: content, as: UTF8.self)
        return failure(.duplicateKey(key), node.span, related: nodes[first].span)
    }

    /// The end of the document, comments and wrong quotes, which can stand anywhere between tokens.
    private func commonMistake(
        at position: Int,
        expected: JSONSyntaxError.Expectation
    ) -> JSONSyntaxError? {
        guard position < bytes.count else { return unexpectedEnd(expected: expected) }
        let found = byte(at: position)
        let next = byte(at: position + 1)
        if found == UInt8(ascii: "#") { return failure(.comment, position..<(position + 1)) }
        if found == UInt8(ascii: "/"), next == UInt8(ascii: "/") || next == UInt8(ascii: "*") {
            return failure(.comment, position..<(position + 2))
        }
        switch bytes.withRawSpan({ UTF8Sequence.scalar(in: $0, at: position) }) {
        case .some(let quote) where "'`\u{2018}\u{2019}\u{201C}\u{201D}".unicodeScalars.contains(quote):
            return failure(.otherQuote(quote), position..<(position + UTF8.width(quote)))
        default:
            return nil
        }
    }

    private func unexpectedEnd(expected: JSONSyntaxError.Expectation) -> JSONSyntaxError {
        guard let container = openContainer else {
            return failure(.emptyDocument, bytes.count..<bytes.count)
        }
        let start = Int(container.start)
        return failure(
            .unexpectedEnd(expected: expected, unclosed: container.kind),
            bytes.count..<bytes.count,
            related: start..<(start + 1)
        )
    }

    func unexpected(at position: Int, expected: JSONSyntaxError.Expectation) -> JSONSyntaxError {
        let found = found(at: position)
        return failure(.unexpected(found, expected: expected), position..<(position + width(of: found)))
    }

    private func trailingComma(before position: Int) -> JSONSyntaxError? {
        guard let comma = previousOffset(before: position), byte(at: comma) == UInt8(ascii: ",") else { return nil }
        return failure(.trailingComma(closing: Unicode.Scalar(byte(at: position))), comma..<(comma + 1))
    }

    /// `True`, `None`, `NaN`, `undefined`, or any other word without quotes.
    private func unknownWord(at position: Int) -> JSONSyntaxError? {
        let end = wordEnd(from: position)
        guard end > position else { return nil }
        let word = text(position..<end)
        let meant: String? =
            switch word.lowercased() {
            case "true", "yes", "on": "true"
            case "false", "no", "off": "false"
            case "null", "none", "nil", "undefined": "null"
            default: nil
            }
        return failure(.unknownWord(word, meant: meant), position..<end)
    }
}
