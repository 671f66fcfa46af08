/// How the parts of a syntax error are called in its sentences.
extension JSONSyntaxError.Found {
    package var name: String {
        switch self {
        case .end: "the end of the document"
        case .character(let scalar) where scalar.value < 0x20 || scalar.value == 0x7F:
            "the control character \(JSONSyntaxError.codePoint(scalar.value))"
        case .character(let scalar) where JSONSyntaxError.isInvisible(scalar):
            "the character \(JSONSyntaxError.codePoint(scalar.value))"
        case .character(let scalar): "`\(scalar)`"
        case .byte(let byte): JSONSyntaxError.Found.name(of: [byte])
        case .value(let kind):
            kind == .array || kind == .object ? "an \(kind.name)" : kind == .null ? "null" : "a \(kind.name)"
        }
    }

    static func name(of control: UInt8) -> String {
        JSONSyntaxError.codePoint(UInt32(control))
    }

    static func name(of bytes: [UInt8]) -> String {
        let digits = bytes.map { JSONSyntaxError.hexadecimal(UInt32($0), width: 2) }.joined(separator: " ")
        return "the byte\(bytes.count == 1 ? "" : "s") \(digits)"
    }
}

extension JSONSyntaxError.Expectation {
    package var name: String {
        switch self {
        case .value: "a value"
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
    var reason: String {
        switch self {
        case .leadingZero: "found a digit after a leading zero, expected none"
        case .plusSign: "found `+`, expected a digit or `-`"
        case .noDigitAfterMinus: "expected a digit after `-`"
        case .noDigitBeforePoint: "expected a digit before `.`"
        case .noDigitAfterPoint: "expected a digit after `.`"
        case .noDigitInExponent: "expected a digit in the exponent"
        case .trailingText: "expected only digits, one `.` and an exponent"
        }
    }

    var help: String {
        switch self {
        case .leadingZero: "delete the zero; put digits that are no number, such as a code, into double quotes"
        case .plusSign: "delete the `+`"
        case .noDigitAfterMinus: "write a digit, or delete the `-`"
        case .noDigitBeforePoint: "write `0` before the `.`"
        case .noDigitAfterPoint: "write a digit, or delete the `.`"
        case .noDigitInExponent: "write a digit, or delete the exponent"
        case .trailingText: "put a text, such as a version, into double quotes"
        }
    }
}

extension JSONSyntaxError.EncodingMistake {
    var reason: String {
        switch self {
        case .strayContinuation: "a continuation byte without a first byte"
        case .incomplete: "the character is incomplete"
        case .overlong: "an overlong form of a character"
        case .surrogate: "a surrogate is not a character"
        case .beyondUnicode: "beyond U+10FFFF there are no characters"
        case .neverValid: "this byte never occurs"
        }
    }
}

extension JSONKind {
    fileprivate var isObject: Bool { self == .object }
    var opening: String { isObject ? "{" : "[" }
    var closing: String { isObject ? "}" : "]" }
}

extension JSONSyntaxError {
    /// A text as a JSON string, cut to what a message can show, with everything invisible escaped.
    static func quoted(_ text: String) -> String {
        "\"\(escaped(text))\""
    }

    /// A text with everything in it escaped that a terminal would not show as it is.
    static func escaped(_ text: String) -> String {
        let limit = 64
        var result = ""
        for (index, scalar) in text.unicodeScalars.prefix(limit + 1).enumerated() {
            if index == limit {
                result += "\u{2026}"
            } else if isInvisible(scalar) {
                result += "U+" + hexadecimal(scalar.value, width: 4)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: true
        case .spaceSeparator: scalar != " "
        default: false
        }
    }

    static func escape(of control: UInt8) -> String {
        switch control {
        case 0x08: "\\b"
        case 0x09: "\\t"
        case 0x0C: "\\f"
        default: "\\u" + hexadecimal(UInt32(control), width: 4).lowercased()
        }
    }

    static func codePoint(_ value: UInt32) -> String {
        "U+" + hexadecimal(value, width: 4)
    }

    static func hexadecimal(_ value: UInt32, width: Int) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
