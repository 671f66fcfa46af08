/// Strings, numbers and literals. Each function appends the node of the token at an offset, and returns the offset after
/// it.
extension JSONParser {
    /// Parses a string or key, whose opening quote is at an offset.
    func parseString(_ input: RawSpan, at start: Int, into nodes: inout OutputSpan<JSONNode>) throws(JSONSyntaxError)
        -> Int
    {
        var position = start + 1
        var flags: JSONNode.Flags = []
        while true {
            position = input.endOfPlainBytes(from: position, to: input.byteCount)
            switch input.byte(at: position) {
            case UInt8(ascii: "\""):
                nodes.append(JSONNode(start, position + 1, nodes.count + 1, .string, flags))
                if position - start > limits.stringByteCount { try checkLength(nodes[nodes.count - 1], input) }
                return position + 1
            case UInt8(ascii: "\\"):
                flags = .escaped
                position = try endOfEscape(input, at: position)
            case 0x7F...:
                guard let scalar = input.scalar(at: position) else { throw diagnosis().invalidUTF8(at: position) }
                position += UTF8.width(scalar)
            default:
                throw diagnosis().invalidStringByte(at: position, from: start)
            }
        }
    }

    /// The offset after an escape, or after both escapes of a surrogate pair.
    private func endOfEscape(_ input: RawSpan, at start: Int) throws(JSONSyntaxError) -> Int {
        switch input.byte(at: start + 1) {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return start + 2
        case UInt8(ascii: "u"):
            guard let unit = JSONStringContent.codeUnit(in: input, at: start + 2) else {
                throw diagnosis().invalidEscape(at: start)
            }
            guard UTF16.isSurrogate(unit) else { return start + 6 }
            guard UTF16.isLeadSurrogate(unit), input.byte(at: start + 6) == UInt8(ascii: "\\"),
                input.byte(at: start + 7) == UInt8(ascii: "u"),
                let second = JSONStringContent.codeUnit(in: input, at: start + 8), UTF16.isTrailSurrogate(second)
            else { throw diagnosis().unpairedSurrogate(at: start) }
            return start + 12
        default:
            throw diagnosis().invalidEscape(at: start)
        }
    }

    /// Throws if the content of a string exceeds the limit.
    private func checkLength(_ node: JSONNode, _ input: RawSpan) throws(JSONSyntaxError) {
        var content: [UInt8] = []
        JSONStringContent.append(node, in: input, to: &content)
        if content.count > limits.stringByteCount { throw diagnosis().tooLongString(node, byteCount: content.count) }
    }

    /// Parses a number, whose sign or first digit is at an offset.
    func parseNumber(_ input: RawSpan, at start: Int, into nodes: inout OutputSpan<JSONNode>) throws(JSONSyntaxError)
        -> Int
    {
        var position = start
        var flags: JSONNode.Flags = .integer
        if input.byte(at: position) == UInt8(ascii: "-") { position += 1 }
        if input.byte(at: position) == UInt8(ascii: "0") {
            position += 1
            if input.byte(at: position).isDigit {
                throw diagnosis().malformedNumber(.leadingZero, at: start)
            }
        } else {
            guard JSONParser.skipDigits(input, &position) else { throw diagnosis().missingDigitAfterMinus(at: start) }
        }
        if input.byte(at: position) == UInt8(ascii: ".") {
            flags = []
            position += 1
            guard JSONParser.skipDigits(input, &position) else {
                throw diagnosis().malformedNumber(.noDigitAfterPoint, at: start)
            }
        }
        let hasExponent = input.byte(at: position) | 0x20 == UInt8(ascii: "e")
        if hasExponent {
            flags = []
            position += 1
            let sign = input.byte(at: position)
            if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
            guard JSONParser.skipDigits(input, &position) else {
                throw diagnosis().malformedNumber(.noDigitInExponent, at: start)
            }
        }
        // Up to 308 digits without an exponent are always in the range of a Double.
        if hasExponent || position - start > 308 {
            guard JSONDecimal(start..<position, in: input).isFinite(in: input) else {
                throw diagnosis().tooLargeNumber(start..<position)
            }
        }
        nodes.append(JSONNode(start, position, nodes.count + 1, .number, flags))
        return position
    }

    /// Advances an offset past digits. Returns whether there was at least one.
    private static func skipDigits(_ input: RawSpan, _ position: inout Int) -> Bool {
        let start = position
        while input.byte(at: position).isDigit { position += 1 }
        return position > start
    }

    /// Parses `true`, `false` or `null`.
    func parseLiteral(_ input: RawSpan, at start: Int, into nodes: inout OutputSpan<JSONNode>) throws(JSONSyntaxError)
        -> Int
    {
        let kind: JSONKind
        let end: Int
        // Four bytes as one integer, the first of them lowest.
        switch (input.byte(at: start), input.halfWord(at: start), input.halfWord(at: start + 1)) {
        case (_, 0x6575_7274, _): (kind, end) = (.true, start + 4)  // true
        case (UInt8(ascii: "f"), _, 0x6573_6C61): (kind, end) = (.false, start + 5)  // f, alse
        case (_, 0x6C6C_756E, _): (kind, end) = (.null, start + 4)  // null
        default: throw diagnosis(nodes).missingValue(at: start)
        }
        nodes.append(JSONNode(start, end, nodes.count + 1, kind, []))
        return end
    }
}

extension RawSpan {
    /// The offset of the first byte that is not a space, a tab or part of a line end.
    func endOfBlanks(from start: Int) -> Int {
        var offset = start
        while true {
            switch byte(at: offset) {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): offset += 1
            default: return offset
            }
        }
    }
}
