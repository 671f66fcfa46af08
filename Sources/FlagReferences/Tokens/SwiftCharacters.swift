import FlagResolver

/// The classes of characters in Swift source.
enum SwiftCharacters {
    /// Whether an ASCII byte can be within an identifier.
    static func isIdentifierByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
            true
        default: false
        }
    }

    static func isLineBreak(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

    /// Whether a character outside of ASCII belongs to operators rather than to identifiers.
    static func isOperator(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0xA1...0xA7, 0xA9, 0xAB, 0xAC, 0xAE, 0xB0, 0xB1, 0xB6, 0xBB, 0xBF, 0xD7, 0xF7, 0x2016, 0x2017,
            0x2020...0x2027,
            0x2030...0x203E, 0x2041...0x2053, 0x2055...0x205E, 0x2190...0x23FF, 0x2500...0x2775, 0x2794...0x2BFF,
            0x2E00...0x2E7F, 0x3001...0x3003, 0x3008...0x3020, 0x3030:
            true
        default: false
        }
    }

    /// The character at an offset, and the number of its bytes. A byte that is not UTF-8 counts as a character.
    static func scalar(in input: RawSpan, at offset: Int) -> (scalar: UInt32, length: Int) {
        let first = input.byte(at: offset)
        let length: Int
        var scalar: UInt32
        switch first {
        case 0xC2...0xDF: (length, scalar) = (2, UInt32(first & 0x1F))
        case 0xE0...0xEF: (length, scalar) = (3, UInt32(first & 0x0F))
        case 0xF0...0xF4: (length, scalar) = (4, UInt32(first & 0x07))
        default: return (UInt32(first), 1)
        }
        for index in 1..<length {
            let byte = input.byte(at: offset + index)
            guard byte & 0xC0 == 0x80 else { return (UInt32(first), 1) }
            scalar = scalar << 6 | UInt32(byte & 0x3F)
        }
        // Overlong forms, surrogates, and numbers beyond the last character are not UTF-8.
        let isValid =
            switch length {
            case 3: scalar >= 0x800 && !(0xD800...0xDFFF).contains(scalar)
            case 4: (0x10000...0x10FFFF).contains(scalar)
            default: true
            }
        guard isValid else { return (UInt32(first), 1) }
        return (scalar, length)
    }
}

extension [SwiftToken] {
    /// Whether an operand can end with a token, so that an operator, a member or a subscript follows.
    func endsOperand(at index: Int, in input: RawSpan) -> Bool {
        guard indices.contains(index) else { return false }
        var index = index
        while isPostfix(at: index, in: input) { index -= 1 }
        let token = self[index]
        switch token.kind {
        case .identifier: return !token.word.precedesOperand || isMember(at: index, in: input)
        case .quotedIdentifier, .number, .string, .interpolatedString, .interpolationEnd, .regex: return true
        case .interpolationStart: return false
        case .symbol:
            switch input.byte(at: token.start) {
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): return true
            default: return false
            }
        }
    }

    /// Whether a token is `!` or `?` without space before it.
    private func isPostfix(at index: Int, in input: RawSpan) -> Bool {
        guard index > 0, self[index].kind == .symbol, self[index - 1].end == self[index].start else { return false }
        let byte = input.byte(at: self[index].start)
        return byte == UInt8(ascii: "!") || byte == UInt8(ascii: "?")
    }

    /// Whether a word comes after a dot, where keywords are names.
    private func isMember(at index: Int, in input: RawSpan) -> Bool {
        guard index > 0, self[index - 1].kind == .symbol else { return false }
        return input.byte(at: self[index - 1].start) == UInt8(ascii: ".")
    }
}
