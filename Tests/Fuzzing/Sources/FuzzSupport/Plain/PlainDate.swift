/// A date in the forms that the flexible strategy reads, read one character after the other and without care for speed.
public struct PlainDate {
    /// Seconds since 1970.
    public let seconds: Double

    /// The date of a text; `nil` if it does not have any of the forms, or does not exist.
    public init?(_ text: String) {
        let scalars = Array(text.unicodeScalars)
        guard let seconds = Self.internet(scalars) ?? Self.mail(scalars) ?? Self.number(scalars) else { return nil }
        self.seconds = seconds
    }

    private struct Reader {
        var rest: ArraySlice<Unicode.Scalar>

        mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
            guard rest.first == scalar else { return false }
            rest.removeFirst()
            return true
        }

        mutating func word(_ isIncluded: (Unicode.Scalar) -> Bool) -> String {
            let word = rest.prefix(while: isIncluded)
            rest = rest.dropFirst(word.count)
            return word.map(String.init).joined()
        }

        mutating func digits() -> String { word { ("0"..."9").contains($0) } }

        mutating func letters() -> String {
            word { ("a"..."z").contains($0) || ("A"..."Z").contains($0) }.lowercased()
        }

        mutating func number(ofDigits count: Int) -> Int? {
            let digits = rest.prefix(count).map(String.init).joined()
            guard digits.utf8.count == count, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            rest = rest.dropFirst(count)
            return Int(digits)
        }
    }

    /// `2024-02-29`, with an optional time and zone.
    private static func internet(_ scalars: [Unicode.Scalar]) -> Double? {
        var reader = Reader(rest: scalars[...])
        guard let year = reader.number(ofDigits: 4), reader.skip("-"), let month = reader.number(ofDigits: 2),
            reader.skip("-"), let day = reader.number(ofDigits: 2), let days = days(year, month, day)
        else { return nil }
        if reader.rest.isEmpty { return Double(days) * 86_400 }
        guard reader.skip("T") || reader.skip("t") || reader.skip(" ") else { return nil }
        return time(&reader, days)
    }

    /// `Thu, 29 Feb 2024 10:30:00 GMT`, with an optional weekday.
    private static func mail(_ scalars: [Unicode.Scalar]) -> Double? {
        var reader = Reader(rest: scalars[...])
        let weekday = reader.letters()
        if !weekday.isEmpty { guard reader.skip(","), reader.skip(" ") else { return nil } }
        let day = reader.digits()
        guard (1...2).contains(day.utf8.count), let day = Int(day), reader.skip(" ") else { return nil }
        let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        guard let month = months.firstIndex(of: reader.letters()), reader.skip(" "),
            let year = reader.number(ofDigits: 4), let days = days(year, month + 1, day), reader.skip(" ")
        else { return nil }
        let weekdays = ["thu", "fri", "sat", "sun", "mon", "tue", "wed"]
        guard weekday.isEmpty || weekday == weekdays[(days % 7 + 7) % 7] else { return nil }
        return time(&reader, days)
    }

    /// Seconds or milliseconds with an optional sign and fraction.
    private static func number(_ scalars: [Unicode.Scalar]) -> Double? {
        var reader = Reader(rest: scalars[...])
        let sign = reader.skip("-") ? -1.0 : 1.0
        var text = reader.digits()
        guard !text.isEmpty else { return nil }
        if reader.skip(".") {
            let fraction = reader.digits()
            guard !fraction.isEmpty else { return nil }
            text += "." + fraction
        }
        guard reader.rest.isEmpty, let number = Double(text) else { return nil }
        let seconds = sign * (number < 1e11 ? number : number / 1000)
        return seconds >= -62_135_596_800 && seconds < 253_402_300_800 ? seconds : nil
    }

    private static func time(_ reader: inout Reader, _ days: Int) -> Double? {
        guard let hour = reader.number(ofDigits: 2), reader.skip(":"), let minute = reader.number(ofDigits: 2) else {
            return nil
        }
        var second = 0
        var fraction = 0.0
        if reader.skip(":") {
            guard let written = reader.number(ofDigits: 2) else { return nil }
            second = written
            if reader.skip(".") || reader.skip(",") {
                let digits = reader.digits()
                // The library reads fifteen digits.
                guard !digits.isEmpty, let value = Double("0." + digits.prefix(15)) else { return nil }
                fraction = value
            }
        }
        guard hour < 24 || (hour == 24 && minute == 0 && second == 0 && fraction == 0), minute < 60, second <= 60,
            let offset = zone(&reader)
        else { return nil }
        let whole = days * 86_400 + hour * 3_600 + minute * 60 + second - offset
        guard second < 60 || whole % 86_400 == 0 else { return nil }
        return Double(whole) + fraction
    }

    /// The offset of a zone in seconds; UTC if there is none.
    private static func zone(_ reader: inout Reader) -> Int? {
        if reader.rest.isEmpty { return 0 }
        _ = reader.skip(" ")
        let name = reader.letters()
        if !name.isEmpty { return ["z", "gmt", "utc", "ut"].contains(name) && reader.rest.isEmpty ? 0 : nil }
        let isNegative = reader.rest.first == "-"
        guard reader.skip("-") || reader.skip("+"), let hours = reader.number(ofDigits: 2), hours < 24 else {
            return nil
        }
        var minutes = 0
        if reader.skip(":") || !reader.rest.isEmpty {
            guard let written = reader.number(ofDigits: 2), written < 60 else { return nil }
            minutes = written
        }
        guard reader.rest.isEmpty else { return nil }
        return (hours * 3_600 + minutes * 60) * (isNegative ? -1 : 1)
    }

    /// Whether a year of the Gregorian calendar is a leap year.
    public static func isLeap(_ year: Int) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    /// The lengths of the months of a year, in days.
    public static func lengthsOfMonths(in year: Int) -> [Int] {
        [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    }

    /// The days from 1 January 1970, counted year by year and month by month.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int? {
        let lengths = lengthsOfMonths(in: year)
        guard (1...9999).contains(year), (1...12).contains(month), (1...lengths[month - 1]).contains(day) else {
            return nil
        }
        var days = lengths[..<(month - 1)].reduce(day - 1, +)
        for other in min(year, 1970)..<max(year, 1970) {
            days += (isLeap(other) ? 366 : 365) * (year < 1970 ? -1 : 1)
        }
        return days
    }
}
