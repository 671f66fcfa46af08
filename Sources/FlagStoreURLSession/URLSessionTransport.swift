public import FlagStore
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Fetches a document over HTTP with the `URLSession` of Apple's platforms.
///
/// ```swift
/// let address = try DocumentAddress("https://flags.example.com/app.json")
/// configuration.transport = URLSessionTransport(address)
/// ```
///
/// 1. Each request has its own session, without caches, cookies or stored credentials.
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

    /// Creates a transport for the document at an address.
    ///
    /// - Parameters:
    ///   - address: The address of the document.
    ///   - headers: The headers to add to every request, such as an API key; the default is none.
    public init(_ address: DocumentAddress, headers: RequestHeaders = RequestHeaders()) {
        self.address = address
        self.headers = headers
    }

    public func fetch(_ request: DocumentRequest) async -> DocumentOutcome {
        guard let url = URL(string: address.text) else {
            return .failed(TransportFailure(.badAddress, detail: "Foundation cannot read the address \(address.text)"))
        }
        var urlRequest = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
        urlRequest.timeoutInterval = min(request.timeLimit, .seconds(1_000_000)) / .seconds(1)
        urlRequest.setValue("application/json, */*;q=0.5", forHTTPHeaderField: "Accept")
        urlRequest.setValue(request.entityTag, forHTTPHeaderField: "If-None-Match")
        // Otherwise the system sends the versions of the app and the system, and the user's languages.
        urlRequest.setValue("FlagStore", forHTTPHeaderField: "User-Agent")
        urlRequest.setValue("*", forHTTPHeaderField: "Accept-Language")
        for field in headers.fields { urlRequest.setValue(field.value, forHTTPHeaderField: field.name) }
        #if !canImport(Darwin)
            // On Linux, decompression cannot be stopped at the size limit.
            urlRequest.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        #endif

        let (outcomes, outcome) = AsyncStream.makeStream(of: DocumentOutcome.self)
        let exchange = URLSessionExchange(address, headers, request, outcome)
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        let session = URLSession(configuration: configuration, delegate: exchange, delegateQueue: nil)
        let task = session.dataTask(with: urlRequest)
        let timeLimit = request.timeLimit
        let deadline = Task {
            guard (try? await Task.sleep(for: timeLimit)) != nil else { return }
            outcome.yield(.failed(.timedOut(after: timeLimit)))
        }
        task.resume()
        defer {
            deadline.cancel()
            task.cancel()
            session.finishTasksAndInvalidate()
        }
        for await outcome in outcomes { return outcome }
        return .failed(TransportFailure(.cancelled))
    }
}
