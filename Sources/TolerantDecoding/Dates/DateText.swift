/// Reads dates in the spellings that backends use.
///
/// | form | example |
/// |---|---|
/// | day | `2024-02-29` |
/// | ISO 8601, RFC 3339 | `2024-02-29T10:30:00Z`, `2024-02-29 10:30:00.25+0130`, `2024-02-29T10:30` |
/// | RFC 1123 | `Thu, 29 Feb 2024 10:30:00 GMT` |
/// | number | `1709202600`, `1709202600.5`, `-1` |
///
/// No zone means UTC.
struct DateText {
    /// From here on a number is milliseconds, below it is seconds: 1e11 seconds are in the year 5138, 1e11 milliseconds
    /// in 1973.
    static let leastMilliseconds = 1e11

    private static let secondsOfYearOne = -62_135_596_800.0
    private static let secondsAfterYear9999 = 253_402_300_800.0

    /// Seconds since 1970 of a date as text.
    static func seconds(_ text: String) throws(DateSyntaxError) -> DateSeconds {
        let result = text.withUTF8Bytes { bytes -> Result<DateSeconds, DateSyntaxError> in
            do throws(DateSyntaxError) {
                var reader = DateText()
                return .success(try reader.read(bytes))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Seconds since 1970 of a number that is seconds, or milliseconds if it is too large for that.
    static func seconds(_ number: Double) throws(DateSyntaxError) -> DateSeconds {
        let seconds = number.magnitude < leastMilliseconds ? number : number / 1000
        guard seconds >= secondsOfYearOne, seconds < secondsAfterYear9999 else { throw .beyondCalendar }
        let whole = seconds.rounded(.down)
        return DateSeconds(whole: Int(whole), fraction: seconds - whole)
    }

    var offset = 0

    private mutating func read(_ bytes: RawSpan) throws(DateSyntaxError) -> DateSeconds {
        if bytes.isDigit(at: 3), bytes.byte(at: 4) == UInt8(ascii: "-"), bytes.isDigit(at: 0) {
            return try readInternetDate(bytes)
        }
        guard bytes.hasVisible else { throw .empty }
        if bytes.isLetter(at: 0) || (bytes.byte(at: 1) == UInt8(ascii: " ") || bytes.byte(at: 2) == UInt8(ascii: " ")) {
            return try readMailDate(bytes)
        }
        return try readNumber(bytes)
    }

    /// `yyyy-MM-dd`, and perhaps a time of day and a zone.
    private mutating func readInternetDate(_ bytes: RawSpan) throws(DateSyntaxError) -> DateSeconds {
        let year = try digits(4, of: "four digits of a year", in: bytes)
        try expect(UInt8(ascii: "-"), "\"-\"", in: bytes)
        let month = try digits(2, of: "two digits of a month", in: bytes)
        try expect(UInt8(ascii: "-"), "\"-\"", in: bytes)
        let day = try CalendarDay(year: year, month: month, day: digits(2, of: "two digits of a day", in: bytes))
        guard offset < bytes.byteCount else { return DateSeconds(whole: day.daysSince1970 * 86_400, fraction: 0) }
        guard
            skip(UInt8(ascii: "T"), in: bytes) || skip(UInt8(ascii: "t"), in: bytes)
                || skip(UInt8(ascii: " "), in: bytes)
        else { throw .unexpected(offset: offset, expected: "\"T\", a blank, or the end") }
        let time = try readTime(bytes)
        let zone = try readZone(bytes)
        return try time.seconds(on: day, zone: zone)
    }

    /// A number of seconds or milliseconds in text: digits with an optional sign and fraction.
    private mutating func readNumber(_ bytes: RawSpan) throws(DateSyntaxError) -> DateSeconds {
        let isNegative = skip(UInt8(ascii: "-"), in: bytes)
        var number = 0.0
        var count = 0
        while bytes.isDigit(at: offset) {
            number = number * 10 + Double(bytes.digit(at: offset))
            offset += 1
            count += 1
        }
        guard count > 0 else { throw .unexpected(offset: offset, expected: "a date") }
        if skip(UInt8(ascii: "."), in: bytes) { number += try readFraction(bytes) }
        guard offset == bytes.byteCount else { throw .unexpected(offset: offset, expected: "a date") }
        return try Self.seconds(isNegative ? -number : number)
    }
}

/// An instant in seconds since 1970, the fraction kept apart so that it loses no digits.
struct DateSeconds: Equatable {
    var whole: Int

    /// From 0 to below 1.
    var fraction: Double
}

extension RawSpan {
    @inline(__always)
    func isDigit(at offset: Int) -> Bool { byte(at: offset) &- UInt8(ascii: "0") < 10 }

    @inline(__always)
    func digit(at offset: Int) -> Int { Int(byte(at: offset) &- UInt8(ascii: "0")) }

    @inline(__always)
    func isLetter(at offset: Int) -> Bool { (byte(at: offset) | 0x20) &- UInt8(ascii: "a") < 26 }

    /// Whether there is anything but ASCII white space.
    var hasVisible: Bool {
        for offset in 0..<byteCount where byte(at: offset) > 0x20 { return true }
        return false
    }
}
