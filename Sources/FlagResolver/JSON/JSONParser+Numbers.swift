extension JSONParser {
    /// Reads the number whose first digit or sign is at the position.
    @inline(__always)
    mutating func parseNumber(_ input: RawSpan, _ position: inout Int) throws(JSONSyntaxError) {
        let start = position
        var flags: JSONNode.Flags = .integer
        var mayOverflow = false
        if input.byte(at: position) == UInt8(ascii: "-") { position += 1 }
        if input.byte(at: position) == UInt8(ascii: "0") {
            position += 1
            if JSONParser.isDigit(input.byte(at: position)) { throw malformedNumber(.leadingZero, from: start) }
        } else {
            guard skipDigits(input, &position) else { throw noDigitAfterMinus(from: start) }
        }
        if input.byte(at: position) == UInt8(ascii: ".") {
            flags = []
            position += 1
            guard skipDigits(input, &position) else { throw malformedNumber(.noDigitAfterPoint, from: start) }
        }
        if input.byte(at: position) | 0x20 == UInt8(ascii: "e") {
            flags = []
            mayOverflow = true
            position += 1
            let sign = input.byte(at: position)
            if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
            guard skipDigits(input, &position) else { throw malformedNumber(.noDigitInExponent, from: start) }
        }
        // Below 10^308 without an exponent there is nothing to check.
        if mayOverflow || position - start > 308 {
            guard JSONDecimal(start..<position, in: input).isFinite(in: input) else {
                throw numberTooLarge(start..<position)
            }
        }
        append(.number, from: start, to: position, flags: flags)
    }

    /// Moves past digits, and says whether there was one.
    @inline(__always)
    private func skipDigits(_ input: RawSpan, _ position: inout Int) -> Bool {
        let start = position
        while JSONParser.isDigit(input.byte(at: position)) { position += 1 }
        return position > start
    }

    @inline(__always)
    static func isDigit(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") < 10
    }
}
