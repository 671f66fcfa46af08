/// How the scanner reads a number.
enum JSONNumberScanning {
    /// The offset after the number whose first digit or sign is at an offset, and whether it is an integer.
    @inline(never)
    static func end(in input: RawSpan, from start: Int) throws(JSONMistake) -> (end: Int, flags: JSONNode.Flags) {
        var position = start
        var flags: JSONNode.Flags = .integer
        var mayBeInfinite = false
        if input.byte(at: position) == UInt8(ascii: "-") { position += 1 }
        if input.byte(at: position) == UInt8(ascii: "0") {
            position += 1
            if isDigit(input.byte(at: position)) { throw .number(.leadingZero, from: start) }
        } else {
            guard skipDigits(input, &position) else { throw .noDigitAfterMinus(from: start) }
        }
        if input.byte(at: position) == UInt8(ascii: ".") {
            flags = []
            position += 1
            guard skipDigits(input, &position) else { throw .number(.noDigitAfterPoint, from: start) }
        }
        if input.byte(at: position) | 0x20 == UInt8(ascii: "e") {
            flags = []
            mayBeInfinite = true
            position += 1
            let sign = input.byte(at: position)
            if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
            guard skipDigits(input, &position) else { throw .number(.noDigitInExponent, from: start) }
        }
        // Below 10^308 without an exponent there is nothing to check.
        if mayBeInfinite || position - start > 308 {
            guard JSONDecimal(start..<position, in: input).isFinite(in: input) else {
                throw .numberTooLarge(from: start, to: position)
            }
        }
        return (position, flags)
    }

    /// Moves past digits, and says whether there was one.
    @inline(__always)
    private static func skipDigits(_ input: RawSpan, _ position: inout Int) -> Bool {
        let start = position
        while let word = input.word(at: position) {
            // The lowest mark is exact: what carries or borrows has a mark of its own.
            let others = ((word &+ 0x4646_4646_4646_4646) | (word &- 0x3030_3030_3030_3030)) & 0x8080_8080_8080_8080
            guard others == 0 else {
                position += others.trailingZeroBitCount >> 3
                return position > start
            }
            position += 8
        }
        while isDigit(input.byte(at: position)) { position += 1 }
        return position > start
    }

    @inline(__always)
    static func isDigit(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") < 10
    }
}
