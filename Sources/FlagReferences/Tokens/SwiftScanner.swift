import FlagResolver

/// Splits Swift source into tokens.
///
/// Literals nest to any depth: an open interpolation is an element of a list, not a call, so that no input overflows the
/// stack.
struct SwiftScanner {
    private(set) var tokens: [SwiftToken] = []
    private(set) var problems: [SwiftScanProblem] = []
    /// The offset of the next byte.
    var position = 0

    private let words = SwiftWordTable.shared
    /// The literals whose interpolated code is being scanned, the innermost last.
    private var openLiterals: [OpenLiteral] = []
    private var closingDelimiters = ClosingDelimiters()
    /// How many braces, brackets, parentheses and interpolations are open.
    private var nesting = 0

    /// The compiler refuses code that is nested more than 256 levels deep. Branches of `#if` that share a brace look deeper.
    private static let maximumNesting = 512
    /// So many literals without an end are not code.
    private static let maximumProblemCount = 1_000

    /// A string literal that is being scanned.
    private struct OpenLiteral {
        let delimiter: StringDelimiter
        let start: Int
        /// The index of its token.
        let token: Int
        /// The offset of the interpolation that is being scanned.
        var interpolation = 0
        /// How many parentheses are open in it.
        var depth = 0
    }

    init(capacity: Int) {
        tokens.reserveCapacity(capacity)
    }

    /// Scans a source from its beginning to its end.
    mutating func scan(_ input: RawSpan) {
        skipStart(input)
        while position < input.byteCount {
            scanToken(input)
            if nesting > Self.maximumNesting {
                stop(.tooDeep, input)
            } else if problems.count >= Self.maximumProblemCount {
                stop(.tooManyProblems, input)
            }
        }
        for literal in openLiterals { endInterpolation(of: literal) }
        openLiterals.removeAll()
    }

    /// Leaves out the rest of the source.
    private mutating func stop(_ reason: SwiftScanProblem.Kind, _ input: RawSpan) {
        problems.append(SwiftScanProblem(reason, at: (position - 1)..<position))
        openLiterals.removeAll()
        position = input.byteCount
    }

    /// Skips a byte order mark, and the `#!` line of a script.
    private mutating func skipStart(_ input: RawSpan) {
        if input.byte(at: 0) == 0xEF, input.byte(at: 1) == 0xBB, input.byte(at: 2) == 0xBF { position = 3 }
        if input.byte(at: position) == UInt8(ascii: "#"), input.byte(at: position + 1) == UInt8(ascii: "!") {
            skipLine(input)
        }
    }

    private mutating func scanToken(_ input: RawSpan) {
        let start = position
        switch input.byte(at: start) {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0x0B, 0x0C, 0:
            skipSpace(input)
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: "$"):
            scanIdentifier(input)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): scanNumber(input)
        case UInt8(ascii: "\""): scanString(input, hashCount: 0)
        case UInt8(ascii: "`"): scanQuotedIdentifier(input)
        case UInt8(ascii: "#"): scanHash(input)
        case UInt8(ascii: "/"): scanSlash(input)
        case UInt8(ascii: "("):
            nesting += 1
            if !openLiterals.isEmpty { openLiterals[openLiterals.count - 1].depth += 1 }
            addSymbol()
        case UInt8(ascii: ")"): scanClosingParenthesis(input)
        case 0x80...0xFF: scanOtherCharacter(input)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            nesting += 1
            addSymbol()
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            nesting = max(0, nesting - 1)
            addSymbol()
        default: addSymbol()
        }
    }

    /// Skips white space. A line break ends a literal on one line, and the code that it interpolates.
    private mutating func skipSpace(_ input: RawSpan) {
        if SwiftCharacters.isLineBreak(input.byte(at: position)), let literal = openLiterals.last,
            !literal.delimiter.isMultiline
        {
            openLiterals.removeLast()
            endInterpolation(of: literal)
        } else {
            position += 1
        }
    }

    private mutating func endInterpolation(of literal: OpenLiteral) {
        let end = literal.interpolation + 2 + literal.delimiter.hashCount
        problems.append(SwiftScanProblem(.unterminatedInterpolation, at: literal.interpolation..<min(end, position)))
        close(literal, at: position, isInterpolated: true)
    }

    private mutating func scanIdentifier(_ input: RawSpan) {
        let start = position
        skipIdentifierCharacters(input)
        let word = words.word(in: input, from: start, to: position)
        add(.identifier, from: start, word: word.isNameAfterDot && followsDot(input, start) ? .other : word)
    }

    /// Whether one dot is right before a position, which makes a keyword the name of a member. Several dots are an operator.
    private func followsDot(_ input: RawSpan, _ position: Int) -> Bool {
        guard position > 0, input.byte(at: position - 1) == UInt8(ascii: ".") else { return false }
        return position < 2 || input.byte(at: position - 2) != UInt8(ascii: ".")
    }

    private mutating func skipIdentifierCharacters(_ input: RawSpan) {
        while true {
            let byte = input.byte(at: position)
            if SwiftCharacters.isIdentifierByte(byte) {
                position += 1
            } else if byte >= 0x80 {
                let (scalar, length) = SwiftCharacters.scalar(in: input, at: position)
                guard !SwiftCharacters.isOperator(scalar) else { return }
                position += length
            } else {
                return
            }
        }
    }

    private mutating func scanOtherCharacter(_ input: RawSpan) {
        let (scalar, length) = SwiftCharacters.scalar(in: input, at: position)
        guard SwiftCharacters.isOperator(scalar) else { return scanIdentifier(input) }
        position += length
        add(.symbol, from: position - length)
    }

    private mutating func scanNumber(_ input: RawSpan) {
        let start = position
        let isTupleIndex = tokens.last.map { $0.kind == .symbol && $0.end == start && input.byte(at: $0.start) == 0x2E }
        while true {
            let byte = input.byte(at: position)
            if SwiftCharacters.isIdentifierByte(byte) {
                position += 1
                // The sign of an exponent; `0xE-1` is a subtraction.
                let isHexadecimal = input.byte(at: start + 1) | 0x20 == UInt8(ascii: "x")
                let isExponent = byte | 0x20 == (isHexadecimal ? UInt8(ascii: "p") : UInt8(ascii: "e"))
                let sign = input.byte(at: position)
                if isExponent, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+"),
                    input.byte(at: position + 1).isDigit
                {
                    position += 1
                }
            } else if byte == UInt8(ascii: "."), isTupleIndex != true, input.byte(at: position + 1).isDigit {
                position += 1
            } else {
                break
            }
        }
        add(.number, from: start)
    }

    private mutating func scanQuotedIdentifier(_ input: RawSpan) {
        let start = position
        position += 1
        while position < input.byteCount {
            switch input.byte(at: position) {
            case UInt8(ascii: "`"):
                let word = words.word(in: input, from: start + 1, to: position)
                position += 1
                return add(.quotedIdentifier, from: start, word: word.isKeyword ? .other : word)
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                return problems.append(SwiftScanProblem(.unterminatedIdentifier, at: start..<position))
            default: position += 1
            }
        }
        problems.append(SwiftScanProblem(.unterminatedIdentifier, at: start..<position))
    }

    /// `#"…"#`, `#/…/#`, or `#` alone.
    private mutating func scanHash(_ input: RawSpan) {
        let start = position
        var end = start
        while input.byte(at: end) == UInt8(ascii: "#") { end += 1 }
        switch input.byte(at: end) {
        case UInt8(ascii: "\""):
            position = end
            scanString(input, from: start, hashCount: end - start)
        case UInt8(ascii: "/"):
            position = end + 1
            scanExtendedRegex(input, from: start, hashCount: end - start)
        // All of them, so that no number sign is looked at twice.
        default: while position < end { addSymbol() }
        }
    }

    /// A comment, a regular expression, or an operator.
    private mutating func scanSlash(_ input: RawSpan) {
        switch input.byte(at: position + 1) {
        case UInt8(ascii: "/"): skipLine(input)
        case UInt8(ascii: "*"): skipBlockComment(input)
        default:
            if canBeginRegex(input), let end = SwiftRegexLiteral.end(in: input, from: position) {
                let start = position
                position = end
                add(.regex, from: start)
            } else {
                addSymbol()
            }
        }
    }

    /// Whether `/` at the position is where an operand can be.
    ///
    /// After an operand it divides, except at the beginning of a line, where the space before it makes it a prefix. After a
    /// backslash there is no operand; otherwise each `/` of `\/\/\/` would be searched for its end.
    private func canBeginRegex(_ input: RawSpan) -> Bool {
        guard let previous = tokens.last else { return true }
        guard tokens.endsOperand(at: tokens.count - 1, in: input) else {
            return !(previous.kind == .symbol && input.byte(at: previous.start) == UInt8(ascii: "\\"))
        }
        var offset = previous.end
        while offset < position {
            if SwiftCharacters.isLineBreak(input.byte(at: offset)) { return true }
            offset += 1
        }
        return false
    }

    private mutating func scanExtendedRegex(_ input: RawSpan, from start: Int, hashCount: Int) {
        let (end, isComplete) = SwiftRegexLiteral.extendedEnd(in: input, from: position, hashCount: hashCount)
        position = end
        if !isComplete { problems.append(SwiftScanProblem(.unterminatedRegex, at: start..<end)) }
        add(.regex, from: start)
    }

    private mutating func skipLine(_ input: RawSpan) {
        while position < input.byteCount, !SwiftCharacters.isLineBreak(input.byte(at: position)) { position += 1 }
    }

    private mutating func skipBlockComment(_ input: RawSpan) {
        let start = position
        var depth = 0
        while position < input.byteCount {
            switch (input.byte(at: position), input.byte(at: position + 1)) {
            case (UInt8(ascii: "/"), UInt8(ascii: "*")):
                depth += 1
                position += 2
            case (UInt8(ascii: "*"), UInt8(ascii: "/")):
                depth -= 1
                position += 2
                if depth == 0 { return }
            default: position += 1
            }
        }
        position = input.byteCount
        problems.append(SwiftScanProblem(.unterminatedComment, at: start..<min(start + 2, position)))
    }

    // MARK: Strings

    /// Scans a literal from its first quotation mark on.
    ///
    /// - Parameter start: The first `#`; `nil` for the quotation mark.
    private mutating func scanString(_ input: RawSpan, from start: Int? = nil, hashCount: Int) {
        let delimiter = StringDelimiter(
            opening: input, at: position, hashCount: hashCount, &closingDelimiters)
        let literal = OpenLiteral(delimiter: delimiter, start: start ?? position, token: tokens.count)
        position += delimiter.quoteCount
        // The token is completed when the end is known.
        add(.string, from: literal.start)
        scanContent(of: literal, input, isInterpolated: false)
    }

    /// Scans the content of a literal up to its end, or up to the next interpolation.
    private mutating func scanContent(of literal: OpenLiteral, _ input: RawSpan, isInterpolated: Bool) {
        let delimiter = literal.delimiter
        while position < input.byteCount {
            switch input.byte(at: position) {
            case UInt8(ascii: "\\") where delimiter.isEscape(input, at: position):
                position += 1 + delimiter.hashCount
                if input.byte(at: position) == UInt8(ascii: "(") {
                    var literal = literal
                    literal.interpolation = position - 1 - delimiter.hashCount
                    position += 1
                    nesting += 1
                    add(.interpolationStart, from: literal.interpolation)
                    literal.depth = 0
                    openLiterals.append(literal)
                    return
                }
                // A line break is not skipped, because it ends a literal on one line.
                if position < input.byteCount, !SwiftCharacters.isLineBreak(input.byte(at: position)) { position += 1 }
            case UInt8(ascii: "\"") where delimiter.isClosing(input, at: position):
                position += delimiter.quoteCount + delimiter.hashCount
                return close(literal, at: position, isInterpolated: isInterpolated)
            case UInt8(ascii: "\n") where !delimiter.isMultiline, UInt8(ascii: "\r") where !delimiter.isMultiline:
                return endUnterminated(literal, isInterpolated: isInterpolated)
            default: position += 1
            }
        }
        position = input.byteCount
        endUnterminated(literal, isInterpolated: isInterpolated)
    }

    private mutating func scanClosingParenthesis(_ input: RawSpan) {
        nesting = max(0, nesting - 1)
        guard var literal = openLiterals.popLast() else { return addSymbol() }
        guard literal.depth == 0 else {
            literal.depth -= 1
            openLiterals.append(literal)
            return addSymbol()
        }
        position += 1
        add(.interpolationEnd, from: position - 1)
        scanContent(of: literal, input, isInterpolated: true)
    }

    private mutating func endUnterminated(_ literal: OpenLiteral, isInterpolated: Bool) {
        problems.append(SwiftScanProblem(.unterminatedString, at: literal.start..<position))
        close(literal, at: position, isInterpolated: isInterpolated)
    }

    private mutating func close(_ literal: OpenLiteral, at end: Int, isInterpolated: Bool) {
        tokens[literal.token] = SwiftToken(
            isInterpolated ? .interpolatedString : .string, from: literal.start, to: end)
    }

    // MARK: Tokens

    private mutating func addSymbol() {
        position += 1
        add(.symbol, from: position - 1)
    }

    /// Adds a token that ends at the position.
    private mutating func add(_ kind: SwiftToken.Kind, from start: Int, word: SwiftWord = .other) {
        tokens.append(SwiftToken(kind, from: start, to: position, word: word))
    }
}
