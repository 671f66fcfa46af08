/// Why a request brought no document.
public struct TransportFailure: Error, Hashable, Sendable {
    /// What kind of thing went wrong.
    public var kind: Kind

    /// The status of the response, where there was one.
    public var status: Int?

    /// When the server wants to be asked again, where it said so.
    public var retryAfter: RetryAfter?

    /// What the transport has to say about it: the words of its library, say, or the path of the file.
    public var detail: String

    /// A failure of a kind, with what is known about it.
    public init(_ kind: Kind, status: Int? = nil, retryAfter: RetryAfter? = nil, detail: String = "") {
        self.kind = kind
        self.status = status
        self.retryAfter = retryAfter
        self.detail = detail
    }

    /// What kind of thing went wrong with a request.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The transport cannot work here: its library is missing, say.
        case unavailable

        /// The address is none, or is of a kind that is not allowed: `http:` to another machine, say.
        case badAddress = "bad-address"

        /// A header that the app wants to send cannot be sent: its name belongs to the transport, say.
        case badHeader = "bad-header"

        /// No connection came about: no network, no such host, refused, or TLS failed.
        case unreachable

        /// The connection broke off, or what came is no proper response.
        case brokenResponse = "broken-response"

        /// The request's time limit is over.
        case timedOut = "timed-out"

        /// More bytes came than the request's limit allows.
        case tooLarge = "too-large"

        /// The server redirected to another origin, away from TLS, or too often.
        case refusedRedirect = "refused-redirect"

        /// The server answered with a status other than 200 and 304; ``TransportFailure/status`` is that.
        case status

        /// There is no file, or it cannot be read.
        case unreadableFile = "unreadable-file"

        /// The task of the request was cancelled.
        case cancelled
    }
}

extension TransportFailure: CustomStringConvertible {
    /// The kind, the status and the detail on one line.
    public var description: String {
        var text = kind.rawValue
        if let status { text += " \(status)" }
        return detail.isEmpty ? text : "\(text): \(detail)"
    }
}
