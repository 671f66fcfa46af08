public import FlagStore

/// Fetches a document over HTTP with the system's libcurl.
///
/// ```swift
/// let address = try DocumentAddress("https://flags.example.com/app.json")
/// configuration.transport = CurlTransport(address)
/// ```
///
/// 1. libcurl (`libcurl.so.4`, on macOS `/usr/lib/libcurl.4.dylib`) is opened when the first request is sent, and is not
///    needed to build or to start. Where it is missing, requests fail with `unavailable`, and the text says what to do.
/// 2. Certificates are always verified, with TLS 1.2 or later. There are no cookies, no credentials of the
///    environment, and no proxies, whatever the environment says. The variable `SSLKEYLOGFILE`, which makes TLS libraries
///    write down the secrets of connections, has no effect. It is empty while libcurl is opened, and stays empty for the
///    whole process if libcurl uses another TLS library than OpenSSL.
/// 3. Each request has a thread of its own while it lasts.
/// 4. Redirects are followed within the same scheme, host and port, five at most.
/// 5. Nothing is sent that tells one user from another, unless the app adds a header that does.
public struct CurlTransport: DocumentTransport {
    /// The address of the document.
    public let address: DocumentAddress

    /// What the app adds to its requests.
    public let headers: RequestHeaders

    /// What differs from one network to another.
    public let options: Options

    private let library: @Sendable () -> Result<CurlLibrary, TransportFailure>

    /// A transport for the document at an address.
    ///
    /// - Parameters:
    ///   - address: Where the document is.
    ///   - headers: What to add to every request: a key, say; nothing unless told otherwise.
    ///   - options: What differs from one network to another.
    public init(_ address: DocumentAddress, headers: RequestHeaders = RequestHeaders(), options: Options = Options()) {
        self.address = address
        self.headers = headers
        self.options = options
        library = { CurlLibrary.shared }
    }

    /// A transport that opens a libcurl of another name.
    package init(_ address: DocumentAddress, libraryNamed name: String) {
        self.address = address
        headers = RequestHeaders()
        options = Options()
        library = { Result { () throws(TransportFailure) in try CurlLibrary(named: name) } }
    }

    /// Whether libcurl is there and can be used; opens it.
    ///
    /// - Throws: `TransportFailure` of the kind `unavailable`, with what to do about it.
    public static func checkAvailability() throws(TransportFailure) {
        _ = try CurlLibrary.shared.get()
    }

    /// Whether this system's libcurl can trust the authorities of a file and no others.
    package static var canReplaceAuthorities: Bool { CurlLibrary.replacesAuthorities }

    /// What differs from one network to another; everything has a default.
    public struct Options: Hashable, Sendable {
        /// How long it may take to connect, TLS included; ten seconds unless told otherwise.
        public var connectTimeLimit = Duration.seconds(10)

        /// A request is given up when fewer bytes a second come for ``slowestTime``; 10 unless told otherwise.
        public var slowestBytesPerSecond = 10

        /// How long a connection may be slow, in whole seconds; 15 s unless told otherwise.
        public var slowestTime = Duration.seconds(15)

        /// The path of a PEM file with the authorities to trust instead of those of the system.
        ///
        /// `nil` trusts those of the system. A file that cannot be read fails the request. On Apple's systems each
        /// request with such a file fails as `unavailable`, because libcurl there also trusts the system's authorities.
        public var certificates: String?

        /// The options that do for most.
        public init() {}
    }

    public func fetch(_ request: DocumentRequest) async -> DocumentOutcome {
        let (address, headers, options, library) = (address, headers, options, library)
        return await OwnThread.outcome { cancellation in
            do throws(TransportFailure) {
                return try CurlRequest(
                    library: try library().get(),
                    headers: headers,
                    options: options,
                    request: request,
                    cancellation: cancellation
                ).outcome(from: address)
            } catch {
                return .failed(error)
            }
        }
    }
}
