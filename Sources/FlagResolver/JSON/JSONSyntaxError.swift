/// Why a text is not a JSON document that the parser accepts, and where.
///
/// The error is data only. `JSONSyntaxError+Wording.swift` has the messages.
package struct JSONSyntaxError: Error, Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case emptyDocument
        case otherFormat(OtherFormat)
        case byteOrderMark
        /// The first bytes look like UTF-16 or UTF-32.
        case wideEncoding(unitBits: Int)
        case unexpected(Found, expected: Expectation)
        case unexpectedEnd(expected: Expectation, unclosed: JSONKind)
        case trailingComma(closing: Unicode.Scalar)
        case missingComma(before: JSONKind)
        case mismatchedBracket(found: Unicode.Scalar, expected: Unicode.Scalar)
        case comment
        case otherQuote(Unicode.Scalar)
        case unquotedKey(String)
        /// A word that is not a literal, and the literal that it probably stands for.
        case unknownWord(String, meant: String?)
        case unterminatedString
        case lineEndInString
        case controlCharacter(UInt8)
        case invalidEscape(Found)
        case invalidUnicodeEscape(String)
        case loneSurrogate(String)
        case invalidUTF8([UInt8], EncodingMistake)
        case number(NumberMistake, text: String)
        case numberTooLarge(String)
        case duplicateKey(String)
        case tooManyBytes(count: Int, limit: Int)
        case tooDeep(limit: Int)
        case stringTooLong(byteCount: Int, limit: Int)
    }

    /// What is at the location of the error.
    package enum Found: Sendable, Hashable {
        case end
        case character(Unicode.Scalar)
        /// A byte that does not begin a UTF-8 character.
        case byte(UInt8)

        /// The number of bytes.
        var width: Int {
            switch self {
            case .end: 0
            case .character(let scalar): UTF8.width(scalar)
            case .byte: 1
            }
        }
    }

    /// What the grammar allows at the location of the error.
    package enum Expectation: Sendable, Hashable {
        case value
        case valueOrArrayEnd
        /// The value after a key.
        case memberValue
        case key
        case keyOrObjectEnd
        case colon
        case commaOrArrayEnd
        case commaOrObjectEnd
        case documentEnd
    }

    /// What is wrong with a number.
    package enum NumberMistake: Sendable, Hashable {
        case leadingZero
        case plusSign
        case noDigitAfterMinus
        case noDigitBeforePoint
        case noDigitAfterPoint
        case noDigitInExponent
        /// Letters or signs after the number, as in `0x10` or `1.2.3`.
        case trailingText
    }

    /// Why bytes are not UTF-8.
    package enum EncodingMistake: Sendable, Hashable {
        case strayContinuation
        case incomplete
        case overlong
        case surrogate
        case beyondUnicode
        case neverValid
    }

    package let kind: Kind
    /// The bytes that are wrong; empty at the end of the document.
    package let span: Range<Int>
    /// The bytes of a second location: the bracket that is not closed, the first of two equal keys.
    package let related: Range<Int>?
    package let location: SourceLocation
    package let relatedLocation: SourceLocation?
    package let sourceName: String

    /// The stable code in reports.
    package var code: String {
        switch kind {
        case .duplicateKey: "duplicate-key"
        case .tooManyBytes, .tooDeep, .stringTooLong: "limit"
        default: "json-syntax"
        }
    }
}
