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
