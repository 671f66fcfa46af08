#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// A point in time, exact to the nanosecond.
package struct Instant: Hashable, Sendable, BitwiseCopyable {
    /// Whole seconds since 1970-01-01T00:00:00Z, without leap seconds; negative before.
    package let seconds: Int64

    /// The nanoseconds after ``seconds``, from 0 to 999,999,999.
    package let nanoseconds: Int32

    package init(seconds: Int64, nanoseconds: Int32 = 0) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// The instant of a date, rounded to the nanosecond; `nil` if the date is not finite or out of range.
    package init?(_ date: Date) {
        let interval = date.timeIntervalSinceReferenceDate
        let whole = interval.rounded(.down)
        guard let seconds = Int64(exactly: whole) else { return nil }
        let (sinceEpoch, isTooLate) = seconds.addingReportingOverflow(Self.referenceDate)
        guard !isTooLate else { return nil }
        let nanoseconds = ((interval - whole) * 1e9).rounded()
        if nanoseconds >= 1e9 {
            self.init(seconds: sinceEpoch &+ 1)
        } else {
            self.init(seconds: sinceEpoch, nanoseconds: Int32(nanoseconds))
        }
    }

    /// The nearest date that a `Date` can represent.
    package var date: Date {
        let (whole, isTooEarly) = seconds.subtractingReportingOverflow(Self.referenceDate)
        let interval = isTooEarly ? Double(seconds) : Double(whole)
        return Date(timeIntervalSinceReferenceDate: interval + Double(nanoseconds) / 1e9)
    }

    /// 2001-01-01T00:00:00Z, from which `Date` counts.
    private static let referenceDate: Int64 = 978_307_200
}

extension Instant: Comparable {
    package static func < (left: Instant, right: Instant) -> Bool {
        left.seconds < right.seconds || (left.seconds == right.seconds && left.nanoseconds < right.nanoseconds)
    }
}

extension Instant {
    /// Why a text is not a date-time.
    package enum SyntaxError: Error, Hashable, Sendable {
        case form
        case missingZone
        case noSuchTime
        case noSuchDay
        case leapSecond
        case fractionTooLong
    }

    /// Parses a date-time of RFC 3339, such as `2026-12-01T00:00:00Z`.
    ///
    /// The zone is required. A fraction may have up to nine digits. Second 60 is rejected, because an instant cannot
    /// represent leap seconds.
    package init(parsing text: some StringProtocol) throws(SyntaxError) {
        var scanner = DateScanner([UInt8](text.utf8))
        guard let year = scanner.number(digits: 4), scanner.skip("-"), let month = scanner.number(digits: 2),
            scanner.skip("-"), let day = scanner.number(digits: 2)
        else { throw .form }
        guard scanner.skip("T") || scanner.skip("t") else { throw scanner.isAtEnd ? .missingZone : .form }
        guard let hour = scanner.number(digits: 2), scanner.skip(":"), let minute = scanner.number(digits: 2),
            scanner.skip(":"), let second = scanner.number(digits: 2)
        else { throw .form }
        let nanoseconds = try scanner.nanoseconds()
        let offset = try scanner.zone()
        guard scanner.isAtEnd else { throw .form }
        guard hour < 24, minute < 60, second <= 60 else { throw .noSuchTime }
        guard second < 60 else { throw .leapSecond }
        guard (1...12).contains(month), day >= 1, day <= GregorianCalendar.dayCount(ofMonth: month, year: year) else {
            throw .noSuchDay
        }
        let days = GregorianCalendar.daysSince1970(year: year, month: month, day: day)
        let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - offset
        self.init(seconds: seconds, nanoseconds: Int32(nanoseconds))
    }
}

extension DateScanner {
    /// Reads a fraction of a second, in nanoseconds; 0 if there is none.
    fileprivate mutating func nanoseconds() throws(Instant.SyntaxError) -> Int64 {
        guard skip(".") else { return 0 }
        guard next.isDigit else { throw .form }
        var nanoseconds: Int64 = 0
        var unit: Int64 = 1_000_000_000
        while let digit = digit() {
            guard unit > 1 else { throw .fractionTooLong }
            unit /= 10
            nanoseconds += digit * unit
        }
        return nanoseconds
    }

    /// Reads the offset of a zone from UTC, in seconds.
    fileprivate mutating func zone() throws(Instant.SyntaxError) -> Int64 {
        if skip("Z") || skip("z") { return 0 }
        let isAhead = skip("+")
        guard isAhead || skip("-") else { throw isAtEnd ? .missingZone : .form }
        guard let hours = number(digits: 2), skip(":"), let minutes = number(digits: 2) else { throw .form }
        guard hours < 24, minutes < 60 else { throw .noSuchTime }
        return (hours * 3_600 + minutes * 60) * (isAhead ? 1 : -1)
    }
}

extension Instant: CustomStringConvertible {
    /// The instant as a date-time of RFC 3339, with as many fractional digits as it needs.
    ///
    /// It is in UTC, unless that is outside the years 0 to 9999, the only ones in RFC 3339.
    package var description: String {
        let (firstSecond, lastSecond): (Int64, Int64) = (-62_167_219_200, 253_402_300_799)
        if seconds < firstSecond, let text = text(offset: 86_340) { return text + fraction + "+23:59" }
        if seconds > lastSecond, let text = text(offset: -86_340) { return text + fraction + "-23:59" }
        return (text(offset: 0) ?? "") + fraction + "Z"
    }

    /// The instant as a date-time of RFC 3339 in UTC, with three fractional digits.
    package var millisecondText: String {
        (text(offset: 0) ?? "") + ".\((nanoseconds / 1_000_000).padded(to: 3))Z"
    }

    /// The fraction of the second, with its point and without zeros at the end; empty if it is 0.
    private var fraction: String {
        guard nanoseconds > 0 else { return "" }
        let digits = nanoseconds.padded(to: 9).utf8.reversed().drop { $0 == UInt8(ascii: "0") }.reversed()
        return ".\(String(decoding: Array(digits), as: UTF8.self))"
    }

    /// The date and time in a zone, without the fraction and the zone; `nil` if it is out of range.
    private func text(offset: Int64) -> String? {
        let (seconds, isOutOfRange) = seconds.addingReportingOverflow(offset)
        guard !isOutOfRange else { return nil }
        let days = seconds >= 0 ? seconds / 86_400 : (seconds + 1) / 86_400 - 1
        let secondOfDay = seconds - days * 86_400
        let (year, month, day) = GregorianCalendar.date(daysSince1970: days)
        let date = "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))"
        let (hour, minute, second) = (secondOfDay / 3_600, secondOfDay / 60 % 60, secondOfDay % 60)
        return "\(date)T\(hour.padded(to: 2)):\(minute.padded(to: 2)):\(second.padded(to: 2))"
    }
}
