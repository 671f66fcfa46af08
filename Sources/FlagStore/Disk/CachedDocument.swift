package import FlagResolver

/// What the cache has to say at a start.
package struct CachedStart: Sendable {
    /// The document to start with, if there is one.
    package internal(set) var document: CachedDocument?

    /// What should be known about it.
    package internal(set) var diagnostics: [StoreDiagnostic] = []
}

/// A document from the cache.
package struct CachedDocument: Sendable {
    package let document: SettingsDocument
    package let identity: DocumentIdentity
    package let entityTag: String?
    package let writtenAt: Int64

    /// Whether it has to prove itself yet.
    package let isPending: Bool
}
