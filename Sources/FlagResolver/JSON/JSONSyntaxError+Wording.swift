/// The messages of syntax errors: what was found, what was expected, and what to do.
extension JSONSyntaxError {
    /// What is wrong, without the location; in lower case and without a full stop.
    package var message: String {
        switch kind {
        case .emptyDocument: "the document is empty, expected a value"
        case .otherFormat(let format): format.message
        case .byteOrderMark: "found a byte order mark, expected UTF-8 without one"
        case .wideEncoding(let bits): "the document looks like UTF-\(bits), expected UTF-8"
        case .unexpected(let found, let expected): "found \(found.name), expected \(expected.name)"
        case .unexpectedEnd(let expected, let unclosed):
            "unexpected end of the document: expected \(expected.name); "
                + "`\(unclosed == .object ? "{" : "[")`\(relatedLine) is not closed"
        case .trailingComma(let closing):
            "trailing comma: found `\(closing)` after `,`, expected "
                + (closing == "}" ? Expectation.key : Expectation.value).name
        case .missingComma(let kind): "missing comma: found \(kind.nameWithArticle), expected `,` before it"
        case .mismatchedBracket(let found, let expected):
            "found `\(found)`, expected `\(expected)` to close the bracket\(relatedLine)"
        case .comment: "found a comment, which JSON does not allow"
        case .otherQuote(let quote): "found `\(quote)`, expected a double quote"
        case .unquotedKey(let key): "found \(shown(key)), expected a key in double quotes"
        case .unknownWord(let word, _): "found \(shown(word)), expected a value"
        case .unterminatedString: "unterminated string: found the end of the document, expected `\"`"
        case .lineEndInString: "unterminated string: found a line break, expected `\"`"
        case .controlCharacter(let byte): "found the control character \(JSONSyntaxError.codePoint(byte)) in a string"
        case .invalidEscape(let found):
            "found \(found.name) after `\\`, expected one of `\"`, `\\`, `/`, `b`, `f`, `n`, `r`, `t`, `u`"
        case .invalidUnicodeEscape(let text): "found \(shown(text)), expected four hexadecimal digits after `\\u`"
        case .loneSurrogate(let text): "found the unpaired surrogate \(shown(text)), expected a surrogate pair"
        case .invalidUTF8(let bytes, let mistake):
            "found \(JSONSyntaxError.names(of: bytes)), expected UTF-8: \(mistake.reason)"
        case .number(let mistake, let text): "malformed number \(shown(text)): \(mistake.reason)"
        case .numberTooLarge(let text):
            "the number \(shown(text)) is out of range, expected at most about 1.8e308 in magnitude"
        case .duplicateKey(let key):
            "duplicate key \"\(JSONSyntaxError.escaped(key))\", expected each key once in an object"
        case .tooManyBytes(let count, let limit): "the document has \(count) bytes, expected at most \(limit)"
        case .tooDeep(let limit): "arrays and objects are nested too deeply, expected at most \(limit) levels"
        case .stringTooLong(let count, let limit): "the string has \(count) bytes, expected at most \(limit)"
        }
    }

    /// What to do, as an instruction; `nil` if the message says it.
    package var help: String? {
        switch kind {
        case .emptyDocument: "write an object, such as `{}` for a document without settings"
        case .otherFormat(let format): format.help
        case .byteOrderMark: "save the file as UTF-8 without a byte order mark"
        case .invalidUTF8(_, .incomplete), .invalidUTF8(_, .strayContinuation):
            "save the file as UTF-8; it may be in Latin-1"
        case .wideEncoding, .invalidUTF8: "save the file as UTF-8"
        case .unexpected(let found, let expected): help(for: found, expected)
        case .unexpectedEnd(_, let unclosed): "add the missing `\(unclosed == .object ? "}" : "]")`"
        case .trailingComma: "delete the comma"
        case .missingComma: "insert a comma"
        case .mismatchedBracket(_, let expected): "write `\(expected)`, or delete this bracket"
        case .comment: "delete the comment, or write it as a member `\"$comment\"`"
        case .otherQuote: "write `\"`"
        case .unquotedKey(let key): "write `\"\(JSONSyntaxError.escaped(key))\"`"
        case .unknownWord(_, let meant?): "did you mean `\(meant)`?"
        case .unknownWord(let word, nil):
            ["nan", "infinity", "inf"].contains(word.lowercased().filter { $0 != "-" })
                ? "JSON has no such number; write a finite number or `null`" : "put text in double quotes"
        case .unterminatedString: "close the string with `\"`"
        case .lineEndInString: "close the string with `\"`, or write the line break as `\\n`"
        case .controlCharacter(let byte): "write it as `\(JSONSyntaxError.escape(of: byte))`"
        case .invalidEscape: "write a backslash as `\\\\`"
        case .invalidUnicodeEscape: "write four digits, as in `\\u00e9`"
        case .loneSurrogate: "write the character itself, or both surrogates, as in `\\ud83d\\ude00`"
        case .number(let mistake, _): mistake.help
        case .numberTooLarge: "write a number closer to zero, or a string"
        case .duplicateKey: "delete or rename one of the two"
        case .tooManyBytes: "split it into several documents"
        case .tooDeep: "reduce the nesting"
        case .stringTooLong: "shorten the string"
        }
    }

    /// What the second location shows; `nil` if the error has only one.
    package var relatedNote: String? {
        switch kind {
        case .duplicateKey: "the key is first used here"
        case .unexpectedEnd, .mismatchedBracket: "the bracket is opened here"
        default: nil
        }
    }

    private func help(for found: Found, _ expected: Expectation) -> String? {
        switch (found, expected) {
        case (.character(","), .value), (.character(","), .valueOrArrayEnd), (.character(","), .key),
            (.character(","), .keyOrObjectEnd):
            "delete the comma"
        case (.character(","), .memberValue), (.character("}"), .memberValue): "write a value, or delete the key"
        case (.character("}"), .documentEnd), (.character("]"), .documentEnd): "delete the bracket"
        case (_, .documentEnd): "a document is a single value; delete the text after it"
        case (.character("\u{A0}"), _): "write an ordinary space"
        case (_, .colon): "write `:` between a key and its value"
        case (_, .key), (_, .keyOrObjectEnd): "a key is a string, as in `\"name\": 1`"
        default: nil
        }
    }

    private var relatedLine: String { relatedLocation.map { " on line \($0.line)" } ?? "" }

    private func shown(_ text: String) -> String { "`\(JSONSyntaxError.escaped(text))`" }
}

extension JSONSyntaxError: CustomStringConvertible {
    /// The location, the message, the help and the code, on one line.
    package var description: String {
        let place = sourceName.isEmpty ? "\(location)" : "\(sourceName):\(location)"
        return "\(place): \(message)" + (help.map { "; \($0)" } ?? "") + " [\(code)]"
    }
}

extension JSONSyntaxError.Found {
    fileprivate var name: String {
        switch self {
        case .end: "the end of the document"
        case .character(let scalar) where scalar.value < 0x20 || scalar.value == 0x7F:
            "the control character \(JSONSyntaxError.codePoint(scalar.value))"
        case .character(let scalar) where JSONSyntaxError.isInvisible(scalar):
            "the character \(JSONSyntaxError.codePoint(scalar.value))"
        case .character(let scalar): "`\(scalar)`"
        case .byte(let byte): JSONSyntaxError.names(of: [byte])
        }
    }
}

extension JSONKind {
    fileprivate var nameWithArticle: String {
        switch self {
        case .null: name
        case .array, .object: "an \(name)"
        case .false, .true, .number, .string: "a \(name)"
        }
    }
}

extension JSONSyntaxError.Expectation {
    fileprivate var name: String {
        switch self {
        case .value, .memberValue: "a value"
        case .valueOrArrayEnd: "a value or `]`"
        case .key: "a key in double quotes"
        case .keyOrObjectEnd: "a key in double quotes or `}`"
        case .colon: "`:` after the key"
        case .commaOrArrayEnd: "`,` or `]`"
        case .commaOrObjectEnd: "`,` or `}`"
        case .documentEnd: "the end of the document"
        }
    }
}

extension JSONSyntaxError.NumberMistake {
    fileprivate var reason: String {
        switch self {
        case .leadingZero: "found a digit after a leading zero"
        case .plusSign: "found `+`, expected a digit or `-`"
        case .noDigitAfterMinus: "expected a digit after `-`"
        case .noDigitBeforePoint: "expected a digit before `.`"
        case .noDigitAfterPoint: "expected a digit after `.`"
        case .noDigitInExponent: "expected a digit in the exponent"
        case .trailingText: "expected only digits, one `.` and an exponent"
        }
    }

    fileprivate var help: String {
        switch self {
        case .leadingZero: "delete the zero, or put a code made of digits in double quotes"
        case .plusSign: "delete the `+`"
        case .noDigitAfterMinus: "write a digit, or delete the `-`"
        case .noDigitBeforePoint: "write `0` before the `.`"
        case .noDigitAfterPoint: "write a digit, or delete the `.`"
        case .noDigitInExponent: "write a digit, or delete the exponent"
        case .trailingText: "put text, such as a version, in double quotes"
        }
    }
}

extension JSONSyntaxError.EncodingMistake {
    fileprivate var reason: String {
        switch self {
        case .strayContinuation: "a continuation byte without a leading byte"
        case .incomplete: "the character is incomplete"
        case .overlong: "an overlong form of a character"
        case .surrogate: "a surrogate is not a character"
        case .beyondUnicode: "there are no characters above U+10FFFF"
        case .neverValid: "this byte never occurs in UTF-8"
        }
    }
}

extension JSONSyntaxError {
    /// A text with invisible characters as code points, shortened for a message.
    private static func escaped(_ text: String) -> String {
        let limit = 64
        let scalars = text.unicodeScalars
        let shown = scalars.prefix(limit).map { isInvisible($0) ? codePoint($0.value) : String($0) }
        return shown.joined() + (scalars.dropFirst(limit).isEmpty ? "" : "\u{2026}")
    }

    fileprivate static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: true
        case .spaceSeparator: scalar != " "
        default: false
        }
    }

    private static func escape(of control: UInt8) -> String {
        switch control {
        case 0x08: "\\b"
        case 0x09: "\\t"
        case 0x0C: "\\f"
        default: "\\u" + control.padded(to: 4, radix: 16)
        }
    }

    fileprivate static func codePoint(_ value: some BinaryInteger) -> String {
        "U+" + value.padded(to: 4, radix: 16, uppercase: true)
    }

    fileprivate static func names(of bytes: [UInt8]) -> String {
        let digits = bytes.map { $0.padded(to: 2, radix: 16, uppercase: true) }.joined(separator: " ")
        return "the byte\(bytes.count == 1 ? "" : "s") \(digits)"
    }
}
