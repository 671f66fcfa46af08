import FlagResolver
import FlagStore
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request of a session: it applies the limits while the response arrives.
final class URLSessionExchange: NSObject, URLSessionDataDelegate, Sendable {
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

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
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
        var next = newRequest
        next.setValue(request.entityTag, forHTTPHeaderField: "If-None-Match")
        // The system omits some of them in redirects, such as `Authorization`.
        for field in headers.fields { next.setValue(field.value, forHTTPHeaderField: field.name) }
        // Without a next request, the redirect itself becomes the response at once. Cancelling here would be a race with
        // the session.
        completionHandler(isAllowed ? next : nil)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let isAboutServer = challenge.protectionSpace.authenticationMethod == "NSURLAuthenticationMethodServerTrust"
        completionHandler(isAboutServer ? .performDefaultHandling : .rejectProtectionSpace, nil)
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let refusal = state.withLock({ $0.refusal }) {
            finish(.failed(refusal))
            return completionHandler(.cancel)
        }
        guard let response = response as? HTTPURLResponse else {
            finish(.failed(TransportFailure(.brokenResponse, detail: "the response is not an HTTP response")))
            return completionHandler(.cancel)
        }
        var head = HTTPResponseHead(status: response.statusCode)
        for (name, value) in response.allHeaderFields {
            if let name = name as? String, let value = value as? String { head.add(name, value) }
        }
        // The body is used only with status 200.
        guard head.status == 200 else {
            finish(head.outcome([]))
            return completionHandler(.cancel)
        }
        guard head.hasProperLength else {
            finish(.failed(.improperLength))
            return completionHandler(.cancel)
        }
        let complete = head
        state.withLock { $0.head = complete }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let limit = request.byteLimit
        let fits = state.withLock { state in
            guard data.count <= limit - state.body.count else { return false }
            state.body += data
            return true
        }
        guard !fits else { return }
        finish(.failed(.tooLarge(byteLimit: limit)))
        dataTask.cancel()
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
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
