public import FlagStore

/// Fetches a document over HTTP with the system's libcurl.
///
/// ```swift
/// let address = try DocumentAddress("https://flags.example.com/app.json")
/// configuration.transport = CurlTransport(address)
/// ```
///
/// 1. libcurl (`libcurl.so.4`, on macOS `/usr/lib/libcurl.4.dylib`) is opened for the first request, and is not needed to
///    build or to start. If it is missing, requests fail with `unavailable`, and the message says what to do.
/// 2. Certificates are always verified, with TLS 1.2 or later. Cookies are not used, and proxies and credentials in the
///    environment are ignored. The variable `SSLKEYLOGFILE`, which makes TLS libraries log connection secrets, has no
///    effect: it is emptied while libcurl is opened, and stays empty for the whole process if libcurl uses another TLS
///    library than OpenSSL.
/// 3. Each request runs on its own thread.
/// 4. Redirects are followed within the same scheme, host and port, five at most.
/// 5. Requests do not identify users, unless the app adds a header that does.
/// 6. A connection that the server keeps open is used again for the next request if that comes within about two minutes. A later
///    request resumes the TLS session where the server supports it.
public struct CurlTransport: WatchingTransport {
    /// The address of the document.
    public let address: DocumentAddress

    /// The headers that the app adds to every request.
    public let headers: RequestHeaders

    /// The network options.
    public let options: Options

    /// The stream of events that announces when the document may have changed.
    ///
    /// `nil` to fetch at intervals only.
    public let events: EventSource?

    private let library: @Sendable () -> Result<CurlLibrary, TransportFailure>
    private let sessions = CurlSessions()

    /// Creates a transport for the document at an address.
    ///
    /// - Parameters:
    ///   - address: The address of the document.
    ///   - headers: The headers to add to every request, such as an API key; the default is none.
    ///   - options: The network options.
    ///   - events: A stream of events that announces when the document may have changed; the default is none.
    public init(
        _ address: DocumentAddress, headers: RequestHeaders = RequestHeaders(), options: Options = Options(),
        events: EventSource? = nil
    ) {
        self.address = address
        self.events = events
        self.headers = headers
        self.options = options
        library = { CurlLibrary.shared }
    }

    /// Creates a transport that opens a library of another name.
    package init(_ address: DocumentAddress, libraryNamed name: String) {
        self.address = address
        headers = RequestHeaders()
        options = Options()
        events = nil
        library = { Result { () throws(TransportFailure) in try CurlLibrary(named: name) } }
    }

    /// Checks that libcurl is available, and opens it.
    ///
    /// - Throws: `TransportFailure` of the kind `unavailable`, with a remedy.
    public static func checkAvailability() throws(TransportFailure) {
        _ = try CurlLibrary.shared.get()
    }

    /// Whether this system's libcurl can trust only the authorities of a file.
    package static var canReplaceAuthorities: Bool { CurlLibrary.replacesAuthorities }

    /// Network options; each has a default.
    public struct Options: Hashable, Sendable {
        /// The timeout for connecting, TLS included; the default is ten seconds.
        public var connectTimeLimit = Duration.seconds(10)

        /// The minimum rate in bytes per second; the default is 10.
        ///
        /// A request that is slower for ``slowestTime`` fails.
        public var slowestBytesPerSecond = 10

        /// How long a connection may be slow, in whole seconds; the default is 15 s.
        public var slowestTime = Duration.seconds(15)

        /// The path of a PEM file with the authorities to trust instead of those of the system.
        ///
        /// `nil` trusts those of the system. A file that cannot be read fails the request. On Apple's systems each
        /// request with such a file fails as `unavailable`, because libcurl there also trusts the system's authorities.
        public var certificates: String?

        /// How long a connection may be unused and still serve the next request; `nil` is libcurl's default of about two minutes.
        ///
        /// For tests, which must not depend on how long they wait for a processor.
        package var longestIdleTime: Duration?

        /// Creates the default options.
        public init() {}
    }

    public func fetch(_ request: DocumentRequest) async -> DocumentOutcome {
        let (address, headers, options, library, sessions) = (address, headers, options, library, sessions)
        return await OwnThread.outcome { cancellation in
            do throws(TransportFailure) {
                return try sessions.withSession(of: try library().get()) { session throws(TransportFailure) in
                    try CurlRequest(
                        session: session,
                        headers: headers,
                        options: options,
                        request: request,
                        cancellation: cancellation
                    ).outcome(from: address)
                }
            } catch {
                return .failed(error)
            }
        }
    }
}
