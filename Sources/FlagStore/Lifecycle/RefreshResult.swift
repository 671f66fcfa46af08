public import FlagResolver

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

/// Why something that came from the server is not used; the document before it stays.
public enum DocumentRefusal: Error, Hashable, Sendable {
    /// There were no bytes.
    case empty

    /// It is a web page: that of a captive portal, say, or of an error.
    case webPage

    /// It is no document, or exceeds a limit.
    case unreadable(DocumentError)

    /// A partial update came, and not for the document that the store has.
    case patchWithoutBase

    /// It is a document with which the app ended early twice.
    case quarantined
}

extension DocumentRefusal: CustomStringConvertible {
    /// What was found, what was expected, and what the store does.
    public var description: String {
        switch self {
        case .empty: "the response is empty, expected a document; the old document stays"
        case .webPage:
            "the response is a web page, of a captive portal perhaps, expected a document; the old document stays"
        case .unreadable(let error): "the response is refused: \(error); the old document stays"
        case .patchWithoutBase:
            "a partial update came that is not for the document this store has, expected a whole document;"
                + " the old document stays"
        case .quarantined:
            "the document is the one that was quarantined before; the old document stays until another one comes"
        }
    }
}

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
