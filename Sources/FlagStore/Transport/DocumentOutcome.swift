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
