#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Why a document is not one that the team has signed for this app.
///
/// Stores and `flagctl` give the same reasons. A verifier makes them: without one, a store accepts every document.
public enum TrustFailure: Error, Hashable, Sendable {
    /// The document is not signed.
    case unsigned

    /// The document has a `$signature` of another form, or at another place than its end.
    case malformedSignature(reason: String)

    /// No trusted key has signed the document; the identifiers of the keys that have.
    case noKnownKey([String])

    /// Signatures of trusted keys do not fit the text; the identifiers of the keys.
    case wrongSignature([String])

    /// Fewer of the trusted keys have signed than must.
    case tooFewKeys(found: Int, needed: Int)

    /// A signed member is missing or has another form.
    case unreadableMember(name: String, found: String?, expected: String)

    /// The document is that of another app.
    case otherDocument(found: String, expected: String)

    /// The document is that of another environment, or names one where none is expected.
    case otherEnvironment(found: String?, expected: String?)

    /// The document is older than one that was accepted before.
    case older(DocumentVersion, floor: DocumentVersion)

    /// The document has the version of one that was accepted before, and another text.
    case otherText(DocumentVersion)

    /// The document may not be accepted any more.
    case expired(Date)

    /// A merge patch, which cannot be signed.
    case patch

    /// The system has no cryptographic library that can be used.
    case unavailable(reason: String)

    /// A name of the reason for programs; it is stable.
    public var code: Code {
        switch self {
        case .unsigned: .unsigned
        case .malformedSignature: .malformedSignature
        case .noKnownKey: .noKnownKey
        case .wrongSignature: .wrongSignature
        case .tooFewKeys: .tooFewKeys
        case .unreadableMember: .unreadableMember
        case .otherDocument: .otherDocument
        case .otherEnvironment: .otherEnvironment
        case .older: .older
        case .otherText: .otherText
        case .expired: .expired
        case .patch: .patch
        case .unavailable: .unavailable
        }
    }

    /// The kind of a ``TrustFailure``; the raw value is stable.
    public enum Code: String, Hashable, Sendable, Codable, CaseIterable {
        /// See ``TrustFailure/unsigned``.
        case unsigned

        /// See ``TrustFailure/malformedSignature(reason:)``.
        case malformedSignature = "malformed-signature"

        /// See ``TrustFailure/noKnownKey(_:)``.
        case noKnownKey = "no-known-key"

        /// See ``TrustFailure/wrongSignature(_:)``.
        case wrongSignature = "wrong-signature"

        /// See ``TrustFailure/tooFewKeys(found:needed:)``.
        case tooFewKeys = "too-few-keys"

        /// See ``TrustFailure/unreadableMember(name:found:expected:)``.
        case unreadableMember = "unreadable-member"

        /// See ``TrustFailure/otherDocument(found:expected:)``.
        case otherDocument = "other-document"

        /// See ``TrustFailure/otherEnvironment(found:expected:)``.
        case otherEnvironment = "other-environment"

        /// See ``TrustFailure/older(_:floor:)``.
        case older = "older-document"

        /// See ``TrustFailure/otherText(_:)``.
        case otherText = "other-text"

        /// See ``TrustFailure/expired(_:)``.
        case expired

        /// See ``TrustFailure/patch``.
        case patch

        /// See ``TrustFailure/unavailable(reason:)``.
        case unavailable
    }
}

extension TrustFailure: CustomStringConvertible {
    /// What was found, and what was expected.
    public var description: String {
        switch self {
        case .unsigned: "it is not signed"
        case .malformedSignature(let reason): "its signature is malformed: \(reason)"
        case .noKnownKey(let identifiers):
            "no trusted key has signed it; it is signed by \(identifiers.joined(separator: ", "))"
        case .wrongSignature(let identifiers):
            "the signature of \(identifiers.joined(separator: ", ")) is wrong: the text was changed after it was signed"
        case .tooFewKeys(let found, let needed): "\(found) of the trusted keys have signed it, and \(needed) must"
        case .unreadableMember(let name, let found, let expected):
            "\(name) \(found.map { "is \($0)" } ?? "is missing"), expected \(expected)"
        case .otherDocument(let found, let expected):
            "$document is \(SettingProblem.quoted(found)), expected \(SettingProblem.quoted(expected))"
        case .otherEnvironment(let found, let expected):
            "$environment is \(found.map { SettingProblem.quoted($0) } ?? "missing"), expected \(expected.map { SettingProblem.quoted($0) } ?? "none")"
        case .older(let version, let floor):
            "its $version is \(version), expected at least \(floor), which was accepted before"
        case .otherText(let version):
            "its $version is \(version), like that of a document with another text, which was accepted before"
        case .expired(let date): "it has expired at \(Instant(date)?.description ?? "\(date)")"
        case .patch: "it is a merge patch, which cannot be signed; publish whole documents"
        case .unavailable(let reason): reason
        }
    }
}
