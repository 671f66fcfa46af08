package import FlagResolver

/// The owner of a ``DocumentKeeper``: it evaluates the documents.
///
/// The keeper calls it outside its own state lock and holds a strong reference to it until it is closed.
package protocol DocumentObserver: AnyObject, Sendable {
    /// A document is in use from now on. Calls never overlap.
    ///
    /// - Returns: The sorted names of the settings whose values changed.
    func activate(_ document: SettingsDocument) -> [String]

    /// The server sent or confirmed the active document, at this monotonic time.
    func documentWasConfirmed(at time: Duration)

    /// An attempt to get a document has ended with a result, whether or not a caller requested it.
    func attemptDidEnd(_ result: RefreshResult)

    /// ``DocumentKeeper/currentState`` changed.
    func stateDidChange()

    /// The keeper is closed; this is the last call.
    func keeperDidClose()
}

extension DocumentObserver {
    package func attemptDidEnd(_ result: RefreshResult) {}
}
