import FlagResolver

/// Fields that an app adds to its requests: a key for the backend's interface, say.
///
/// ```swift
/// let headers = try RequestHeaders(["X-API-Key": key])
/// let transport = CurlTransport(address, headers: headers)
/// ```
///
/// 1. A name is a token of HTTP, and stands here once, however it is spelt.
/// 2. A value is of printable ASCII and blanks, neither empty nor with blanks at its ends. No other characters mean the
///    same to every server, and line ends would begin another field.
/// 3. Fields that the transport writes itself, or that belong to the connection, are refused: `If-None-Match`, `Host`,
///    `Accept-Encoding`, `Cookie`, and their like.
/// 4. They are sent with every request, redirects within the origin included. Redirects to another origin are never
///    followed, so that nobody else gets them.
/// 5. The description has the names and not the values, which may be secret.
///
/// Without such fields a request tells nobody from anybody; with a value that differs from user to user it does.
///
/// Standard: RFC 9110, sections 5.1, 5.5 and 7.6.1.
public struct RequestHeaders: Hashable, Sendable {
    package private(set) var fields: [Field] = []

    package struct Field: Hashable, Sendable {
        package let name: String
        package let value: String
    }

    /// No fields.
    public init() {}

    /// Fields with names and values.
    ///
    /// - Throws: ``TransportFailure`` of the kind ``TransportFailure/Kind/badHeader``, with what is wrong.
    public init(_ fields: KeyValuePairs<String, String>) throws(TransportFailure) {
        for (name, value) in fields { try add(name, value) }
    }

    /// Adds a field.
    ///
    /// - Throws: ``TransportFailure`` of the kind ``TransportFailure/Kind/badHeader``, with what is wrong.
    public mutating func add(_ name: String, _ value: String) throws(TransportFailure) {
        guard !name.isEmpty, name.utf8.allSatisfy(Self.isTokenByte) else {
            throw Self.refusal(name, "is no name; expected ASCII letters, digits and -")
        }
        let lowercased = name.lowercased()
        guard !Self.reservedNames.contains(lowercased), !Self.reservedPrefixes.contains(where: lowercased.hasPrefix)
        else {
            throw Self.refusal(name, "belongs to the transport; leave it out")
        }
        guard !fields.contains(where: { $0.name.lowercased() == lowercased }) else {
            throw Self.refusal(name, "is there twice; leave one out")
        }
        // The value may be secret and is in no message.
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

    /// What a transport writes itself, or what belongs to one connection. Some libraries would send both, their own and
    /// this one, and servers differ in which of them counts.
    private static let reservedNames: Set<String> = [
        "accept", "accept-encoding", "accept-language", "connection", "content-length", "cookie", "expect", "host",
        "http2-settings", "keep-alive", "range", "te", "trailer", "transfer-encoding", "upgrade", "user-agent",
    ]

    private static let reservedPrefixes = ["if-", "proxy-"]

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

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
