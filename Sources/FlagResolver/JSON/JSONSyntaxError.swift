/// Why a text is not a JSON document that this parser accepts, and where.
///
/// It carries data only; the sentences are in `JSONSyntaxError+Wording.swift`.
package struct JSONSyntaxError: Error, Sendable, Hashable {
    /// What was found at the place of the error.
    package enum Found: Sendable, Hashable {
        case end
        case character(Unicode.Scalar)
        /// A byte that begins no character of UTF-8.
        case byte(UInt8)
        /// A value, where something else had to come.
        case value(JSONKind)
    }

    /// What had to come at the place of the error.
    package enum Expectation: Sendable, Hashable {
        case value
        case valueOrArrayEnd
        case key
        case keyOrObjectEnd
        case colon
        case commaOrArrayEnd
        case commaOrObjectEnd
        case documentEnd
    }

    /// Which part of a number is wrong.
    package enum NumberMistake: Sendable, Hashable {
        case leadingZero
        case plusSign
        case noDigitAfterMinus
        case noDigitBeforePoint
        case noDigitAfterPoint
        case noDigitInExponent
        /// A number with further letters or signs, such as `0x10` or `1.2.3`.
        case trailingText
    }

    /// What is wrong with the bytes of a character.
    package enum EncodingMistake: Sendable, Hashable {
        case strayContinuation
        case incomplete
        case overlong
        case surrogate
        case beyondUnicode
        case neverValid
    }

    package enum Kind: Sendable, Hashable {
        case emptyDocument
        case byteOrderMark
        /// UTF-16 or UTF-32, by the look of the first bytes.
        case wideEncoding(unitBits: Int)
        case unexpected(Found, expected: Expectation)
        case unexpectedEnd(expected: Expectation, unclosed: JSONKind)
        case trailingComma(closing: Unicode.Scalar)
        case missingComma(Found)
        case mismatchedBracket(found: Unicode.Scalar, expected: Unicode.Scalar)
        case comment
        case otherQuote(Unicode.Scalar)
        case unquotedKey(String)
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

    package let kind: Kind
    /// The bytes that are wrong; empty at the end of the document.
    package let span: Range<Int>
    /// A second place that takes part: the bracket that is not closed, the first of two equal keys.
    package let related: Range<Int>?
    package let location: SourceLocation
    package let relatedLocation: SourceLocation?
    package let sourceName: String

    /// The stable code under which the error is reported.
    package var code: String {
        switch kind {
        case .duplicateKey: "duplicate-key"
        case .tooManyBytes, .tooDeep, .stringTooLong: "limit"
        default: "json-syntax"
        }
    }
}
