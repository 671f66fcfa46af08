/// Days of the proleptic Gregorian calendar.
///
/// Years begin in March here, so that the leap day is the last day of a year and a linear formula gives the lengths of
/// the months (Howard Hinnant, "chrono-compatible low-level date algorithms"). A period of 400 years has 146,097 days.
package enum GregorianCalendar {
    private static let daysOfPeriod: Int64 = 146_097
    /// The days from 1 March of year 0, where a period begins, to 1970-01-01.
    private static let daysBeforeEpoch: Int64 = 719_468

    /// The names of the months in the dates of mail and HTTP.
    package static let monthNames = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    package static func dayCount(ofMonth month: Int64, year: Int64) -> Int64 {
        switch month {
        case 2: isLeapYear(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func isLeapYear(_ year: Int64) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    /// The days from 1970-01-01 to a day, in the years 0 to 9999.
    package static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
        // One period later, the year before year 0 is not negative.
        let marchYear = (month > 2 ? year : year - 1) + 400
        let (period, yearOfPeriod) = marchYear.quotientAndRemainder(dividingBy: 400)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let dayOfPeriod = yearOfPeriod * 365 + yearOfPeriod / 4 - yearOfPeriod / 100 + dayOfYear
        return (period - 1) * daysOfPeriod + dayOfPeriod - daysBeforeEpoch
    }

    /// The inverse of ``daysSince1970(year:month:day:)``, for the days of any instant.
    package static func date(daysSince1970 days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + daysBeforeEpoch
        let period = (shifted >= 0 ? shifted : shifted - (daysOfPeriod - 1)) / daysOfPeriod
        let dayOfPeriod = shifted - period * daysOfPeriod
        let yearOfPeriod = (dayOfPeriod - dayOfPeriod / 1_460 + dayOfPeriod / 36_524 - dayOfPeriod / 146_096) / 365
        let dayOfYear = dayOfPeriod - (365 * yearOfPeriod + yearOfPeriod / 4 - yearOfPeriod / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        return (period * 400 + yearOfPeriod + (month <= 2 ? 1 : 0), month, day)
    }
}
