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
    private let bytes: [UInt8]
    private(set) var offset = 0

    /// The instant of a date as text.
    static func seconds(_ text: String) throws(DateSyntaxError) -> DateSeconds {
        var reader = DateText(bytes: Array(text.utf8))
        return try reader.read()
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func read() throws(DateSyntaxError) -> DateSeconds {
        if byte(at: 3).isDigit, byte(at: 4) == UInt8(ascii: "-"), byte(at: 0).isDigit {
            return try readInternetDate()
        }
        guard bytes.contains(where: { $0 > UInt8(ascii: " ") }) else { throw .blank }
        if byte(at: 0).isLetter || byte(at: 1) == UInt8(ascii: " ") || byte(at: 2) == UInt8(ascii: " ") {
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
        guard !isAtEnd else { return try TimeOfDay.midnight.seconds(on: day) }
        guard skip("T") || skip("t") || skip(" ") else {
            throw .unexpected(offset: offset, expected: "\"T\", a space, or the end")
        }
        return try readTimeAndZone(on: day)
    }

    /// Seconds or milliseconds since 1970: digits with an optional sign and fraction.
    private mutating func readNumber() throws(DateSyntaxError) -> DateSeconds {
        let isNegative = skip("-")
        guard byte(at: offset).isDigit else { throw .unknownForm }
        var number = 0.0
        while let digit = skipDigit() { number = number * 10 + Double(digit) }
        if skip(".") { number += try readFraction() }
        guard isAtEnd else { throw .unknownForm }
        return try DateSeconds(secondsOrMilliseconds: isNegative ? -number : number)
    }
}

// The bytes of the text, one at a time.
extension DateText {
    var isAtEnd: Bool { offset == bytes.count }

    /// The byte at an offset; 0 at the end.
    func byte(at offset: Int) -> UInt8 {
        offset < bytes.count ? bytes[offset] : 0
    }

    /// Skips the next byte if it is the given one.
    mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard !isAtEnd, bytes[offset] == UInt8(ascii: scalar) else { return false }
        offset += 1
        return true
    }

    /// Skips the next byte, which must be the given one.
    mutating func expect(_ scalar: Unicode.Scalar) throws(DateSyntaxError) {
        guard skip(scalar) else {
            throw .unexpected(offset: offset, expected: scalar == " " ? "a space" : "\"\(scalar)\"")
        }
    }

    /// Skips the next byte if it is a digit, and returns its value.
    mutating func skipDigit() -> Int? {
        guard byte(at: offset).isDigit else { return nil }
        defer { offset += 1 }
        return Int(byte(at: offset) - UInt8(ascii: "0"))
    }

    /// Reads a fixed number of digits.
    mutating func digits(_ count: Int, of what: String) throws(DateSyntaxError) -> Int {
        var value = 0
        for _ in 0..<count {
            guard let digit = skipDigit() else { throw .unexpected(offset: offset, expected: what) }
            value = value * 10 + digit
        }
        return value
    }

    /// Skips one of several words of ASCII letters in any letter case, and returns its index.
    mutating func skipWord(of words: [String]) -> Int? {
        var end = offset
        while byte(at: end).isLetter { end += 1 }
        let letters = bytes[offset..<end]
        let index = words.firstIndex { word in
            word.utf8.elementsEqual(letters) { $0 | 0x20 == $1 | 0x20 }
        }
        if index != nil { offset = end }
        return index
    }
}
