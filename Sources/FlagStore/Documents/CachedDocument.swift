package import FlagResolver

/// The result of reading the cache at a start.
package struct CachedStart: Sendable {
    /// The document to start with; `nil` if there is none.
    package internal(set) var document: CachedDocument?

    /// The newest document, if it is quarantined.
    package internal(set) var quarantined: CachedDocument?

    /// Whether the state of the breaker has to be written.
    package internal(set) var changedBreaker = false

    /// Whether this start counts as one that ended early, until its trial ends.
    package internal(set) var isCounted = false

    /// The problems that were found.
    package internal(set) var diagnostics: [StoreDiagnostic] = []
}

/// A document from the cache.
package struct CachedDocument: Sendable {
    package let document: SettingsDocument
    package let identity: DocumentIdentity
    package let entityTag: String?

    /// When the server last sent or confirmed it, in seconds since 1970, as far as the files show.
    package let checkedAt: Int64

    /// Whether it is not confirmed yet.
    package let isPending: Bool

    /// The time since ``checkedAt``; zero if the wall clock was set back in the meantime.
    package func age(at wallTime: Int64) -> Duration {
        let (age, overflow) = wallTime.subtractingReportingOverflow(checkedAt)
        return .seconds(overflow ? 0 : max(0, age))
    }
}
