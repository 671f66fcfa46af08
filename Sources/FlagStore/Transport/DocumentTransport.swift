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
