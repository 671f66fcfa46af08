/// A source of documents: one conditional request at a time.
///
/// A transport fetches one document, over HTTP, from a file or from memory. The store decides when to fetch, when to retry,
/// and whether the response is a document.
///
/// ```swift
/// struct FixedTransport: DocumentTransport {
///     let bytes: [UInt8]
///
///     func fetch(_ request: DocumentRequest) async -> DocumentOutcome {
///         request.entityTag == "\"1\"" ? .notModified : .document(bytes, entityTag: "\"1\"")
///     }
/// }
/// ```
///
/// 1. A transport sends ``DocumentRequest/condition``, if there is one.
/// 2. It gives up as soon as the received bytes exceed ``DocumentRequest/byteLimit``, and when
///    ``DocumentRequest/timeLimit`` has passed since the call, redirects included.
/// 3. It ends soon after its task is cancelled, with a failure of the kind ``TransportFailure/Kind/cancelled``.
/// 4. It returns every response as it is. The store decides whether the bytes are a document.
/// 5. The store sends one request at a time.
public protocol DocumentTransport: Sendable {
    /// Fetches the document, unless it is still the one that the request's entity tag names.
    ///
    /// - Parameter request: The entity tag of the known document, and the limits to obey.
    /// - Returns: The outcome. Failures are outcomes too; nothing is thrown.
    func fetch(_ request: DocumentRequest) async -> DocumentOutcome
}

/// A transport that announces changes, such as a watched file.
///
/// The store fetches when a change is announced, in addition to its regular interval.
public protocol WatchingTransport: DocumentTransport {
    /// The announcements from the call on. Several changes may share one announcement.
    ///
    /// The sequence ends when the transport can no longer watch; the store's interval continues.
    func changes() -> AsyncStream<Void>
}

/// One conditional request for a document.
public struct DocumentRequest: Hashable, Sendable {
    /// The entity tag of the document that the store has, as the server sent it, quotes and `W/` included.
    ///
    /// It is the date of `Last-Modified` if the server sent no tag. `nil` makes the request unconditional. A text that is
    /// neither an entity tag (RFC 9110, section 8.8.3) of at most 1,024 bytes nor an HTTP date becomes `nil`, so it never gets
    /// into a header.
    public var entityTag: String? {
        didSet { entityTag = DocumentValidator.valid(entityTag) }
    }

    /// The header field that makes the request conditional.
    ///
    /// It is `If-None-Match` with the entity tag, or `If-Modified-Since` with the date.
    ///
    /// `nil` makes the request unconditional.
    public var condition: (name: String, value: String)? { entityTag.map(DocumentValidator.condition) }

    /// The maximum size of the decompressed document in bytes.
    ///
    /// A larger one is ``TransportFailure/Kind/tooLarge``.
    public var byteLimit: Int

    /// The timeout of the whole request, redirects included.
    ///
    /// A request that takes longer is ``TransportFailure/Kind/timedOut``.
    public var timeLimit: Duration

    /// Creates a request with its limits.
    public init(entityTag: String? = nil, byteLimit: Int = 8 << 20, timeLimit: Duration = .seconds(30)) {
        self.entityTag = DocumentValidator.valid(entityTag)
        self.byteLimit = byteLimit
        self.timeLimit = timeLimit
    }
}

/// The outcome of a request for a document.
public enum DocumentOutcome: Hashable, Sendable {
    /// The document is still the one that the request's entity tag names (status 304).
    case notModified

    /// A complete response with status 200, whether it is a document or not.
    case received(ReceivedDocument)

    /// The request failed.
    case failed(TransportFailure)

    /// A response with a document.
    public static func document(_ bytes: [UInt8], entityTag: String? = nil) -> DocumentOutcome {
        .received(ReceivedDocument(bytes: bytes, entityTag: entityTag))
    }
}

/// The response of a server, or the content of a file.
public struct ReceivedDocument: Hashable, Sendable {
    /// The decompressed body. An empty one is returned like any other; the store rejects it.
    public var bytes: [UInt8]

    /// The entity tag as the server sent it, quotes and `W/` included; `nil` if there was none.
    ///
    /// Without a tag, the date of `Last-Modified` may take its place, as the server sent it.
    public var entityTag: String?

    /// The media type as the server sent it, parameters included; `nil` if there was none.
    ///
    /// With `application/merge-patch+json`, the body is a patch (RFC 7396) of the document that the request's entity tag
    /// names. With any other type, the body is parsed as a whole document.
    public var mediaType: String?

    /// All header fields of an HTTP response, for example a signature that a transport verifies.
    public var headers: ResponseHeaders

    /// Whether the publisher has allowed that the document lacks many settings of the one before.
    package var allowsLargeChange = false

    /// Creates a response from its body and the fields of its head.
    public init(
        bytes: [UInt8],
        entityTag: String? = nil,
        mediaType: String? = nil,
        headers: ResponseHeaders = ResponseHeaders()
    ) {
        self.bytes = bytes
        self.entityTag = entityTag
        self.mediaType = mediaType
        self.headers = headers
    }

    /// Whether two responses have the same content. Other headers, such as the date, are not compared.
    public static func == (first: ReceivedDocument, second: ReceivedDocument) -> Bool {
        first.bytes == second.bytes && first.entityTag == second.entityTag && first.mediaType == second.mediaType
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(bytes)
        hasher.combine(entityTag)
        hasher.combine(mediaType)
    }
}

extension OwnThread {
    /// The outcome of blocking work.
    ///
    /// If the task is cancelled, this returns at once and the work is cancelled.
    package static func outcome(
        of work: @escaping @Sendable (Cancellation) -> DocumentOutcome
    ) async -> DocumentOutcome {
        let cancellation = Cancellation()
        let (outcomes, outcome) = AsyncStream.makeStream(of: DocumentOutcome.self)
        outcome.onTermination = { _ in cancellation.cancel() }
        let hasStarted = start {
            outcome.yield(work(cancellation))
            outcome.finish()
        }
        guard hasStarted else {
            return .failed(TransportFailure(.unavailable, detail: "the system has no thread left for the request"))
        }
        for await outcome in outcomes { return outcome }
        return .failed(TransportFailure(.cancelled))
    }

    /// The announcements of blocking work; they end with it.
    ///
    /// If nobody listens any more, the work is cancelled.
    package static func announcements(
        of work: @escaping @Sendable (Cancellation, _ announce: @escaping () -> Void) -> Void
    ) -> AsyncStream<Void> {
        let cancellation = Cancellation()
        let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        change.onTermination = { _ in cancellation.cancel() }
        let hasStarted = start {
            work(cancellation) { change.yield() }
            change.finish()
        }
        if !hasStarted { change.finish() }
        return changes
    }
}
