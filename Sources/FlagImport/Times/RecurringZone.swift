import FlagResolver

/// A time zone whose offset changes on the same days of every year, as the variable `TZ` of POSIX describes it.
///
///     CET-1CEST,M3.5.0,M10.5.0/3
///
/// The offset of standard time and that of summer time, with the days and local times when summer time begins and ends.
struct RecurringZone: Sendable {
    private let standardOffset: Int64
    /// `nil` if the offset never changes.
    private let summer: Summer?

    private struct Summer {
        let offset: Int64
        let start: Day
        let end: Day
    }

    /// A local time of a day in every year.
    private struct Day {
        enum Form {
            /// A weekday of a month: the last one for week 5.
            case weekday(month: Int64, week: Int64, day: Int64)
            /// A day of the year from 1 to 365, without 29 February.
            case dayWithoutLeapDay(Int64)
            /// A day of the year from 0 to 365.
            case dayOfYear(Int64)
        }

        let form: Form
        /// Seconds after midnight, which may be negative or more than a day.
        let time: Int64

        /// Seconds since 1970 in local time.
        func localTime(in year: Int64) -> Int64 {
            let newYear = GregorianCalendar.daysSince1970(year: year, month: 1, day: 1)
            let days: Int64
            switch form {
            case .dayOfYear(let day): days = newYear + day
            case .dayWithoutLeapDay(let day):
                let isLeapYear = GregorianCalendar.dayCount(ofMonth: 2, year: year) == 29
                days = newYear + day - 1 + (isLeapYear && day >= 60 ? 1 : 0)
            case .weekday(let month, let week, let day):
                let first = GregorianCalendar.daysSince1970(year: year, month: month, day: 1)
                // 1970-01-01 was a Thursday.
                let weekday = ((first + 4) % 7 + 7) % 7
                var offset = (day - weekday + 7) % 7 + (week - 1) * 7
                if offset >= GregorianCalendar.dayCount(ofMonth: month, year: year) { offset -= 7 }
                days = first + offset
            }
            return days * 86_400 + time
        }
    }

    /// - Returns: `nil` if the text does not describe a zone.
    init?(_ text: [UInt8]) {
        var scanner = Scanner(rest: text[...])
        guard scanner.skipName(), let standard = scanner.time() else { return nil }
        // POSIX counts offsets to the west.
        standardOffset = -standard
        guard !scanner.rest.isEmpty else {
            summer = nil
            return
        }
        guard scanner.skipName() else { return nil }
        var offset = standardOffset + 3_600
        if scanner.rest.first != UInt8(ascii: ",") {
            guard let time = scanner.time() else { return nil }
            offset = -time
        }
        guard scanner.skip(","), let start = scanner.day(), scanner.skip(","), let end = scanner.day(),
            scanner.rest.isEmpty
        else { return nil }
        summer = Summer(offset: offset, start: start, end: end)
    }

    func offset(at seconds: Int64) -> Int64 {
        guard let summer else { return standardOffset }
        let days = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
        let year = GregorianCalendar.date(daysSince1970: days).year
        guard (1...9_998).contains(year) else { return standardOffset }
        // The last change before the instant decides. Years begin earlier or later in local time.
        let changes = ((year - 1)...(year + 1)).flatMap { year in
            [
                (summer.start.localTime(in: year) - standardOffset, summer.offset),
                (summer.end.localTime(in: year) - summer.offset, standardOffset),
            ]
        }
        return changes.filter { $0.0 <= seconds }.max { $0.0 < $1.0 }?.1 ?? standardOffset
    }

    private struct Scanner {
        var rest: ArraySlice<UInt8>

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: character) else { return false }
            rest = rest.dropFirst()
            return true
        }

        /// Skips a name of letters, or of other characters between `<` and `>`.
        mutating func skipName() -> Bool {
            if skip("<") {
                guard let end = rest.firstIndex(of: UInt8(ascii: ">")), end > rest.startIndex else { return false }
                rest = rest[(end + 1)...]
                return true
            }
            let count = rest.prefix { $0.isLetter }.count
            rest = rest.dropFirst(count)
            return count > 0
        }

        mutating func number() -> Int64? {
            let digits = rest.prefix { $0.isDigit }
            guard !digits.isEmpty, digits.count <= 4 else { return nil }
            rest = rest.dropFirst(digits.count)
            return digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
        }

        /// Hours, with minutes and seconds if they are given, in seconds.
        mutating func time() -> Int64? {
            let isNegative = skip("-")
            if !isNegative { _ = skip("+") }
            guard let hours = number(), hours <= 167 else { return nil }
            var seconds = hours * 3_600
            for unit: Int64 in [60, 1] where skip(":") {
                guard let part = number(), part < 60 else { return nil }
                seconds += part * unit
            }
            return isNegative ? -seconds : seconds
        }

        mutating func day() -> Day? {
            let form: Day.Form
            if skip("M") {
                guard let month = number(), (1...12).contains(month), skip("."), let week = number(),
                    (1...5).contains(week), skip("."), let day = number(), (0...6).contains(day)
                else { return nil }
                form = .weekday(month: month, week: week, day: day)
            } else if skip("J") {
                guard let day = number(), (1...365).contains(day) else { return nil }
                form = .dayWithoutLeapDay(day)
            } else {
                guard let day = number(), (0...365).contains(day) else { return nil }
                form = .dayOfYear(day)
            }
            guard skip("/") else { return Day(form: form, time: 7_200) }
            guard let time = time() else { return nil }
            return Day(form: form, time: time)
        }
    }
}
