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
        var scanner = DateScanner(text)
        let endsWithComma = scanner.skipWord() == UInt8(ascii: ",")
        guard scanner.skipBlanks() else { return nil }
        guard scanner.next.isDigit else { return scanner.dateOfC() }
        guard endsWithComma, let day = scanner.day() else { return nil }
        let year: Int64
        let month: Int64
        if scanner.skip("-") {
            guard let shortMonth = scanner.month(), scanner.skip("-"), let short = scanner.number(digits: 2) else {
                return nil
            }
            (month, year) = (shortMonth, short + (short < 70 ? 2000 : 1900))
        } else {
            guard scanner.skipBlanks(), let longMonth = scanner.month(), scanner.skipBlanks(),
                let long = scanner.number(digits: 4)
            else { return nil }
            (month, year) = (longMonth, long)
        }
        guard scanner.skipBlanks(), let time = scanner.time(), scanner.skipBlanks(),
            scanner.word(of: ["GMT"], matchesCase: true) != nil, scanner.isAtEnd
        else { return nil }
        return seconds(year, month, day, time)
    }

    fileprivate static func seconds(_ year: Int64, _ month: Int64, _ day: Int64, _ time: Int64) -> Int64? {
        guard year > 0 else { return nil }
        return GregorianCalendar.daysSince1970(year: year, month: month, day: day) * 86_400 + time
    }
}

extension DateScanner {
    /// Reads the rest of a date of the C function `asctime`: `Nov  6 08:49:37 1994`.
    fileprivate mutating func dateOfC() -> Int64? {
        guard let month = month(), skipBlanks(), let day = day(), skipBlanks(), let time = time(), skipBlanks(),
            let year = number(digits: 4), isAtEnd
        else { return nil }
        return HTTPDate.seconds(year, month, day, time)
    }

    /// Skips a word up to a blank, and returns its last byte.
    fileprivate mutating func skipWord() -> UInt8 {
        var last: UInt8 = 0
        while !isAtEnd, next != UInt8(ascii: " ") { last = readByte() }
        return last
    }

    /// Skips at least one blank.
    fileprivate mutating func skipBlanks() -> Bool {
        guard skip(" ") else { return false }
        while skip(" ") {}
        return true
    }

    fileprivate mutating func month() -> Int64? {
        word(of: GregorianCalendar.monthNames, matchesCase: true).map { Int64($0) + 1 }
    }

    /// Reads a day of one or two digits.
    fileprivate mutating func day() -> Int64? {
        guard let day = number(digits: byte(at: offset + 1).isDigit ? 2 : 1), (1...31).contains(day) else { return nil }
        return day
    }

    /// Reads a time, such as `08:49:37`, in seconds.
    fileprivate mutating func time() -> Int64? {
        guard let hour = number(digits: 2), skip(":"), let minute = number(digits: 2), skip(":"),
            let second = number(digits: 2), hour < 24, minute < 60, second <= 60
        else { return nil }
        return hour * 3_600 + minute * 60 + second
    }
}
