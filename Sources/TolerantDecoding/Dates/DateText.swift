import FlagResolver

/// Reads a date in the forms that backends use.
///
/// | form | example |
/// |---|---|
/// | day | `2024-02-29` |
/// | ISO 8601, RFC 3339 | `2024-02-29T10:30:00Z`, `2024-02-29 10:30:00.25+0130`, `2024-02-29T10:30` |
/// | RFC 1123 | `Thu, 29 Feb 2024 10:30:00 GMT` |
/// | number | `1709202600`, `1709202600.5`, `-1` |
///
/// Without a zone, a date is in UTC. The extensions in the other files read times, zones and RFC 1123 dates.
struct DateText {
    var scanner: DateScanner

    /// The instant of a date as text.
    static func seconds(_ text: String) throws(DateSyntaxError) -> DateSeconds {
        var reader = DateText(scanner: DateScanner(Array(text.utf8)))
        guard text.utf8.contains(where: { $0 > UInt8(ascii: " ") }) else { throw .blank }
        return try reader.read()
    }

    private mutating func read() throws(DateSyntaxError) -> DateSeconds {
        let (first, second, third) = (scanner.byte(at: 0), scanner.byte(at: 1), scanner.byte(at: 2))
        if first.isDigit, scanner.byte(at: 3).isDigit, scanner.byte(at: 4) == UInt8(ascii: "-") {
            return try readInternetDate()
        }
        if first.isLetter || second == UInt8(ascii: " ") || third == UInt8(ascii: " ") {
            return try readMailDate()
        }
        return try readNumber()
    }

    /// `yyyy-MM-dd`, optionally with a time and a zone.
    private mutating func readInternetDate() throws(DateSyntaxError) -> DateSeconds {
        let year = try digits(4, of: "four digits of a year")
        try expect("-")
        let month = try digits(2, of: "two digits of a month")
        try expect("-")
        let day = try CalendarDay(year: year, month: month, day: digits(2, of: "two digits of a day"))
        guard !scanner.isAtEnd else { return try TimeOfDay.midnight.seconds(on: day) }
        guard scanner.skip("T") || scanner.skip("t") || scanner.skip(" ") else {
            throw .unexpected(offset: scanner.offset, expected: "\"T\", a space, or the end")
        }
        return try readTimeAndZone(on: day)
    }

    /// Seconds or milliseconds since 1970: digits with an optional sign and fraction.
    private mutating func readNumber() throws(DateSyntaxError) -> DateSeconds {
        let isNegative = scanner.skip("-")
        guard scanner.next.isDigit else { throw .unknownForm }
        var number = 0.0
        while let digit = scanner.digit() { number = number * 10 + Double(digit) }
        if scanner.skip(".") { number += try readFraction() }
        guard scanner.isAtEnd else { throw .unknownForm }
        return try DateSeconds(secondsOrMilliseconds: isNegative ? -number : number)
    }
}

// Parts that must be present.
extension DateText {
    /// Skips the next byte, which must be the given one.
    mutating func expect(_ scalar: Unicode.Scalar) throws(DateSyntaxError) {
        guard scanner.skip(scalar) else {
            throw .unexpected(offset: scanner.offset, expected: scalar == " " ? "a space" : "\"\(scalar)\"")
        }
    }

    /// Reads a fixed number of digits.
    mutating func digits(_ count: Int, of what: String) throws(DateSyntaxError) -> Int {
        guard let number = scanner.number(digits: count) else {
            throw .unexpected(offset: scanner.offset, expected: what)
        }
        return Int(truncatingIfNeeded: number)
    }
}
