public import FlagStore

#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// Fetches a document over HTTP with the `URLSession` of Apple's platforms.
///
/// ```swift
/// let address = try DocumentAddress("https://flags.example.com/app.json")
/// configuration.transport = URLSessionTransport(address)
/// ```
///
/// 1. All requests share one session, without caches, cookies or stored credentials, so that a connection is used again.
/// 2. Redirects are followed within the same scheme, host and port, five at most.
/// 3. Requests do not identify users: they contain neither the app's version nor the user's languages. Headers that the
///    app adds may.
/// 4. A server that requires a user name and a password gets neither, and the request fails with status 401.
///
/// On Linux, use it for development with well-behaved servers only. There, a response that ends within its head terminates
/// the process, which no caller can prevent: use `CurlTransport` of `FlagStoreCurl` in production.
public struct URLSessionTransport: DocumentTransport {
    /// The address of the document.
    public let address: DocumentAddress

    /// The headers that the app adds to every request.
    public let headers: RequestHeaders

    private let session: SharedSession

    /// Creates a transport for the document at an address.
    ///
    /// ```swift
    /// let session = URLSessionConfiguration.ephemeral
    /// session.allowsConstrainedNetworkAccess = false  // not in Low Data Mode
    /// configuration.transport = URLSessionTransport(address, session: session)
    /// ```
    ///
    /// - Parameters:
    ///   - address: The address of the document.
    ///   - headers: The headers to add to every request, such as an API key; the default is none.
    ///   - session: The configuration of the session, for example for Low Data Mode or a proxy; the default is ephemeral. It is
    ///     copied; whatever it says, the session has no cache, no cookies and no stored credentials.
    public init(
        _ address: DocumentAddress, headers: RequestHeaders = RequestHeaders(),
        session: URLSessionConfiguration = .ephemeral
    ) {
        self.address = address
        self.headers = headers
        self.session = SharedSession(session)
    }

    public func fetch(_ request: DocumentRequest) async -> DocumentOutcome {
        guard let url = URL(string: address.text) else {
            return .failed(TransportFailure(.badAddress, detail: "Foundation cannot read the address \(address.text)"))
        }
        var urlRequest = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
        urlRequest.timeoutInterval = min(request.timeLimit, .seconds(1_000_000)) / .seconds(1)
        urlRequest.setValue("application/json, */*;q=0.5", forHTTPHeaderField: "Accept")
        // Otherwise the system sends the versions of the app and the system, and the user's languages.
        urlRequest.setValue("FlagStore", forHTTPHeaderField: "User-Agent")
        urlRequest.setValue("*", forHTTPHeaderField: "Accept-Language")
        urlRequest.add(headers, condition: request.condition)
        #if !canImport(Darwin)
            // On Linux, decompression cannot be stopped at the size limit.
            urlRequest.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        #endif

        let (outcomes, outcome) = AsyncStream.makeStream(of: DocumentOutcome.self)
        let task = session.task(for: urlRequest, URLSessionExchange(address, headers, request, outcome))
        let timeLimit = request.timeLimit
        let deadline = Task {
            guard (try? await Task.sleep(for: timeLimit)) != nil else { return }
            outcome.yield(.failed(.timedOut(after: timeLimit)))
        }
        task.resume()
        defer {
            deadline.cancel()
            task.cancel()
        }
        for await outcome in outcomes { return outcome }
        return .failed(TransportFailure(.cancelled))
    }
}

/// The session of a transport and of its copies. It ends with the last of them.
private final class SharedSession: Sendable {
    private let session: URLSession
    private let exchanges = URLSessionExchanges()

    init(_ given: URLSessionConfiguration) {
        let configuration = given.copy() as? URLSessionConfiguration ?? given
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    deinit {
        session.finishTasksAndInvalidate()
    }

    func task(for request: URLRequest, _ exchange: URLSessionExchange) -> URLSessionTask {
        let task = session.dataTask(with: request)
        exchanges.follow(task, with: exchange)
        return task
    }
}
