import FuzzSupport

/// A date of the Gregorian calendar, found by counting years and months.
struct PlainHTTPDate {
    private let year: Int64
    private let month: Int
    private let day: Int64
    private let secondOfDay: Int64

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// The date of a time; `nil` if its year does not have four digits or is before 1.
    init?(secondsSince1970 seconds: Int64) {
        var days = (seconds - (seconds % 86_400 + 86_400) % 86_400) / 86_400
        secondOfDay = (seconds % 86_400 + 86_400) % 86_400
        var year: Int64 = 1970
        while days < 0, year > 0 {
            year -= 1
            days += Self.days(in: year)
        }
        while days >= Self.days(in: year), year < 10_000 {
            days -= Self.days(in: year)
            year += 1
        }
        guard (1...9_999).contains(year) else { return nil }
        var month = 0
        let lengths = PlainDate.lengthsOfMonths(in: Int(year))
        while days >= lengths[month] {
            days -= Int64(lengths[month])
            month += 1
        }
        self.year = year
        self.month = month
        day = days + 1
    }

    /// The date in the forms of RFC 9110, section 5.6.7. The form with two digits for the year covers 1970 to 2069 only.
    var forms: [String] {
        let time = [secondOfDay / 3_600, secondOfDay / 60 % 60, secondOfDay % 60].map { Self.padded($0, 2) }
            .joined(separator: ":")
        let name = Self.months[month]
        var forms = [
            "Mon, \(Self.padded(day, 2)) \(name) \(Self.padded(year, 4)) \(time) GMT",
            "Mon \(name) \(day < 10 ? " " : "")\(day) \(time) \(Self.padded(year, 4))",
        ]
        if (1970..<2070).contains(year) {
            forms.append("Monday, \(Self.padded(day, 2))-\(name)-\(Self.padded(year % 100, 2)) \(time) GMT")
        }
        return forms
    }

    private static func days(in year: Int64) -> Int64 { PlainDate.isLeap(Int(year)) ? 366 : 365 }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
