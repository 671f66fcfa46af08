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
/// 1. Each request has a session of its own, without caches, cookies or stored credentials.
/// 2. Redirects are followed within the same scheme, host and port, five at most.
/// 3. Nothing is sent that tells one user from another, neither the app's version nor the user's languages, unless the
///    app adds a header that does.
/// 4. A server that wants a name and a password gets none: that is status 401.
///
/// On Linux it works where servers are well-behaved, for development. An answer that breaks off in its head ends the
/// whole process there, which no caller can prevent: use `CurlTransport` of `FlagStoreCurl` in earnest.
public struct URLSessionTransport: DocumentTransport {
    /// The address of the document.
    public let address: DocumentAddress

    /// What the app adds to its requests.
    public let headers: RequestHeaders

    /// A transport for the document at an address.
    ///
    /// - Parameters:
    ///   - address: Where the document is.
    ///   - headers: What to add to every request: a key, say; nothing unless told otherwise.
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
        // Otherwise the system tells the app's version, its own, and the languages of whoever uses it.
        urlRequest.setValue("FlagStore", forHTTPHeaderField: "User-Agent")
        urlRequest.setValue("*", forHTTPHeaderField: "Accept-Language")
        for field in headers.fields { urlRequest.setValue(field.value, forHTTPHeaderField: field.name) }
        #if !canImport(Darwin)
            // Here what is compressed cannot be stopped when it grows too large.
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
