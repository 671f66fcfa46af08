import FlagResolver

/// When a server allows the next request: the value of a `Retry-After` header.
///
/// ```swift
/// RetryAfter(header: "120")                            // .seconds(120)
/// RetryAfter(header: "Sun, 06 Nov 1994 08:49:37 GMT")  // .date(secondsSince1970: 784111777)
/// RetryAfter(header: "soon")                           // nil
/// ```
///
/// Standard: RFC 9110, section 10.2.3.
public enum RetryAfter: Hashable, Sendable {
    /// A number of seconds after the response.
    case seconds(Int64)

    /// A time of the wall clock.
    case date(secondsSince1970: Int64)

    /// Parses the value of a header; `nil` if it is neither a number of seconds nor an HTTP date.
    ///
    /// A number that exceeds `Int64` becomes its maximum; the store caps it anyway.
    public init?(header: String) {
        let bytes = [UInt8](header.withoutOuterBlanks.utf8)
        guard !bytes.isEmpty else { return nil }
        if bytes.allSatisfy(\.isDigit) {
            self = .seconds(Int64(String(decoding: bytes, as: UTF8.self)) ?? .max)
        } else if let seconds = HTTPDate.secondsSince1970(bytes) {
            self = .date(secondsSince1970: seconds)
        } else {
            return nil
        }
    }

    /// The time to wait from now; at least zero.
    ///
    /// - Parameter wallTime: The wall clock time now, in seconds since 1970.
    package func delay(at wallTime: Int64) -> Duration {
        switch self {
        case .seconds(let seconds):
            return .seconds(max(0, seconds))
        case .date(let date):
            let (difference, overflow) = date.subtractingReportingOverflow(wallTime)
            return .seconds(overflow ? 0 : max(0, difference))
        }
    }
}

/// The three forms of HTTP dates; all are in GMT.
///
/// Standard: RFC 9110, section 5.6.7.
enum HTTPDate {
    /// The time of a text, in seconds since 1970; `nil` if it has none of the three forms.
    ///
    /// `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`. The day of
    /// the week is not checked against the date. A year of two digits is one from 1970 to 2069.
    static func secondsSince1970(_ text: [UInt8]) -> Int64? {
        let words = text.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: true)
            .map { String(decoding: $0, as: UTF8.self) }
        switch words.count {
        case 6 where words[0].ends(withBytesOf: ",") && words[5] == "GMT":
            return seconds(day: words[1], month: words[2], year: words[3], time: words[4])
        case 4 where words[0].ends(withBytesOf: ",") && words[3] == "GMT":
            let date = words[1].parts(separatedBy: "-").map { String($0) }
            guard date.count == 3, date[2].utf8.count == 2, let year = number(date[2]) else { return nil }
            return seconds(day: date[0], month: date[1], year: String(year + (year < 70 ? 2000 : 1900)), time: words[2])
        case 5:
            return seconds(day: words[2], month: words[1], year: words[4], time: words[3])
        default:
            return nil
        }
    }

    private static func seconds(day: String, month: String, year: String, time: String) -> Int64? {
        let parts = time.parts(separatedBy: ":").map { String($0) }
        guard parts.count == 3, parts.allSatisfy({ $0.utf8.count == 2 }), year.utf8.count == 4,
            let hour = number(parts[0]), let minute = number(parts[1]), let second = number(parts[2]),
            hour < 24, minute < 60, second <= 60,
            let monthIndex = GregorianCalendar.monthNames.firstIndex(of: month), let year = number(year), year > 0,
            day.utf8.count <= 2, let day = number(day), (1...31).contains(day)
        else { return nil }
        let days = GregorianCalendar.daysSince1970(year: year, month: Int64(monthIndex + 1), day: day)
        return days * 86_400 + hour * 3_600 + minute * 60 + second
    }

    private static func number(_ text: String) -> Int64? {
        text.utf8.allSatisfy(\.isDigit) ? Int64(text) : nil
    }
}
