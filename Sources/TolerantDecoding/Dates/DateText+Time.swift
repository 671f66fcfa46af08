/// A time of day as it was written; 24:00:00 is the end of the day, second 60 a leap second.
struct TimeOfDay {
    let hour: Int
    let minute: Int
    let second: Int
    let fraction: Double

    init(hour: Int, minute: Int, second: Int, fraction: Double) throws(DateSyntaxError) {
        guard hour <= 24, hour < 24 || (minute == 0 && second == 0 && fraction == 0) else {
            throw .impossible(.hour, found: "\(hour)", expected: "0 to 23, or 24:00:00 for the end of the day")
        }
        guard minute < 60 else { throw .impossible(.minute, found: "\(minute)", expected: "0 to 59") }
        guard second <= 60 else { throw .impossible(.second, found: "\(second)", expected: "0 to 59") }
        self.hour = hour
        self.minute = minute
        self.second = second
        self.fraction = fraction
    }

    /// Seconds since 1970 at this time on a day, in a zone so many seconds before UTC.
    ///
    /// - Throws: For a leap second that is not the last of a day in UTC, where leap seconds are.
    func seconds(on day: CalendarDay, zone: Int) throws(DateSyntaxError) -> DateSeconds {
        let whole = day.daysSince1970 * 86_400 + hour * 3_600 + minute * 60 + second - zone
        if second == 60, whole % 86_400 != 0 {
            throw .impossible(.second, found: "60", expected: "0 to 59, or a leap second at 23:59:60 UTC")
        }
        return DateSeconds(whole: whole, fraction: fraction)
    }
}

extension DateText {
    /// `HH:mm`, and perhaps `:ss` and a fraction of any length.
    mutating func readTime(_ bytes: RawSpan) throws(DateSyntaxError) -> TimeOfDay {
        let hour = try digits(2, of: "two digits of an hour", in: bytes)
        try expect(UInt8(ascii: ":"), "\":\"", in: bytes)
        let minute = try digits(2, of: "two digits of a minute", in: bytes)
        var second = 0
        var fraction = 0.0
        if skip(UInt8(ascii: ":"), in: bytes) {
            second = try digits(2, of: "two digits of a second", in: bytes)
            if skip(UInt8(ascii: "."), in: bytes) || skip(UInt8(ascii: ","), in: bytes) {
                fraction = try readFraction(bytes)
            }
        }
        return try TimeOfDay(hour: hour, minute: minute, second: second, fraction: fraction)
    }

    /// The digits after a point. From the sixteenth on they make no difference to a date, and are only passed over.
    mutating func readFraction(_ bytes: RawSpan) throws(DateSyntaxError) -> Double {
        guard bytes.isDigit(at: offset) else {
            throw .unexpected(offset: offset, expected: "digits of a fraction")
        }
        var digits = 0
        var scale = 1
        while bytes.isDigit(at: offset) {
            if scale < 1_000_000_000_000_000 {
                digits = digits * 10 + bytes.digit(at: offset)
                scale *= 10
            }
            offset += 1
        }
        return Double(digits) / Double(scale)
    }

    /// `Z`, `GMT`, `UTC`, `UT`, or an offset with or without colon and minutes, up to the end; nothing means UTC.
    ///
    /// - Returns: By how many seconds the zone is ahead of UTC.
    mutating func readZone(_ bytes: RawSpan) throws(DateSyntaxError) -> Int {
        guard offset < bytes.byteCount else { return 0 }
        _ = skip(UInt8(ascii: " "), in: bytes)
        var seconds = 0
        if skip(UInt8(ascii: "Z"), in: bytes) {
            seconds = 0
        } else if bytes.isLetter(at: offset) {
            try readZoneName(bytes)
        } else {
            let isNegative = skip(UInt8(ascii: "-"), in: bytes)
            guard isNegative || skip(UInt8(ascii: "+"), in: bytes) else {
                throw .unexpected(offset: offset, expected: "\"Z\", an offset such as +01:00, or the end")
            }
            seconds = try readZoneOffset(bytes) * (isNegative ? -1 : 1)
        }
        guard offset == bytes.byteCount else {
            throw .unexpected(offset: offset, expected: "the end")
        }
        return seconds
    }

    private mutating func readZoneName(_ bytes: RawSpan) throws(DateSyntaxError) {
        let start = offset
        while bytes.isLetter(at: offset) { offset += 1 }
        for name in ["Z", "GMT", "UTC", "UT"]
        where bytes.isWord(name, from: start, to: offset) {
            return
        }
        throw .unexpected(offset: start, expected: "\"Z\", \"GMT\", \"UTC\", or an offset such as +01:00")
    }

    private mutating func readZoneOffset(_ bytes: RawSpan) throws(DateSyntaxError) -> Int {
        let hours = try digits(2, of: "two digits of a zone offset", in: bytes)
        var minutes = 0
        if skip(UInt8(ascii: ":"), in: bytes) || bytes.isDigit(at: offset) {
            minutes = try digits(2, of: "two digits of a zone offset", in: bytes)
        }
        guard hours < 24, minutes < 60 else {
            throw .impossible(.offset, found: "\(hours) h \(minutes) min", expected: "at most 23 h 59 min")
        }
        return hours * 3_600 + minutes * 60
    }
}
