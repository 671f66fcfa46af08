import FlagResolver

/// The head of an HTTP response and its interpretation, the same for every HTTP library.
package struct HTTPResponseHead: Hashable, Sendable {
    package var status: Int

    /// The header fields.
    package private(set) var headers = ResponseHeaders()

    package init(status: Int) {
        self.status = status
    }

    /// Whether another head follows, as after `103 Early Hints`.
    package var isInterim: Bool { (100...199).contains(status) }

    /// Whether the status is a redirect to another address.
    package var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) }

    /// Adds a field; whitespace around its value is removed.
    package mutating func add(_ name: String, _ value: some StringProtocol) {
        headers.add(name, String(value))
    }

    /// The value of a field; `nil` if it is absent, or repeated with different values.
    package func value(of name: String) -> String? { headers[name] }

    /// The entity tag, if it can be sent back unchanged.
    ///
    /// A tag that the server rejects in a request is worse than none: every later request would fail.
    package var entityTag: String? { EntityTag.valid(value(of: "etag")) }

    /// What a later request names, so that the server sends the document only if it changed: the entity tag, otherwise the
    /// date of the last modification.
    ///
    /// The date counts only if the response is at least a second younger: within one second, a document may change twice.
    ///
    /// Standard: RFC 9110, section 8.8.2.2.
    package var validator: String? {
        if let entityTag { return entityTag }
        guard let text = value(of: "last-modified"), let modified = DocumentValidator.date(text),
            let sent = value(of: "date").flatMap(DocumentValidator.date), modified < sent
        else { return nil }
        return text
    }

    /// Whether the length of the body is absent or a number.
    ///
    /// Some libraries ignore a malformed length, and treat whatever arrives as the whole body.
    package var hasProperLength: Bool {
        guard headers.fields.contains(where: { $0.name == "content-length" }) else { return true }
        return value(of: "content-length").flatMap { Int64($0) }.map { $0 >= 0 } ?? false
    }

    /// The outcome of the request.
    ///
    /// - Parameter body: The decompressed body; it is used only with status 200.
    package func outcome(_ body: [UInt8]) -> DocumentOutcome {
        switch status {
        case 200:
            .received(
                ReceivedDocument(
                    bytes: body, entityTag: validator, mediaType: value(of: "content-type"), headers: headers))
        case 304:
            .notModified
        default:
            .failed(statusFailure(expected: "200 or 304"))
        }
    }

    /// The failure for a status that was not expected.
    package func statusFailure(expected: String) -> TransportFailure {
        TransportFailure(
            .status, status: status, retryAfter: value(of: "retry-after").flatMap { RetryAfter(header: $0) },
            detail: "expected \(expected)")
    }
}

extension HTTPResponseHead {
    /// Creates the head that begins with a status line, `HTTP/1.1 200 OK`; `nil` if the line is malformed.
    package init?(statusLine line: some Collection<UInt8>) {
        let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count >= 2, words[0].starts(with: "HTTP/".utf8) else { return nil }
        let digits = words[1].prefix { $0 != 0x0D && $0 != 0x0A }
        guard digits.count == 3, digits.allSatisfy(\.isDigit) else { return nil }
        self.init(status: digits.reduce(0) { $0 * 10 + Int($1) - 0x30 })
    }

    /// Adds a line of the head, with or without its line end. A line that is not a field is ignored.
    package mutating func add(line: some Collection<UInt8>) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon != line.startIndex,
            line.first != 0x20, line.first != 0x09
        else { return }
        let value = String(decoding: line[line.index(after: colon)...], as: UTF8.self)
        add(String(decoding: line[..<colon], as: UTF8.self), value)
    }
}

extension TransportFailure {
    /// The failure for a head without ``HTTPResponseHead/hasProperLength``.
    package static let improperLength = TransportFailure(
        .brokenResponse,
        detail: "Content-Length is not a number or has several values, expected the length of the body")
}

/// What names a version of a document: an entity tag, or the date of its last modification.
enum DocumentValidator {
    /// The text if it is one of both that can be sent, otherwise `nil`.
    static func valid(_ text: String?) -> String? {
        EntityTag.valid(text) ?? text.flatMap { date($0) == nil ? nil : $0 }
    }

    /// The field of a request that asks for the document unless it is still this version.
    static func condition(_ validator: String) -> (name: String, value: String) {
        (EntityTag.valid(validator) == nil ? "If-Modified-Since" : "If-None-Match", validator)
    }

    /// The time of an HTTP date, in seconds since 1970.
    static func date(_ text: String) -> Int64? { HTTPDate.secondsSince1970([UInt8](text.utf8)) }
}

/// Entity tags, the values of `ETag` and `If-None-Match`: `"1"` or `W/"1"`.
///
/// Standard: RFC 9110, section 8.8.3.
enum EntityTag {
    /// A longer tag could make the head of a request too large for the server, and every request would fail.
    private static let maximumByteCount = 1_024

    private static let quote = UInt8(ascii: "\"")

    /// The text if it is an entity tag that can be sent, otherwise `nil`.
    ///
    /// A line end would start another field, `*` would match any document, and a replacement character shows that the
    /// bytes were not UTF-8. Blanks between the quotes are harmless and allowed, unlike in the standard.
    static func valid(_ text: String?) -> String? {
        guard let text, text.utf8.count <= maximumByteCount else { return nil }
        let opaque = text.utf8.dropFirst(text.utf8.starts(with: "W/".utf8) ? 2 : 0)
        guard opaque.count >= 2, opaque.first == quote, opaque.last == quote,
            opaque.dropFirst().dropLast().allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != quote }),
            !text.unicodeScalars.contains("\u{FFFD}")
        else { return nil }
        return text
    }
}

/// The header fields of a response, in the order in which they arrived.
///
/// ```swift
/// let signature = received.headers["X-Signature"]
/// ```
public struct ResponseHeaders: Hashable, Sendable {
    /// The fields; names are in lower case, and values have no whitespace at their ends.
    public private(set) var fields: [Field] = []

    /// A header field.
    public struct Field: Hashable, Sendable {
        /// The name in lower case.
        public let name: String

        /// The value.
        public let value: String
    }

    /// Creates an empty set of fields.
    public init() {}

    /// Creates fields from names and values.
    public init(_ fields: KeyValuePairs<String, String>) {
        for (name, value) in fields { add(name, value) }
    }

    /// Adds a field.
    public mutating func add(_ name: String, _ value: String) {
        let bytes = Array(value.utf8)
        let end = bytes.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? 0
        let trimmed = String(decoding: bytes[..<end].drop(while: \.isBlank), as: UTF8.self)
        fields.append(Field(name: name.lowercased(), value: trimmed))
    }

    /// The value of a field, whose name is compared regardless of case.
    ///
    /// `nil` if the field is absent, or repeated with different values.
    public subscript(name: String) -> String? {
        let lowercased = name.lowercased()
        let values = fields.lazy.filter { $0.name == lowercased }.map(\.value)
        guard let first = values.first, values.allSatisfy({ $0 == first }) else { return nil }
        return first
    }
}
