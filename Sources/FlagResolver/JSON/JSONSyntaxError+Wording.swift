/// The sentences of syntax errors: what was found, what was expected, and what to do about it.
extension JSONSyntaxError {
    /// What is wrong, without the place, beginning with a small letter and without a final stop.
    package var message: String {
        switch kind {
        case .emptyDocument: "the document is empty: expected a value"
        case .byteOrderMark: "found a byte order mark; JSON is UTF-8 without one"
        case .wideEncoding(let bits): "the document looks like UTF-\(bits): JSON is UTF-8"
        case .unexpected(let found, let expected): "found \(found.name), expected \(expected.name)"
        case .unexpectedEnd(let expected, let unclosed):
            "unexpected end of the document: expected \(expected.name); "
                + "`\(unclosed.opening)`\(relatedLine) is not closed"
        case .trailingComma(let closing):
            "trailing comma: found `\(closing)` after `,`, expected \(afterComma(closing))"
        case .missingComma(let found): "missing comma: found \(found.name), expected `,` before it"
        case .mismatchedBracket(let found, let expected):
            "found `\(found)`, expected `\(expected)`, which closes the bracket\(relatedLine)"
        case .comment: "comments are not JSON"
        case .otherQuote(let quote): "found `\(quote)`: strings need double quotes"
        case .unquotedKey(let key): "found \(shown(key)), expected a key in double quotes"
        case .unknownWord(let word, _): "\(shown(word)) is not JSON: expected a value"
        case .unterminatedString: "unterminated string: found the end of the document, expected `\"`"
        case .lineEndInString: "unterminated string: found a line end, expected `\"`"
        case .controlCharacter(let byte): "found the control character \(Found.name(of: byte)) in a string"
        case .invalidEscape(let found):
            "found \(found.name) after `\\`, expected one of `\"`, `\\`, `/`, `b`, `f`, `n`, `r`, `t`, `u`"
        case .invalidUnicodeEscape(let text): "found \(shown(text)), expected four hexadecimal digits after `\\u`"
        case .loneSurrogate(let text): "\(shown(text)) is half of a surrogate pair: expected both halves"
        case .invalidUTF8(let bytes, let mistake):
            "found \(Found.name(of: bytes)), expected UTF-8: \(mistake.reason)"
        case .number(let mistake, let text): "malformed number \(shown(text)): \(mistake.reason)"
        case .numberTooLarge(let text): "the number \(shown(text)) is too large: expected less than about 1.8e308"
        case .duplicateKey(let key):
            "duplicate key \(JSONSyntaxError.quoted(key)): expected every key once in an object"
        case .tooManyBytes(let count, let limit): "the document has \(count) bytes, at most \(limit) are allowed"
        case .tooDeep(let limit): "arrays and objects are nested too deeply, at most \(limit) levels are allowed"
        case .stringTooLong(let count, let limit): "the string has \(count) bytes, at most \(limit) are allowed"
        }
    }

    /// What to do about it, as an instruction; `nil` where the message says it all.
    package var help: String? {
        switch kind {
        case .emptyDocument: "write an object; one without settings is `{}`"
        case .byteOrderMark: "save the file as UTF-8 without a byte order mark"
        case .wideEncoding: "save the file as UTF-8"
        case .unexpected(let found, let expected): help(for: found, expected)
        case .unexpectedEnd(_, let unclosed): "add the missing `\(unclosed.closing)`"
        case .trailingComma: "delete the comma"
        case .missingComma: "insert a comma"
        case .mismatchedBracket(_, let expected): "write `\(expected)`, or delete this bracket"
        case .comment: "delete it, or keep it in a member `\"$comment\"`"
        case .otherQuote: "write `\"`"
        case .unquotedKey(let key): "write `\"\(JSONSyntaxError.escaped(key))\"`"
        case .unknownWord(_, let meant?): "did you mean `\(meant)`?"
        case .unknownWord(let word, nil):
            Set(["nan", "infinity", "inf"]).contains(word.lowercased().filter { $0 != "-" })
                ? "JSON has no such number; write a finite one, or `null`" : "put a text into double quotes"
        case .unterminatedString: "close the string with `\"`"
        case .lineEndInString: "close the string with `\"`, or write a line end in it as `\\n`"
        case .controlCharacter(let byte): "write it as `\(JSONSyntaxError.escape(of: byte))`"
        case .invalidEscape: "write a backslash itself as `\\\\`"
        case .invalidUnicodeEscape: "write it like `\\u00e9`"
        case .loneSurrogate: "write the character itself, or both halves, like `\\ud83d\\ude00`"
        case .invalidUTF8: "save the file as UTF-8"
        case .number(let mistake, _): mistake.help
        case .numberTooLarge: "write a smaller number, or a string"
        case .duplicateKey: "delete or rename one of the two"
        case .tooManyBytes: "split it into several documents"
        case .tooDeep: "nest less deeply"
        case .stringTooLong: "shorten the string"
        }
    }

    /// What there is to see at the second place; `nil` where there is none.
    package var relatedNote: String? {
        switch kind {
        case .duplicateKey: "the key is here first"
        case .unexpectedEnd, .mismatchedBracket: "the bracket is opened here"
        default: nil
        }
    }

    private var relatedLine: String {
        relatedLocation.map { " of line \($0.line)" } ?? ""
    }

    private func afterComma(_ closing: Unicode.Scalar) -> String {
        closing == "}" ? Expectation.key.name : Expectation.value.name
    }

    private func shown(_ text: String) -> String {
        "`\(JSONSyntaxError.escaped(text))`"
    }

    private func help(for found: Found, _ expected: Expectation) -> String? {
        switch (found, expected) {
        case (.character(","), .value), (.character(","), .valueOrArrayEnd), (.character(","), .key),
            (.character(","), .keyOrObjectEnd):
            "delete the comma"
        case (.character("}"), .documentEnd), (.character("]"), .documentEnd): "delete the bracket"
        case (_, .documentEnd): "a document is one value; delete what follows it"
        case (.character("\u{A0}"), _): "write an ordinary space"
        case (_, .colon): "write `:` between a key and its value"
        case (_, .key), (_, .keyOrObjectEnd): "a key is a string, as in `\"name\": 1`"
        default: nil
        }
    }
}

extension JSONSyntaxError: CustomStringConvertible {
    /// The place, the message and the help, on one line.
    package var description: String {
        let place = sourceName.isEmpty ? "\(location)" : "\(sourceName):\(location)"
        return "\(place): \(message)" + (help.map { "; \($0)" } ?? "") + " [\(code)]"
    }
}
