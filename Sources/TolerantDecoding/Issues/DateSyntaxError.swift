/// Why a text or number is not a date.
package enum DateSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The parts of a date and time that can be impossible.
    package enum Part: String, Sendable {
        case year, month, day, hour, minute, second
        case offset = "zone offset"
        case weekday
    }

    /// The text is blank.
    case blank

    /// The text does not begin like any of the forms.
    case unknownForm

    /// The text begins like one of the forms, and differs from it at an offset in bytes.
    case unexpected(offset: Int, expected: String)

    /// The text has one of the forms, but there is no such date.
    case impossible(Part, found: String, expected: String)

    /// The instant is before year 1 or after year 9999 in UTC.
    case outsideCalendar

    package var description: String {
        switch self {
        case .blank:
            "it is blank; send a date such as 2024-02-29T10:30:00Z, or null"
        case .unknownForm:
            "it has none of the known forms; send a date such as 2024-02-29T10:30:00Z, or seconds since 1970"
        case .unexpected(let offset, let expected):
            "expected \(expected) at offset \(offset)"
        case .impossible(let part, let found, let expected):
            "the \(part.rawValue) \(found) is impossible, expected \(expected)"
        case .outsideCalendar:
            "the instant is outside of the years 1 to 9999 in UTC; numbers are seconds or milliseconds since 1970"
        }
    }
}
