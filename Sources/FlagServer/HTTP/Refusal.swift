import FlagResolver

/// Why a request is refused: a status, a code and a sentence. Every refusal has the same JSON body.
package struct Refusal: Error, Sendable, Hashable {
    package let status: Int
    package let code: Code
    /// What was found, and what was expected.
    package let message: String
    /// Further fields of the head of the response.
    package private(set) var fields: [HeaderField] = []

    /// The codes of OpenFeature, and one for each status that it does not cover.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        case flagNotFound = "FLAG_NOT_FOUND"
        case parseError = "PARSE_ERROR"
        case typeMismatch = "TYPE_MISMATCH"
        case invalidContext = "INVALID_CONTEXT"
        case general = "GENERAL"
        case providerNotReady = "PROVIDER_NOT_READY"
        case badRequest = "BAD_REQUEST"
        case unauthorized = "UNAUTHORIZED"
        case forbidden = "FORBIDDEN"
        case notFound = "NOT_FOUND"
        case methodNotAllowed = "METHOD_NOT_ALLOWED"
        case contentTooLarge = "CONTENT_TOO_LARGE"
        case misdirectedRequest = "MISDIRECTED_REQUEST"
        case tooManyRequests = "TOO_MANY_REQUESTS"
        case headTooLarge = "REQUEST_HEADER_FIELDS_TOO_LARGE"
        case overloaded = "OVERLOADED"
        case busy = "BUSY"
        case tooComplex = "TOO_COMPLEX"
    }

    /// The codes that OFREP lists for its answers. Clients know no other ones.
    private static let protocolCodes: [Code] = [.flagNotFound, .parseError, .invalidContext, .general]

    /// Writes the members of an answer that is no value.
    ///
    /// - Parameters:
    ///   - key: The setting that was asked for; `nil` if it is not known.
    ///   - isProtocol: Whether the answer is one for which OFREP lists codes: another one is then in the metadata.
    func write(key: String?, isProtocol: Bool, to writer: inout JSONWriter) {
        if let key {
            writer.write(key: "key")
            writer.write(key)
        }
        let isListed = !isProtocol || Self.protocolCodes.contains(code)
        writer.write(key: "errorCode")
        writer.write((isListed ? code : .general).rawValue)
        writer.write(key: "errorDetails")
        writer.write(message)
        guard !isListed else { return }
        writer.write(key: "metadata")
        writer.beginObject()
        writer.write(key: "code")
        writer.write(code.rawValue)
        writer.endObject()
    }

    private init(_ status: Int, _ code: Code, _ message: String, _ fields: [HeaderField] = []) {
        self.status = status
        self.code = code
        self.message = message
        self.fields = fields
    }

    static func badRequest(_ message: String) -> Refusal { Refusal(400, .badRequest, message) }

    /// A body that is not an object of JSON.
    static func unreadableBody(_ message: String) -> Refusal { Refusal(400, .parseError, message) }

    /// A body that exceeds a limit.
    static func excessiveContext(_ message: String) -> Refusal { Refusal(400, .invalidContext, message) }

    package static func unknownFlag(_ key: String) -> Refusal {
        Refusal(404, .flagNotFound, "the document has no setting of the name \"\(key)\"; names are case-sensitive")
    }

    /// A setting that the document does not define properly.
    static func unresolvable(_ code: Code, _ message: String) -> Refusal { Refusal(500, code, message) }

    static let unauthorized = Refusal(
        401, .unauthorized,
        "no key was given, or it is not known; send it as \"X-API-Key: KEY\" or \"Authorization: Bearer KEY\"",
        [HeaderField("WWW-Authenticate", "Bearer")])

    static func forbidden(role: String) -> Refusal {
        Refusal(403, .forbidden, "the key does not have the role \"\(role)\", which this request needs")
    }

    static func notFound(_ hint: String) -> Refusal {
        Refusal(404, .notFound, "no such path; \(hint)")
    }

    static func methodNotAllowed(_ allowed: String) -> Refusal {
        Refusal(
            405, .methodNotAllowed, "the path does not have this method, expected \(allowed)",
            [HeaderField("Allow", allowed)])
    }

    static func bodyTooLarge(limit: Int) -> Refusal {
        Refusal(413, .contentTooLarge, "the body has more than \(limit) bytes, the limit")
    }

    static let misdirected = Refusal(
        421, .misdirectedRequest,
        "the request names a host that this server does not serve; list it with --allow-host")

    static func tooManyRequests(retryAfter seconds: Int) -> Refusal {
        Refusal(
            429, .tooManyRequests, "this client sends more requests than the limit; wait \(seconds) s",
            [HeaderField("Retry-After", "\(seconds)")])
    }

    static let tooManyFields = Refusal(
        431, .headTooLarge, "the head of the request has more than 100 fields, the limit")

    static func headTooLarge(limit: Int) -> Refusal {
        Refusal(431, .headTooLarge, "the head of the request has more than \(limit) bytes, the limit")
    }

    static let notReady = Refusal(
        503, .providerNotReady, "the server has no document yet; try again later", [HeaderField("Retry-After", "1")])

    package static let overloaded = Refusal(
        503, .overloaded, "the server has as many connections as it allows; try again later",
        [HeaderField("Retry-After", "1")])

    static let tooManyStreams = Refusal(
        503, .overloaded,
        "the server, or this client, has as many streams of events as are allowed; ask for values instead",
        [HeaderField("Retry-After", "60")])

    /// Answers that clients have asked for, and do not read.
    static let tooMuchUnread = Refusal(
        503, .overloaded, "answers that were not read yet take as much memory as the server allows; try again later",
        [HeaderField("Retry-After", "1")])

    /// The inspector answers few questions at a time, so that the server keeps serving values.
    static let inspecting = Refusal(
        503, .busy, "the inspector is answering other questions; try again", [HeaderField("Retry-After", "1")])

    /// A question of the inspector that takes too long.
    static func takesTooLong(limit: Duration) -> Refusal {
        Refusal(
            503, .tooComplex,
            "the answer takes more than \(limit.components.seconds) s to compute, the limit; ask about fewer settings")
    }

    static let foreignOrigin = Refusal(
        403, .forbidden,
        "the inspector answers only its own page and those of --allow-origin, and this request comes from another page")

    /// A question of the inspector that cannot be answered as it is asked.
    package static func unanswerable(_ message: String) -> Refusal { Refusal(400, .parseError, message) }

    /// A question of the inspector with too many cases.
    package static func tooComplex(_ message: String) -> Refusal { Refusal(422, .tooComplex, message) }

    /// Whether the rest of the request, and of the connection, is not read.
    var endsConnection: Bool {
        switch code {
        case .badRequest, .contentTooLarge, .headTooLarge, .overloaded: true
        default: false
        }
    }
}
