import FlagResolver

/// The tokens of a Swift source, and the parts that could not be read.
///
/// ```swift
/// let tokens = SwiftTokens(scanning: Array("store[.payments] // here".utf8))
/// tokens.tokens.map { tokens.text(of: $0) }  // ["store", "[", ".", "payments", "]"]
/// ```
///
/// 1. Any bytes can be scanned; nothing traps. Code that the compiler accepts has the tokens that the compiler sees, with two
///    exceptions: operators are split into their characters, and whether `/` begins a regular expression is decided by the
///    tokens and the space around it, not by the grammar.
/// 2. All branches of `#if` are scanned.
/// 3. A literal or comment without an end is a problem. A literal on one line then ends with its line, and so does the code
///    that it interpolates; everything else ends with the source.
package struct SwiftTokens: Sendable {
    package let bytes: [UInt8]
    package let tokens: [SwiftToken]
    package let problems: [SwiftScanProblem]

    /// - Complexity: O(*n*) in the number of bytes.
    package init(scanning bytes: [UInt8]) {
        var scanner = SwiftScanner(capacity: bytes.count / 4)
        bytes.withRawSpan { scanner.scan($0) }
        var problems = scanner.problems
        if let offset = Self.firstInvalidByte(of: bytes) {
            problems.append(SwiftScanProblem(.invalidEncoding, at: offset..<min(offset + 1, bytes.count)))
        }
        self.bytes = bytes
        tokens = scanner.tokens
        self.problems = problems
    }

    /// The bytes of a token.
    package func bytes(of token: SwiftToken) -> ArraySlice<UInt8> { bytes[token.span.clamped(to: bytes.indices)] }

    /// The text of a token, as it is written.
    package func text(of token: SwiftToken) -> String { String(decoding: bytes(of: token), as: UTF8.self) }

    /// The name of an identifier, without its backquotes.
    package func name(of token: SwiftToken) -> String {
        token.kind == .quotedIdentifier
            ? String(decoding: bytes(of: token).dropFirst().dropLast(), as: UTF8.self) : text(of: token)
    }

    /// Whether a token is a certain character.
    package func isSymbol(_ symbol: Unicode.Scalar, at index: Int) -> Bool {
        guard tokens.indices.contains(index) else { return false }
        let token = tokens[index]
        return token.kind == .symbol && token.start < bytes.count && bytes[token.start] == UInt8(ascii: symbol)
    }

    /// The offset of the first byte that is not UTF-8.
    private static func firstInvalidByte(of bytes: [UInt8]) -> Int? {
        bytes.withRawSpan { input in
            var offset = 0
            while offset < input.byteCount {
                guard input.byte(at: offset) >= 0x80 else {
                    offset += 1
                    continue
                }
                let (_, length) = SwiftCharacters.scalar(in: input, at: offset)
                guard length > 1 else { return offset }
                offset += length
            }
            return nil
        }
    }
}

/// Something in a Swift source that hides what comes after it.
package struct SwiftScanProblem: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case invalidEncoding
        case unterminatedString
        case unterminatedInterpolation
        case unterminatedRegex
        case unterminatedComment
        case unterminatedIdentifier
        /// The code after it is left out.
        case tooDeep
        /// The code after it is left out.
        case tooManyProblems
    }

    package let kind: Kind
    package let span: Range<Int>

    init(_ kind: Kind, at span: Range<Int>) {
        self.kind = kind
        self.span = span
    }
}
