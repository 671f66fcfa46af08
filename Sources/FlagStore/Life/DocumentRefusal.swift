public import FlagResolver

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
