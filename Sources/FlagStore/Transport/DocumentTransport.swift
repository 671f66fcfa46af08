/// Where a store gets its documents from: one conditional request at a time.
///
/// A transport knows how to reach one document, over HTTP, in a file or in memory. When to ask, how often to try again
/// and what to make of the answer is the store's business.
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
/// 1. A transport sends ``DocumentRequest/entityTag`` as `If-None-Match`, byte for byte, if there is one.
/// 2. It gives up when the bytes that have come exceed ``DocumentRequest/byteLimit``, while they come, and when
///    ``DocumentRequest/timeLimit`` is over, counted from the call and over all redirects.
/// 3. It ends soon after its task is cancelled, with a failure of the kind ``TransportFailure/Kind/cancelled``.
/// 4. It reports what came and judges nothing: whether the bytes are a document, the store finds out.
/// 5. The store calls it for one request at a time.
public protocol DocumentTransport: Sendable {
    /// Fetches the document, unless it is still the one that the request's entity tag names.
    ///
    /// - Parameter request: What is known already, and the limits to keep.
    /// - Returns: What came of it. Nothing is thrown: a failure is an outcome like any other.
    func fetch(_ request: DocumentRequest) async -> DocumentOutcome
}

/// A transport that knows by itself when there may be something new, as a watched file does.
///
/// The store fetches when a change is announced, besides its usual interval.
public protocol WatchingTransport: DocumentTransport {
    /// The announcements, from the call on. Several changes at once may be one announcement.
    ///
    /// The sequence ends when the transport cannot watch any more; the store's interval goes on.
    func changes() -> AsyncStream<Void>
}

/// One conditional request for a document.
public struct DocumentRequest: Hashable, Sendable {
    /// The entity tag of the document that the store has, as the server sent it, quotes and `W/` included.
    ///
    /// `nil` if the store has none; the request is unconditional then. A text that is not an entity tag (RFC 9110, section
    /// 8.8.3) or has more than 1,024 bytes becomes `nil`, wherever it came from, so that it never gets into a header.
    public var entityTag: String? {
        didSet { entityTag = EntityTag.valid(entityTag) }
    }

    /// How many bytes the document may have at most, decompressed.
    ///
    /// More is ``TransportFailure/Kind/tooLarge``.
    public var byteLimit: Int

    /// How long the whole request may take, redirects included; more is ``TransportFailure/Kind/timedOut``.
    public var timeLimit: Duration

    /// A request with the limits to keep.
    public init(entityTag: String? = nil, byteLimit: Int = 8 << 20, timeLimit: Duration = .seconds(30)) {
        self.entityTag = EntityTag.valid(entityTag)
        self.byteLimit = byteLimit
        self.timeLimit = timeLimit
    }
}

/// What came of a request for a document.
public enum DocumentOutcome: Hashable, Sendable {
    /// The document is still the one that the request's entity tag names (status 304).
    case notModified

    /// A whole response came (status 200), be it a document or not.
    case received(ReceivedDocument)

    /// No document came.
    case failed(TransportFailure)

    /// A whole document came.
    public static func document(_ bytes: [UInt8], entityTag: String? = nil) -> DocumentOutcome {
        .received(ReceivedDocument(bytes: bytes, entityTag: entityTag))
    }
}

/// What a server sent, or what a file holds.
public struct ReceivedDocument: Hashable, Sendable {
    /// The body, decompressed. An empty one is reported like any other; the store refuses it.
    public var bytes: [UInt8]

    /// The entity tag as the server sent it, quotes and `W/` included; `nil` if there was none.
    public var entityTag: String?

    /// The media type as the server sent it, parameters included; `nil` if there was none.
    ///
    /// `application/merge-patch+json` makes the body a partial update of the document that the request's entity tag
    /// names (RFC 7396). Anything else is taken for a whole document, and its bytes alone decide.
    public var mediaType: String?

    /// A response with its body and what its head said.
    public init(bytes: [UInt8], entityTag: String? = nil, mediaType: String? = nil) {
        self.bytes = bytes
        self.entityTag = entityTag
        self.mediaType = mediaType
    }
}

extension OwnThread {
    /// The outcome of work that blocks.
    ///
    /// When the task is cancelled this returns at once, and the work is told to end.
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
}
