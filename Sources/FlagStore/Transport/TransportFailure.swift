/// Why a request failed.
public struct TransportFailure: Error, Hashable, Sendable {
    /// The kind of failure.
    public var kind: Kind

    /// The status of the response; `nil` if there was none.
    public var status: Int?

    /// When the server allows the next request; `nil` if it did not say.
    public var retryAfter: RetryAfter?

    /// Details, such as the message of the HTTP library or the path of the file.
    public var detail: String

    /// Creates a failure.
    public init(_ kind: Kind, status: Int? = nil, retryAfter: RetryAfter? = nil, detail: String = "") {
        self.kind = kind
        self.status = status
        self.retryAfter = retryAfter
        self.detail = detail
    }

    /// The kind of a failure.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The transport cannot work on this system, for example because its library is missing.
        case unavailable

        /// The address is malformed or not allowed, such as `http:` to another machine.
        case badAddress = "bad-address"

        /// A header of the app cannot be sent, for example because its name is reserved for the transport.
        case badHeader = "bad-header"

        /// The connection failed: no network, unknown host, refused, or a TLS error.
        case unreachable

        /// The connection was lost, or the response is malformed.
        case brokenResponse = "broken-response"

        /// The request exceeded its time limit.
        case timedOut = "timed-out"

        /// The response exceeds the request's size limit.
        case tooLarge = "too-large"

        /// The server redirected to another origin, away from TLS, or too often.
        case refusedRedirect = "refused-redirect"

        /// The server responded with a ``TransportFailure/status`` other than 200 and 304.
        case status

        /// The file does not exist or cannot be read.
        case unreadableFile = "unreadable-file"

        /// The task of the request was cancelled.
        case cancelled
    }
}

extension TransportFailure {
    /// The failure of a request that exceeded its time limit.
    package static func timedOut(after timeLimit: Duration) -> TransportFailure {
        TransportFailure(.timedOut, detail: "the request took longer than \(timeLimit)")
    }

    /// The failure for a response that exceeds its size limit.
    package static func tooLarge(byteLimit: Int) -> TransportFailure {
        TransportFailure(.tooLarge, detail: "the response has more than \(byteLimit) bytes, the limit")
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
