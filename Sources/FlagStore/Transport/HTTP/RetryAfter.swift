/// When a server wants to be asked again: the value of a `Retry-After` header.
///
/// ```swift
/// RetryAfter(header: "120")                            // .seconds(120)
/// RetryAfter(header: "Sun, 06 Nov 1994 08:49:37 GMT")  // .date(secondsSince1970: 784111777)
/// RetryAfter(header: "soon")                           // nil
/// ```
///
/// Standard: RFC 9110, section 10.2.3.
public enum RetryAfter: Hashable, Sendable {
    /// So many seconds after the response.
    case seconds(Int64)

    /// At a time of the wall clock.
    case date(secondsSince1970: Int64)

    /// The value of a header as the server sent it.
    ///
    /// `nil` if it is neither a number of seconds nor an HTTP date. A number too large for an `Int64` is the largest
    /// there is; the store caps it anyway.
    public init?(header: String) {
        let text = header.utf8.drop { $0 == 0x20 || $0 == 0x09 }
        let trimmed = text.reversed().drop { $0 == 0x20 || $0 == 0x09 }
        let bytes = [UInt8](trimmed.reversed())
        guard !bytes.isEmpty else { return nil }
        if bytes.allSatisfy({ (0x30...0x39).contains($0) }) {
            self = .seconds(Int64(String(decoding: bytes, as: UTF8.self)) ?? .max)
        } else if let seconds = HTTPDate.secondsSince1970(bytes) {
            self = .date(secondsSince1970: seconds)
        } else {
            return nil
        }
    }

    /// How long to wait, counted from now; never less than nothing.
    ///
    /// - Parameter wallTime: What the wall clock shows now, in seconds since 1970.
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
