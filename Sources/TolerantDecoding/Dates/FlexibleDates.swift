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
    /// 3. Days are those of the Gregorian calendar, from year 1 to year 9999.
    /// 4. `24:00:00` is the end of a day, and 23:59:60 UTC a leap second: both are the first instant of the next day.
    /// 5. A date that does not exist (30 February, hour 25, a wrong weekday) is an error that names the impossible part.
    ///    Blank text and other forms are errors too. Spaces around a date are not accepted.
    public static let flexible = JSONDecoder.DateDecodingStrategy.custom { decoder in
        let container = try decoder.singleValueContainer()
        do {
            let text = try container.decode(String.self)
            do throws(DateSyntaxError) {
                return Date(try DateText.seconds(text))
            } catch {
                throw decoder.unreadableDate(text, error)
            }
        } catch DecodingError.typeMismatch {
            guard let number = try? container.decode(Double.self) else { throw decoder.notDate() }
            do throws(DateSyntaxError) {
                return Date(try DateSeconds(secondsOrMilliseconds: number))
            } catch {
                throw decoder.unreadableDate("\(number)", error)
            }
        }
    }
}

extension Date {
    fileprivate init(_ seconds: DateSeconds) {
        let secondsFrom1970To2001: Int64 = 978_307_200
        self.init(timeIntervalSinceReferenceDate: Double(seconds.whole - secondsFrom1970To2001) + seconds.fraction)
    }
}

extension Decoder {
    fileprivate func unreadableDate(_ text: String, _ error: DateSyntaxError) -> DecodingError {
        DecodingProblem.unreadableDate(text, error).settingProblem.decodingError(at: codingPath)
    }

    /// The error for a value that is neither a string nor a number. For null, the decoder throws its own error.
    fileprivate func notDate() -> DecodingError {
        let problem = SettingProblem.wrongType(found: jsonTypeName, expected: "a date as text or number")
        return .typeMismatch(Date.self, problem.context(at: codingPath))
    }
}
