/// What came of a refresh.
public enum RefreshResult: Hashable, Sendable {
    /// A new document is active; the names are those of the settings whose values changed, sorted.
    case activated(changedNames: [String])

    /// A new document was kept for the next start.
    case kept

    /// The store has the newest document.
    case unchanged

    /// No document came.
    case failed(TransportFailure)

    /// What came is not used.
    case refused(DocumentRefusal)

    /// The server asked for a pause, which lasts so much longer; nothing was sent.
    case postponed(Duration)

    /// The store is closed, has no transport, or the waiting task was cancelled.
    case closed
}
