/// Something that a store wants a person to know; reading goes on regardless.
///
/// ```swift
/// for await diagnostic in store.diagnostics { log(diagnostic) }
/// ```
public struct StoreDiagnostic: Hashable, Sendable {
    /// What kind of thing it is.
    public let code: Code

    /// What was found, what was expected, and what the store does about it.
    public let message: String

    /// How many diagnostics of the same code were left out since the last one that was shown.
    public let suppressedCount: Int

    package init(_ code: Code, _ message: String, suppressedCount: Int = 0) {
        self.code = code
        self.message = message
        self.suppressedCount = suppressedCount
    }

    /// What kind of thing a diagnostic is about; the raw value is stable.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The app's version is missing or cannot be read; every setting has its code default.
        case unreadableAppVersion = "unreadable-app-version"

        /// A request brought no document.
        case fetchFailed = "fetch-failed"

        /// What came is not a document, or exceeds a limit; the old one stays.
        case documentRefused = "document-refused"

        /// What came is the document that was quarantined before; the old one stays.
        case quarantinedDocument = "quarantined-document"

        /// A document was quarantined, because the app ended early twice with it.
        case documentQuarantined = "document-quarantined"

        /// The file on disk is damaged or of another format; an older one is used, or none.
        case cacheUnreadable = "cache-unreadable"

        /// The file on disk could not be written; the old one is still there.
        case cacheNotWritten = "cache-not-written"

        /// The document that comes with the app cannot be read.
        case bundledDocumentUnreadable = "bundled-document-unreadable"

        /// A setting is not of the type that its key declares; the next layer is used.
        case typeMismatch = "type-mismatch"

        /// An override does not fit the type that its key declares, or names no key.
        case badOverride = "bad-override"

        /// Single settings or entries of a document are malformed.
        case settingIssues = "setting-issues"
    }
}

extension StoreDiagnostic: CustomStringConvertible {
    /// Message and code on one line, with the number of those left out.
    public var description: String {
        let suppressed = suppressedCount == 0 ? "" : " (and \(suppressedCount) more like it)"
        return "\(message)\(suppressed) [\(code.rawValue)]"
    }
}
