public import FlagResolver

/// The result of a refresh.
public enum RefreshResult: Hashable, Sendable {
    /// A new document is active; the sorted names are those of the settings whose values changed.
    case activated(changedNames: [String])

    /// A new document is kept for the next start.
    case kept

    /// The store already has the newest document.
    case unchanged

    /// The request failed.
    case failed(TransportFailure)

    /// The response was rejected.
    case refused(DocumentRefusal)

    /// The server asked for a pause, which lasts for this time; no request was sent.
    case postponed(Duration)

    /// The store has no transport, so no request was sent.
    case noTransport

    /// The task that waited for the result was cancelled; the request continues.
    case cancelled

    /// The store is closed.
    case closed
}

/// Why a document was rejected; the old document stays.
public enum DocumentRefusal: Error, Hashable, Sendable {
    /// The response is empty.
    case empty

    /// The response is a web page, for example that of a captive portal or an error page.
    case webPage

    /// The response is not a document, or exceeds a limit.
    case unreadable(DocumentError)

    /// The response is a patch, but not of the document that the store has.
    case patchWithoutBase

    /// The document is quarantined because the app crashed several times in a row.
    case quarantined

    /// The document lacks too many of the settings that are declared or in use.
    ///
    /// ``StoreConfiguration/removableShare`` says how many a document may lack.
    case removesSettings(remaining: Int, expected: Int)

    /// Every setting of the document that the code declares has another type than its key.
    ///
    /// With ``StoreConfiguration/removableShare`` 1, such a document is accepted.
    case mistypesSettings(count: Int)

    /// The document is not one that the team has signed for this app.
    ///
    /// ``StoreConfiguration/verifier`` decides it.
    case notTrusted(TrustFailure)
}

extension DocumentRefusal: CustomStringConvertible {
    /// What was found, what was expected, and what the store does.
    public var description: String {
        switch self {
        case .empty, .webPage, .unreadable, .patchWithoutBase, .notTrusted: "\(problem); the old document stays"
        case .quarantined: "\(problem); the old document stays until another one arrives"
        case .removesSettings, .mistypesSettings:
            "\(problem); the old document stays; to allow this, raise StoreConfiguration.removableShare"
        }
    }

    /// What was found, and what was expected.
    package var problem: String {
        switch self {
        case .empty: "the response is empty, expected a document"
        case .webPage: "the response is a web page, perhaps of a captive portal, expected a document"
        case .unreadable(let error): "the response is rejected: \(error)"
        case .patchWithoutBase:
            "the response is a patch of another document than this store has, expected a whole document"
        case .quarantined: "the document is quarantined"
        case .removesSettings(let remaining, let expected):
            "the response has \(remaining) of the \(expected) settings that are declared or in use, so it may not be the"
                + " document"
        case .mistypesSettings(let count):
            "none of the \(count) declared settings in the response has the type of its key, so it may not be the document"
        case .notTrusted(let failure): "the document is refused: \(failure) [\(failure.code.rawValue)]"
        }
    }
}

/// The state of a store's documents.
public enum StoreState: String, Hashable, Sendable, Codable, CaseIterable {
    /// No document has arrived yet; values come from the bundled document or from code defaults.
    case notReady = "not-ready"

    /// The server sent or confirmed the document within ``StoreConfiguration/maximumAge``.
    ///
    /// A store without a transport is ready if it starts with a document.
    case ready

    /// The document is from an earlier run, or the server has not confirmed it in time.
    ///
    /// The time is ``StoreConfiguration/maximumAge``.
    case stale

    /// No document has arrived and fetching one failed, or the app's version is missing or unreadable.
    case error
}
