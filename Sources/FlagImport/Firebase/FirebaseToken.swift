import FlagResolver

/// The smallest parts of a condition's expression.
struct FirebaseToken: Equatable {
    enum Kind: Equatable {
        case word(String)
        /// The content of a string. With escapes, its meaning is not documented.
        case string(String, hasEscapes: Bool)
        case number(String)
        /// An operator, a bracket, a comma or a dot.
        case symbol(String)
    }

    let kind: Kind
    /// The bytes in the expression.
    let range: Range<Int>

    func isSymbol(_ text: String) -> Bool { kind == .symbol(text) }
    func isWord(_ text: String) -> Bool { kind == .word(text) }
}

/// Why an expression cannot be read, and where.
struct FirebaseSyntaxError: Error {
    let message: String
    /// The bytes in the expression.
    let range: Range<Int>
    var help: String?
}

extension FirebaseToken {
    private static let symbols = [
        "&&", "||", "==", "!=", "<=", ">=", "<", ">", "!", "=", "&", "|", "(", ")", "[", "]", ",", ".", "%", "+", "*",
        "/",
        "-",
    ]

    /// Divides an expression.
    static func tokens(of bytes: [UInt8]) throws(FirebaseSyntaxError) -> [FirebaseToken] {
        var tokens: [FirebaseToken] = []
        var offset = 0
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte.isBlank {
                offset += 1
                continue
            }
            let token: FirebaseToken
            switch byte {
            case UInt8(ascii: "'"), UInt8(ascii: "\""): token = try string(from: offset, in: bytes)
            case _ where byte.isLetter || byte == UInt8(ascii: "_"):
                let end = end(from: offset, in: bytes) { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
                token = FirebaseToken(kind: .word(text(offset..<end, bytes)), range: offset..<end)
            case _ where startsNumber(at: offset, in: bytes, after: tokens.last):
                let sign = byte == UInt8(ascii: "-") ? 1 : 0
                let end = end(from: offset + sign, in: bytes) { $0.isDigit || $0 == UInt8(ascii: ".") }
                token = FirebaseToken(kind: .number(text(offset..<end, bytes)), range: offset..<end)
            default:
                guard let symbol = symbols.first(where: { bytes[offset...].starts(with: $0.utf8) }) else {
                    let width = characterWidth(at: offset, in: bytes)
                    throw FirebaseSyntaxError(
                        message: "the expression has an unexpected character", range: offset..<(offset + width))
                }
                token = FirebaseToken(kind: .symbol(symbol), range: offset..<(offset + symbol.utf8.count))
            }
            tokens.append(token)
            offset = token.range.upperBound
        }
        return tokens
    }

    /// A point begins a number only where no name precedes it: `app.version` has none.
    private static func startsNumber(at offset: Int, in bytes: [UInt8], after last: FirebaseToken?) -> Bool {
        func digit(_ index: Int) -> Bool { index < bytes.count && bytes[index].isDigit }
        if bytes[offset].isDigit { return true }
        if bytes[offset] == UInt8(ascii: ".") {
            guard digit(offset + 1) else { return false }
            switch last?.kind {
            case .word, .symbol(")"), .symbol("]"): return false
            default: return true
            }
        }
        guard bytes[offset] == UInt8(ascii: "-") else { return false }
        return digit(offset + 1)
            || offset + 1 < bytes.count && bytes[offset + 1] == UInt8(ascii: ".") && digit(offset + 2)
    }

    private static func string(from start: Int, in bytes: [UInt8]) throws(FirebaseSyntaxError) -> FirebaseToken {
        var offset = start + 1
        var hasEscapes = false
        while offset < bytes.count, bytes[offset] != bytes[start] {
            if bytes[offset] == UInt8(ascii: "\\") {
                hasEscapes = true
                offset += 1
            }
            offset += 1
        }
        guard offset < bytes.count else {
            throw FirebaseSyntaxError(
                message: "the text that begins here does not end", range: start..<bytes.count,
                help: "end it with \(bytes[start] == UInt8(ascii: "'") ? "an apostrophe" : "a quote")")
        }
        return FirebaseToken(
            kind: .string(text((start + 1)..<offset, bytes), hasEscapes: hasEscapes), range: start..<(offset + 1))
    }

    private static func end(from start: Int, in bytes: [UInt8], while isIncluded: (UInt8) -> Bool) -> Int {
        bytes[start...].firstIndex { !isIncluded($0) } ?? bytes.count
    }

    private static func text(_ range: Range<Int>, _ bytes: [UInt8]) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    private static func characterWidth(at offset: Int, in bytes: [UInt8]) -> Int {
        var end = offset + 1
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return end - offset
    }
}
