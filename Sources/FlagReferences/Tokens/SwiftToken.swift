/// A token of Swift source: its kind and its bytes.
///
/// White space and comments are not tokens. A literal with interpolation is one token, and the tokens of the interpolated
/// code follow it, between ``Kind/interpolationStart`` and ``Kind/interpolationEnd``.
package struct SwiftToken: Hashable, Sendable {
    package enum Kind: UInt8, Sendable, CaseIterable {
        /// A word, including keywords and `$0`.
        case identifier
        /// A word in backquotes.
        case quotedIdentifier
        case number
        /// A string literal without interpolation.
        case string
        /// A string literal with interpolation.
        case interpolatedString
        /// `\(` in a string literal.
        case interpolationStart
        /// The `)` that ends an interpolation.
        case interpolationEnd
        case regex
        /// One character of punctuation or of an operator.
        case symbol
    }

    // Offsets are 32 bits wide, because a large project has millions of tokens.
    private let first: UInt32
    private let last: UInt32
    package let kind: Kind
    /// The word, if it is one that the search for references looks at.
    package let word: SwiftWord

    init(_ kind: Kind, from start: Int, to end: Int, word: SwiftWord = .other) {
        first = UInt32(clamping: start)
        last = UInt32(clamping: max(start, end))
        self.kind = kind
        self.word = word
    }

    package var start: Int { Int(first) }
    package var end: Int { Int(last) }
    /// The bytes of the token, as offsets in the source.
    package var span: Range<Int> { Int(first)..<Int(last) }
}
