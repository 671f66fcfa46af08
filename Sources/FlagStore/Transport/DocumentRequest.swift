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
