/// The document that a destination currently has.
package struct Publication: Sendable {
    package let bytes: [UInt8]
    /// The number of the publication; `nil` if the destination does not count.
    package let number: Int64?
    /// `nil` if it is not known, because another program published the document.
    package let record: PublicationRecord?
    /// What the destination compares to detect that another document was published in the meantime.
    let token: Token
    /// Whether the list of earlier publications is damaged. The next publication begins a new one.
    package var isHistoryDamaged = false

    enum Token: Hashable, Sendable {
        /// A file with these bytes.
        case content
        /// The entity tag of a server.
        case entityTag(String)
        /// The revision at which the key of etcd changed.
        case revision(Int64)
    }
}

/// A kept publication, such as an earlier one.
package struct PastPublication: Sendable {
    package let number: Int64
    package let bytes: [UInt8]
    package let record: PublicationRecord?
    /// Whether it is the current one.
    package let isCurrent: Bool
}

/// The outcome of an attempt to publish.
package enum PublicationOutcome: Sendable {
    /// The document is the current one.
    case published(number: Int64?)
    /// Another document was published in the meantime. It stays.
    case lost(to: Publication?)
}

/// A place that compares before it publishes: a document replaces only the one that its author has seen.
package protocol PublishingDestination: Sendable {
    /// The current document; `nil` if nothing is published.
    func current() throws(PublishingFailure) -> Publication?

    /// Publishes a document, if the current one is still the one that was read.
    ///
    /// - Parameters:
    ///   - seen: The current document as ``current()`` returned it; `nil` if there was none.
    ///   - kept: How many publications are kept, at least one.
    func publish(
        _ bytes: [UInt8], _ record: PublicationRecord, replacing seen: Publication?, keeping kept: Int
    ) throws(PublishingFailure) -> PublicationOutcome

    /// The publications that are kept, the newest first.
    func history() throws(PublishingFailure) -> [PastPublication]
}
