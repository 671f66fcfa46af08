import FlagResolver

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension JSONDecoder.DateDecodingStrategy {
    /// Recognises the form of each date: ISO 8601, RFC 3339, RFC 1123, seconds or milliseconds since 1970.
    ///
    /// ```swift
    /// decoder.dateDecodingStrategy = .flexible
    /// ```
    ///
    /// | form | examples |
    /// |---|---|
    /// | day | `2024-02-29` |
    /// | day and time | `2024-02-29T10:30:00Z`, `2024-02-29T10:30:00.123+01:00`, `2024-02-29 10:30:00`, `2024-02-29T10:30` |
    /// | RFC 1123 | `Thu, 29 Feb 2024 10:30:00 GMT` |
    /// | number, or string with one | `1709202600`, `1709202600123`, `"1709202600.5"` |
    ///
    /// 1. Without a zone, a date is in UTC. Offsets are written `+01:00`, `+0100` or `+01`. A fraction of a second may have
    ///    any number of digits.
    /// 2. Numbers below 100,000,000,000 in magnitude are seconds, others are milliseconds. As seconds, that number would be
    ///    in the year 5138; as milliseconds it is in March 1973.
    /// 3. Days are those of the Gregorian calendar. Instants are those of the years 1 to 9999 in UTC, in every form.
    /// 4. `24:00:00` is the end of a day, and 23:59:60 UTC a leap second: both are the first instant of the next day.
    /// 5. A date that does not exist (30 February, hour 25, a wrong weekday) is an error that names the impossible part.
    ///    Blank text and other forms are errors too. Spaces around a date are not accepted.
    /// 6. `20240101` is a number of seconds, in August 1970. An issue says so, because a day was probably meant.
    public static let flexible = JSONDecoder.DateDecodingStrategy.custom { decoder in
        let container = try decoder.singleValueContainer()
        do {
            let text = try container.decode(String.self)
            let seconds: DateSeconds
            do throws(DateSyntaxError) {
                seconds = try DateText.seconds(text)
            } catch {
                throw decoder.unreadableDate(text, error)
            }
            try decoder.reportCompactDay(text)
            return Date(seconds)
        } catch DecodingError.typeMismatch {
            guard let number = container.number else { throw decoder.notDate() }
            let seconds: DateSeconds
            do throws(DateSyntaxError) {
                seconds = try DateSeconds(secondsOrMilliseconds: number)
            } catch {
                throw decoder.unreadableDate("\(number)", error)
            }
            if let integer = Int64(exactly: number) { try decoder.reportCompactDay("\(integer)") }
            return Date(seconds)
        }
    }
}

extension Date {
    fileprivate init(_ seconds: DateSeconds) {
        let secondsFrom1970To2001: Int64 = 978_307_200
        self.init(timeIntervalSinceReferenceDate: Double(seconds.whole - secondsFrom1970To2001) + seconds.fraction)
    }
}

extension JSONEncoder.DateEncodingStrategy {
    /// Writes dates as RFC 3339 text in UTC, with milliseconds: `2024-02-29T10:30:00.123Z`.
    ///
    /// The decoder's `flexible` reads them as the same millisecond again. A date that is outside of the years 1 to 9999 when
    /// it is rounded to milliseconds is an `EncodingError`.
    public static let rfc3339 = JSONEncoder.DateEncodingStrategy.custom { date, encoder in
        guard let text = date.rfc3339 else {
            let problem = "RFC 3339 has only the years 1 to 9999"
            throw EncodingError.invalidValue(date, .init(codingPath: encoder.codingPath, debugDescription: problem))
        }
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension Date {
    /// The date as RFC 3339 text with milliseconds; `nil` outside of the years 1 to 9999.
    fileprivate var rfc3339: String? {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        let seconds = (milliseconds / 1000).rounded(.down)
        // In these years, whole milliseconds have less than 53 bits, so that the subtraction is exact.
        guard let whole = Int64(exactly: seconds), DateSeconds.calendar.contains(whole),
            let fraction = Int32(exactly: milliseconds - seconds * 1000)
        else { return nil }
        return Instant(seconds: whole, nanoseconds: fraction * 1_000_000).millisecondText
    }
}

extension Decoder {
    /// Reports a number that is a day without its hyphens.
    fileprivate func reportCompactDay(_ text: String) throws {
        guard text.utf8.count == 8, let number = Int(text), (1900...2199).contains(number / 10_000),
            (try? CalendarDay(year: number / 10_000, month: number / 100 % 100, day: number % 100)) != nil
        else { return }
        try IssueReporter(userInfo).report(.compactDay(text), at: codingPath)
    }

    fileprivate func unreadableDate(_ text: String, _ error: DateSyntaxError) -> DecodingError {
        DecodingProblem.unreadableDate(text, error).settingProblem.decodingError(at: codingPath)
    }

    /// The error for a value that is neither a string nor a number. For null, the decoder throws its own error.
    fileprivate func notDate() -> DecodingError {
        let problem = SettingProblem.wrongType(found: foundValue, expected: "a date as text or number")
        return .typeMismatch(Date.self, problem.context(at: codingPath))
    }
}
