/// A day of the Gregorian calendar, which is also applied to the time before it was introduced.
package struct CalendarDay {
    package let year: Int
    package let month: Int
    package let day: Int

    /// - Throws: ``DateSyntaxError`` for a day that does not exist; it says which part is wrong.
    package init(year: Int, month: Int, day: Int) throws(DateSyntaxError) {
        guard (1...9999).contains(year) else {
            throw .impossible(.year, found: "\(year)", expected: "1 to 9999")
        }
        guard (1...12).contains(month) else {
            throw .impossible(.month, found: "\(month)", expected: "1 to 12")
        }
        let lastDay = Self.lastDay(ofMonth: month, year: year)
        guard (1...lastDay).contains(day) else {
            throw .impossible(.day, found: "\(day)", expected: "1 to \(lastDay) in month \(month) of \(year)")
        }
        self.year = year
        self.month = month
        self.day = day
    }

    private static func lastDay(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    /// The number of days since 1 January 1970.
    ///
    /// Years are counted from March, so that the leap day is the last one of a year; then months have lengths that a
    /// linear formula gives (Howard Hinnant, "chrono-compatible low-level date algorithms").
    package var daysSince1970: Int {
        let marchYear = month > 2 ? year : year - 1
        let marchMonth = (month + 9) % 12
        let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
        let daysBefore = 365 * marchYear + marchYear / 4 - marchYear / 100 + marchYear / 400
        return daysBefore + dayOfYear - 719_468
    }

    /// The day of the week, counted from 0 for Sunday.
    package var weekday: Int {
        // 1 January 1970 was a Thursday. The offset keeps the dividend from being negative.
        (daysSince1970 + 4 + 7 * 200_000) % 7
    }
}
