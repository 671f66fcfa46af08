import FlagResolver

/// Finds the ends of regular expression literals.
enum SwiftRegexLiteral {
    /// The end of `/…/`; `nil` if the slash is an operator.
    ///
    /// As in the compiler, the literal is on one line, does not begin with a space, and has balanced parentheses.
    static func end(in input: RawSpan, from start: Int) -> Int? {
        var position = start + 1
        switch input.byte(at: position) {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ")"): return nil
        default: break
        }
        var depth = 0
        var isInClass = false
        while position < input.byteCount {
            switch input.byte(at: position) {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return nil
            case UInt8(ascii: "\\"): position += 1
            case UInt8(ascii: "["): isInClass = true
            case UInt8(ascii: "]"): isInClass = false
            case UInt8(ascii: "(") where !isInClass: depth += 1
            case UInt8(ascii: ")") where !isInClass:
                depth -= 1
                if depth < 0 { return nil }
            case UInt8(ascii: "/"): return position + 1
            default: break
            }
            position += 1
        }
        return nil
    }

    /// The end of `#/…/#`. It can have several lines if its first one ends after the slash.
    ///
    /// - Parameter start: The offset after the slash.
    /// - Returns: The end of the line or of the source if the literal has no end.
    static func extendedEnd(in input: RawSpan, from start: Int, hashCount: Int) -> (end: Int, isComplete: Bool) {
        var position = start
        while input.byte(at: position) == UInt8(ascii: " ") || input.byte(at: position) == UInt8(ascii: "\t") {
            position += 1
        }
        let isMultiline = SwiftCharacters.isLineBreak(input.byte(at: position))
        position = start
        while position < input.byteCount {
            let byte = input.byte(at: position)
            if byte == UInt8(ascii: "/"),
                (1...hashCount).allSatisfy({ input.byte(at: position + $0) == UInt8(ascii: "#") })
            {
                return (position + 1 + hashCount, true)
            }
            if SwiftCharacters.isLineBreak(byte), !isMultiline { return (position, false) }
            if byte == UInt8(ascii: "\\"), !SwiftCharacters.isLineBreak(input.byte(at: position + 1)) { position += 1 }
            position += 1
        }
        return (input.byteCount, false)
    }
}
