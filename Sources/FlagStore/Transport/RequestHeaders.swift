import FlagResolver

/// Fields that an app adds to its requests, such as an API key.
///
/// ```swift
/// let headers = try RequestHeaders(["X-API-Key": key])
/// let transport = CurlTransport(address, headers: headers)
/// ```
///
/// 1. A name is an HTTP token, and appears once, regardless of case.
/// 2. A value consists of printable ASCII and blanks; it is not empty and has no blanks at its ends. Servers interpret
///    other characters differently, and line ends would start another field.
/// 3. Fields that the transport writes itself, or that belong to the connection, are rejected: `If-None-Match`,
///    `Host`, `Accept-Encoding`, `Cookie`, and similar ones.
/// 4. They are sent with every request, redirects within the origin included. Redirects to another origin are never
///    followed, so no other server gets them.
/// 5. The description contains the names but not the values, which may be secret.
///
/// Requests do not identify users, unless the value of such a field differs from user to user.
///
/// Standard: RFC 9110, sections 5.1, 5.5 and 7.6.1.
public struct RequestHeaders: Hashable, Sendable {
    package private(set) var fields: [Field] = []

    package struct Field: Hashable, Sendable {
        package let name: String
        package let value: String
    }

    /// Creates an empty set of fields.
    public init() {}

    /// Creates fields from names and values.
    ///
    /// - Throws: ``TransportFailure`` of the kind ``TransportFailure/Kind/badHeader``, with what is wrong.
    public init(_ fields: KeyValuePairs<String, String>) throws(TransportFailure) {
        for (name, value) in fields { try add(name, value) }
    }

    /// Adds a field.
    ///
    /// - Throws: ``TransportFailure`` of the kind ``TransportFailure/Kind/badHeader``, with what is wrong.
    public mutating func add(_ name: String, _ value: String) throws(TransportFailure) {
        guard !name.isEmpty, name.utf8.allSatisfy(\.isTokenByte) else {
            throw Self.refusal(name, "is not a valid name; expected ASCII letters, digits and -")
        }
        let lowercased = name.lowercased()
        guard !Self.reservedNames.contains(lowercased), !Self.reservedPrefixes.contains(where: lowercased.hasPrefix)
        else {
            throw Self.refusal(name, "is reserved for the transport; remove it")
        }
        guard !fields.contains(where: { $0.name.lowercased() == lowercased }) else {
            throw Self.refusal(name, "is a duplicate; remove one")
        }
        // The value may be secret, so messages do not contain it.
        guard let first = value.utf8.first, let last = value.utf8.last, first != Self.blank, last != Self.blank,
            value.utf8.allSatisfy({ (Self.blank...0x7E).contains($0) })
        else {
            throw Self.refusal(
                name, "has a value that cannot be sent; expected printable ASCII, not empty, without blanks at its ends"
            )
        }
        fields.append(Field(name: name, value: value))
    }

    private static let blank: UInt8 = 0x20

    /// Names that a transport writes itself, or that belong to a connection. Some libraries would send both values, and
    /// servers differ in which one they use.
    private static let reservedNames: Set<String> = [
        "accept", "accept-encoding", "accept-language", "connection", "content-length", "cookie", "expect", "host",
        "http2-settings", "keep-alive", "range", "te", "trailer", "transfer-encoding", "upgrade", "user-agent",
    ]

    private static let reservedPrefixes = ["if-", "proxy-"]

    private static func refusal(_ name: String, _ reason: String) -> TransportFailure {
        TransportFailure(.badHeader, detail: "the header \(SettingProblem.quoted(name)) \(reason)")
    }
}

extension RequestHeaders: CustomStringConvertible, CustomReflectable {
    /// The names of the fields; their values may be secret.
    public var description: String { "[\(fields.map(\.name).joined(separator: ", "))]" }

    /// The names of the fields, for `dump` and debuggers.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: fields.map(\.name)) }
}

/// The syntax of fields of HTTP messages.
///
/// Standard: RFC 9110, section 5.6.
extension UInt8 {
    /// Whether a token, such as the name of a field, may contain the byte.
    package var isTokenByte: Bool {
        isLetter || isDigit || "!#$%&'*+-.^_`|~".utf8.contains(self)
    }
}

extension StringProtocol {
    /// The text without spaces and tabs at its ends.
    package var withoutOuterBlanks: SubSequence {
        var text = drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}
