/// One conditional request for a document.
public struct DocumentRequest: Hashable, Sendable {
    /// The entity tag of the document that the store has, as the server sent it, quotes and `W/` included.
    ///
    /// `nil` where the store has none; the request is unconditional then.
    public var entityTag: String?

    /// How many bytes the document may have at most, decompressed.
    ///
    /// More is ``TransportFailure/Kind/tooLarge``.
    public var byteLimit: Int

    /// How long the whole request may take, redirects included; more is ``TransportFailure/Kind/timedOut``.
    public var timeLimit: Duration

    /// A request with the limits to keep.
    public init(entityTag: String? = nil, byteLimit: Int = 8 << 20, timeLimit: Duration = .seconds(30)) {
        self.entityTag = entityTag
        self.byteLimit = byteLimit
        self.timeLimit = timeLimit
    }
}
