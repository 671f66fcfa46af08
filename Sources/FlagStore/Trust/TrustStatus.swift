public import FlagResolver

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What the verifier of a store has found.
public struct TrustStatus: Hashable, Sendable {
    /// Whether documents that fail are refused; otherwise, they are only reported.
    public let isEnforced: Bool

    /// The document in use.
    public let document: Document

    /// Why the last document that arrived was refused, or would have been; `nil` if it was right.
    public let lastFailure: TrustFailure?

    /// The lowest version that is accepted; `DocumentVersion.lowest` for any.
    public let floor: DocumentVersion

    /// Whether the floor survives the end of the process.
    ///
    /// It is `false` if the verifier has no directory, or the directory cannot be written. Then the next start knows only the
    /// documents on disk, and an older one is accepted once these are gone.
    public let isFloorKept: Bool

    /// Whether the document in use is past its `$expires`.
    ///
    /// It stays in use until another one arrives.
    public let isExpired: Bool

    /// What is known about a document in use.
    public enum Document: Hashable, Sendable {
        /// No document is in use, so that every setting has its default in code.
        case none

        /// The bundled document, which the signature of the app covers.
        case bundled

        /// Enough trusted keys have signed the document; their identifiers, and what it says about itself.
        case authentic(version: DocumentVersion, issued: Date, expires: Date?, keys: [String])

        /// The document has failed, and is in use because failures are only reported.
        case failed(TrustFailure)
    }
}
