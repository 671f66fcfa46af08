import FlagResolver
import FlagStore
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request of a session: it applies the limits while the response arrives.
final class URLSessionExchange: Sendable {
    private let headers: RequestHeaders
    private let request: DocumentRequest
    private let outcome: AsyncStream<DocumentOutcome>.Continuation
    private let state: Locked<State>

    private struct State: Sendable {
        var rule: RedirectRule
        var head: HTTPResponseHead?
        var body: [UInt8] = []

        /// Why a redirect is not followed.
        var refusal: TransportFailure?
    }

    init(
        _ address: DocumentAddress,
        _ headers: RequestHeaders,
        _ request: DocumentRequest,
        _ outcome: AsyncStream<DocumentOutcome>.Continuation
    ) {
        self.headers = headers
        self.request = request
        self.outcome = outcome
        state = Locked(State(rule: RedirectRule(from: address)))
    }

    /// The request after a redirect; `nil` if the redirect is not followed.
    func request(after response: HTTPURLResponse, _ newRequest: URLRequest) -> URLRequest? {
        let location = newRequest.url?.absoluteString ?? ""
        let status = response.statusCode
        let isAllowed = state.withLock { state in
            do throws(TransportFailure) {
                _ = try state.rule.follow(location, status: status)
                return true
            } catch {
                state.refusal = error
                return false
            }
        }
        guard isAllowed else { return nil }
        var next = newRequest
        // The system omits some fields in redirects, such as `Authorization`.
        next.add(headers, condition: request.condition)
        return next
    }

    /// Receives the head of the response, and returns whether its body is needed.
    func receive(_ response: URLResponse) -> Bool {
        if let refusal = state.withLock({ $0.refusal }) {
            finish(.failed(refusal))
            return false
        }
        guard let response = response as? HTTPURLResponse else {
            finish(.failed(TransportFailure(.brokenResponse, detail: "the response is not an HTTP response")))
            return false
        }
        var head = HTTPResponseHead(status: response.statusCode)
        for (name, value) in response.allHeaderFields {
            if let name = name as? String, let value = value as? String { head.add(name, value) }
        }
        // The body is used only with status 200.
        guard head.status == 200 else {
            finish(head.outcome([]))
            return false
        }
        guard head.hasProperLength else {
            finish(.failed(.improperLength))
            return false
        }
        let complete = head
        state.withLock { $0.head = complete }
        return true
    }

    /// Receives a part of the body, and returns whether the body is within its limit.
    func receive(_ data: Data) -> Bool {
        let limit = request.byteLimit
        let fits = state.withLock { state in
            guard data.count <= limit - state.body.count else { return false }
            state.body += data
            return true
        }
        if !fits { finish(.failed(.tooLarge(byteLimit: limit))) }
        return fits
    }

    /// Receives the end of the response.
    func complete(_ error: (any Error)?) {
        if let refusal = state.withLock({ $0.refusal }) {
            finish(.failed(refusal))
        } else if let error {
            finish(.failed(.failure(of: error, within: request.timeLimit)))
        } else if let (head, body) = state.withLock({ state in state.head.map { ($0, state.body) } }) {
            finish(head.outcome(body))
        } else {
            finish(.failed(TransportFailure(.brokenResponse, detail: "the connection was closed without a response")))
        }
    }

    /// Reports the first outcome; later ones are ignored.
    private func finish(_ result: DocumentOutcome) {
        outcome.yield(result)
        outcome.finish()
    }
}

extension URLRequest {
    /// Adds the fields of the app, and the condition of a request for a document.
    mutating func add(_ headers: RequestHeaders, condition: (name: String, value: String)?) {
        if let condition { setValue(condition.value, forHTTPHeaderField: condition.name) }
        for field in headers.fields { setValue(field.value, forHTTPHeaderField: field.name) }
    }
}

extension TransportFailure {
    /// The kind of failure for an error of a session.
    static func failure(of error: any Error, within timeLimit: Duration) -> TransportFailure {
        guard let error = error as? URLError else {
            return TransportFailure(.brokenResponse, detail: "\(error)")
        }
        let kind: Kind
        switch error.code {
        case .timedOut: return timedOut(after: timeLimit)
        case .cancelled, .userCancelledAuthentication: kind = .cancelled
        case .badURL, .appTransportSecurityRequiresSecureConnection: kind = .badAddress
        case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet, .dataNotAllowed,
            .internationalRoamingOff, .callIsActive, .secureConnectionFailed, .serverCertificateHasBadDate,
            .serverCertificateUntrusted, .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
            .clientCertificateRejected, .clientCertificateRequired:
            kind = .unreachable
        case .httpTooManyRedirects, .redirectToNonExistentLocation: kind = .refusedRedirect
        default: kind = .brokenResponse
        }
        return TransportFailure(kind, detail: "\(error.localizedDescription) (URLError's code \(error.code.rawValue))")
    }
}
