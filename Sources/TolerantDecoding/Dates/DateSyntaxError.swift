/// Why a text is no date.
package enum DateSyntaxError: Error, Hashable, Sendable {
    /// The parts of a date and time that can be impossible.
    package enum Part: String, Sendable {
        case year, month, day, hour, minute, second
        case offset = "zone offset"
        case weekday
    }

    /// There is nothing but blanks.
    case empty

    /// It has none of the forms: up to an offset it could have had one, and then something else was expected.
    case unexpected(offset: Int, expected: String)

    /// It has one of the forms, but there is no such date: which part is impossible, and what it could have been.
    case impossible(Part, found: String, expected: String)

    /// A number of seconds or milliseconds that is before year 1 or after year 9999.
    case beyondCalendar
}

extension DateSyntaxError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .empty:
            "it is blank; send a date such as 2024-02-29T10:30:00Z, or null"
        case .unexpected(let offset, let expected):
            "expected \(expected) at offset \(offset)"
        case .impossible(let part, let found, let expected):
            "the \(part.rawValue) \(found) is impossible, expected \(expected)"
        case .beyondCalendar:
            "it is not between the years 1 and 9999, as seconds or milliseconds since 1970"
        }
    }
}
