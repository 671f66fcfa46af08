/// A problem that a store reports; reading continues regardless.
///
/// ```swift
/// for await diagnostic in store.diagnostics { log(diagnostic) }
/// ```
public struct StoreDiagnostic: Hashable, Sendable {
    /// The kind of problem.
    public let code: Code

    /// What was found, what was expected, and what the store does.
    public let message: String

    /// How many diagnostics of the same code were suppressed since the last one.
    public let suppressedCount: Int

    /// The setting that the problem concerns. Such a problem is reported once per document, and is not suppressed.
    package let setting: String?

    package init(_ code: Code, _ message: String, setting: String? = nil, suppressedCount: Int = 0) {
        self.code = code
        self.message = message
        self.setting = setting
        self.suppressedCount = suppressedCount
    }

    /// The kind of problem; the raw value is stable.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The app's version is missing or unreadable; no condition on it holds.
        case unreadableAppVersion = "unreadable-app-version"

        /// A request failed.
        case fetchFailed = "fetch-failed"

        /// A response is not a document, or exceeds a limit; the old document stays.
        case documentRefused = "document-refused"

        /// A response is a document that was quarantined before; the old document stays.
        case quarantinedDocument = "quarantined-document"

        /// A document is not one that the team has signed for this app.
        ///
        /// It is refused, or used with this report, as the verifier says.
        case untrustedDocument = "untrusted-document"

        /// A key or a number of the verifier cannot be used.
        case unusableTrust = "unusable-trust"

        /// The file with the lowest version to accept cannot be read.
        case trustFloorUnreadable = "trust-floor-unreadable"

        /// The file with the lowest version to accept could not be written.
        case trustFloorNotKept = "trust-floor-not-kept"

        /// Documents are quarantined, because the app crashed several times in a row.
        ///
        /// The message names the document in use.
        case documentQuarantined = "document-quarantined"

        /// A quarantine has ended; the document is used again.
        case quarantineEnded = "quarantine-ended"

        /// The app crashed several times in a row, and nothing is quarantined.
        ///
        /// The message names the document in use.
        case crashLoop = "crash-loop"

        /// A file on disk is damaged or has an unknown format; an older one is used, or none.
        case cacheUnreadable = "cache-unreadable"

        /// After an update of the app, its bundled document is newer than the one on disk, and is used.
        case cachedDocumentOutdated = "cached-document-outdated"

        /// A file on disk could not be written; the old one is intact.
        case cacheNotWritten = "cache-not-written"

        /// The file of the installation key is damaged; a new key replaces it.
        case installationKeyReplaced = "installation-key-replaced"

        /// The installation key is used until the process ends only; rollouts may change at the next start.
        case installationKeyNotKept = "installation-key-not-kept"

        /// The document that ships with the app cannot be read.
        case bundledDocumentUnreadable = "bundled-document-unreadable"

        /// A setting does not have the type of its key; the next layer is used.
        case typeMismatch = "type-mismatch"

        /// An attribute is not of the kind that entries need, so they do not match.
        case unusableAttribute = "unusable-attribute"

        /// No document has the setting of a key; the key's default is used.
        case settingNotFound = "setting-not-found"

        /// An override does not have the type of its key, or names no key.
        case badOverride = "bad-override"

        /// Values of a source of the app cannot be used; the next layer is.
        case unusableSource = "unusable-source"

        /// Single settings or entries of a document are malformed.
        case settingIssues = "setting-issues"
    }
}

extension StoreDiagnostic: CustomStringConvertible {
    /// The message and the code on one line, with the number of suppressed diagnostics.
    public var description: String {
        let suppressed = suppressedCount == 0 ? "" : " (and \(suppressedCount) more like it)"
        return "\(message)\(suppressed) [\(code.rawValue)]"
    }
}
