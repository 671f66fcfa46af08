import FlagResolver

extension DateText {
    /// A time and an optional zone, up to the end.
    mutating func readTimeAndZone(on day: CalendarDay) throws(DateSyntaxError) -> DateSeconds {
        let time = try readTime()
        let offset = try readZone()
        let seconds = try time.seconds(on: day, offset: offset)
        if time.second == 60, !seconds.whole.isMultiple(of: 86_400) {
            throw .impossible(.second, found: "60", expected: "0 to 59, or a leap second at 23:59:60 UTC")
        }
        return seconds
    }

    /// `HH:mm`, optionally with `:ss` and a fraction of any length.
    private mutating func readTime() throws(DateSyntaxError) -> TimeOfDay {
        let hour = try digits(2, of: "two digits of an hour")
        try expect(":")
        let minute = try digits(2, of: "two digits of a minute")
        var second = 0
        var fraction = 0.0
        if scanner.skip(":") {
            second = try digits(2, of: "two digits of a second")
            if scanner.skip(".") || scanner.skip(",") { fraction = try readFraction() }
        }
        return try TimeOfDay(hour: hour, minute: minute, second: second, fraction: fraction)
    }

    /// The digits of a fraction. Those after the fifteenth make no difference to a date.
    mutating func readFraction() throws(DateSyntaxError) -> Double {
        guard scanner.next.isDigit else {
            throw .unexpected(offset: scanner.offset, expected: "digits of a fraction")
        }
        var digits = 0.0
        var scale = 1.0
        while let digit = scanner.digit() {
            guard scale < 1e15 else { continue }
            digits = digits * 10 + Double(digit)
            scale *= 10
        }
        return digits / scale
    }

    /// `Z`, `GMT`, `UTC`, `UT`, or an offset with optional colon and minutes, up to the end. Nothing means UTC.
    ///
    /// - Returns: The offset of the zone from UTC in seconds, positive in the east.
    private mutating func readZone() throws(DateSyntaxError) -> Int {
        guard !scanner.isAtEnd else { return 0 }
        _ = scanner.skip(" ")
        var seconds = 0
        if scanner.next.isLetter {
            guard scanner.word(of: ["Z", "GMT", "UTC", "UT"]) != nil else {
                throw .unexpected(
                    offset: scanner.offset, expected: "\"Z\", \"GMT\", \"UTC\", or an offset such as +01:00")
            }
        } else {
            let isNegative = scanner.skip("-")
            guard isNegative || scanner.skip("+") else {
                throw .unexpected(offset: scanner.offset, expected: "\"Z\", an offset such as +01:00, or the end")
            }
            seconds = try readZoneOffset() * (isNegative ? -1 : 1)
        }
        guard scanner.isAtEnd else { throw .unexpected(offset: scanner.offset, expected: "the end") }
        return seconds
    }

    private mutating func readZoneOffset() throws(DateSyntaxError) -> Int {
        let hours = try digits(2, of: "two digits of a zone offset")
        var minutes = 0
        if scanner.skip(":") || scanner.next.isDigit {
            minutes = try digits(2, of: "two digits of a zone offset")
        }
        guard hours < 24, minutes < 60 else {
            throw .impossible(.offset, found: "\(hours) h \(minutes) min", expected: "at most 23 h 59 min")
        }
        return Int(truncatingIfNeeded: Int64(hours) * 3_600) + minutes * 60
    }

    /// An RFC 1123 date, as in mail and HTTP: `Tue, 10 Nov 2009 23:00:00 GMT`. The weekday is optional.
    mutating func readMailDate() throws(DateSyntaxError) -> DateSeconds {
        var weekday: Int?
        if scanner.next.isLetter {
            weekday = scanner.word(of: Self.weekdays)
            guard weekday != nil else { throw .unknownForm }
            try expect(",")
            try expect(" ")
        }
        let dayOfMonth = try digits(scanner.byte(at: scanner.offset + 1).isDigit ? 2 : 1, of: "the day")
        try expect(" ")
        guard let month = scanner.word(of: GregorianCalendar.monthNames) else {
            throw .unexpected(offset: scanner.offset, expected: "a month such as \"Nov\"")
        }
        try expect(" ")
        let year = try digits(4, of: "four digits of a year")
        let day = try CalendarDay(year: year, month: month + 1, day: dayOfMonth)
        if let weekday, weekday != day.weekday {
            let expected = "\(Self.weekdays[day.weekday]) for that day"
            throw .impossible(.weekday, found: Self.weekdays[weekday], expected: expected)
        }
        try expect(" ")
        return try readTimeAndZone(on: day)
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
}
