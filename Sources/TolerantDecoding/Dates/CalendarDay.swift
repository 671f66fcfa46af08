import FlagResolver

/// A day of the Gregorian calendar, which also applies to the time before its introduction.
package struct CalendarDay {
    package let year: Int
    package let month: Int
    package let day: Int

    /// - Throws: ``DateSyntaxError`` for a day that does not exist, with the part that is wrong.
    package init(year: Int, month: Int, day: Int) throws(DateSyntaxError) {
        guard (1...9999).contains(year) else {
            throw .impossible(.year, found: "\(year)", expected: "1 to 9999")
        }
        guard (1...12).contains(month) else {
            throw .impossible(.month, found: "\(month)", expected: "1 to 12")
        }
        let lastDay = Int(
            truncatingIfNeeded: GregorianCalendar.dayCount(ofMonth: Int64(month), year: Int64(year)))
        guard (1...lastDay).contains(day) else {
            throw .impossible(.day, found: "\(day)", expected: "1 to \(lastDay) in month \(month) of \(year)")
        }
        self.year = year
        self.month = month
        self.day = day
    }

    /// The number of days since 1 January 1970.
    package var daysSince1970: Int {
        // The years 1 to 9999 have less than 2^22 days.
        Int(
            truncatingIfNeeded: GregorianCalendar.daysSince1970(
                year: Int64(year), month: Int64(month), day: Int64(day)))
    }

    /// The day of the week, counted from 0 for Sunday.
    package var weekday: Int {
        // 1 January 1970 was a Thursday. The offset, a multiple of 7, makes the dividend positive.
        (daysSince1970 + 4 + 1_400_000) % 7
    }
}

/// A time of day as written. 24:00:00 is the end of the day, and second 60 a leap second.
struct TimeOfDay {
    private let hour: Int
    private let minute: Int
    let second: Int
    private let fraction: Double

    static let midnight = TimeOfDay()

    private init() {
        (hour, minute, second, fraction) = (0, 0, 0, 0)
    }

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

    /// The instant of this time on a day, in a zone with an offset from UTC in seconds.
    ///
    /// - Throws: ``DateSyntaxError`` if the instant is outside of the years 1 to 9999 in UTC.
    func seconds(on day: CalendarDay, offset: Int = 0) throws(DateSyntaxError) -> DateSeconds {
        let whole = Int64(day.daysSince1970) * 86_400 + Int64(hour) * 3_600 + Int64(minute * 60 + second - offset)
        return try DateSeconds(whole: whole, fraction: fraction)
    }
}

/// An instant in seconds since 1970, with the fraction separate so that it keeps its digits.
struct DateSeconds {
    /// 64 bits on every platform, because 32 bits end in 2038.
    let whole: Int64

    /// From 0 to 1.
    let fraction: Double

    /// The years 1 to 9999 in UTC.
    static let calendar: Range<Int64> = -62_135_596_800..<253_402_300_800

    init(whole: Int64, fraction: Double) throws(DateSyntaxError) {
        guard Self.calendar.contains(whole) else { throw .outsideCalendar }
        self.whole = whole
        self.fraction = fraction
    }

    /// A number below 1e11 in magnitude is seconds, otherwise it is milliseconds.
    ///
    /// As seconds, 1e11 would be in the year 5138; as milliseconds it is in 1973.
    init(secondsOrMilliseconds number: Double) throws(DateSyntaxError) {
        let unit = number.magnitude < 1e11 ? 1.0 : 1000.0
        let whole = (number / unit).rounded(.down)
        guard let seconds = Int64(exactly: whole) else { throw .outsideCalendar }
        // The subtraction is exact, so the only rounding is that of the fraction.
        let fraction = Self.decimal((number - whole * unit) / unit, precision: number.ulp / unit)
        try self.init(whole: seconds, fraction: fraction)
    }

    /// The fraction with as many decimal digits as a number of this precision keeps, which are those that were written.
    private static func decimal(_ fraction: Double, precision: Double) -> Double {
        guard fraction != 0 else { return 0 }
        var scale = 1e15
        while precision * scale > 0.5 { scale /= 10 }
        return (fraction * scale).rounded() / scale
    }
}
