/// What a store can say about its documents as a whole.
public enum StoreState: String, Hashable, Sendable, Codable, CaseIterable {
    /// No document has come yet; values are those of the bundled document, or code defaults.
    case notReady = "not-ready"

    /// There is a document, and the server sent or confirmed it not long ago.
    ///
    /// A store without a transport is ready with what it starts with.
    case ready

    /// There is a document, of an earlier run or one that was not confirmed for too long.
    case stale

    /// No document has come and asking for one failed; or the app's version cannot be read.
    case error
}
