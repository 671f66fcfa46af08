package import FlagResolver

/// Decides which documents a store trusts; see ``StoreConfiguration/verifier``.
///
/// The library `FlagStoreTrust` has the verifier, `DocumentTrust`. Apps that do not use it link nothing cryptographic. A type of
/// the app's own that conforms verifies nothing, and the store says so.
public protocol DocumentVerifier: Sendable {}

/// What a store needs of a verifier.
package protocol SignatureVerifier: DocumentVerifier {
    var policy: TrustPolicy { get }

    /// The bytes of a document to parse, without its signatures. Nothing is verified.
    func content(of bytes: [UInt8]) -> [UInt8]

    /// A document with the signatures of two copies of it: all those of the second, and those of the first that are right.
    func union(of stored: [UInt8], and received: [UInt8]) -> [UInt8]

    /// Checks the signatures of a document, without reading its content.
    func checkSignatures(of bytes: [UInt8]) -> SignatureVerdict

    /// Checks what a document says about itself: which one it is, and for whom.
    ///
    /// - Parameters:
    ///   - tree: The parsed content.
    ///   - verdict: The one on its signatures.
    func checkMembers(of tree: JSONTree, _ verdict: SignatureVerdict) -> Result<SignedDocumentFacts, TrustFailure>
}

/// What a verifier demands besides signatures.
package struct TrustPolicy: Hashable, Sendable {
    /// Whether documents that fail are refused; otherwise, they are only reported.
    package var isEnforced: Bool

    /// The document and the environment to which the floor belongs.
    package var document: String
    package var environment: String?

    /// The keys whose signatures count: the algorithm and the public key in Base64.
    package var keys: [String]

    /// The lowest version that is ever accepted.
    package var minimum: DocumentVersion

    /// Whether new documents are refused after their `$expires`.
    package var refusesExpired: Bool

    /// The directory of the floor; `nil` to forget it when the process ends.
    package var directory: String?

    /// Keys and numbers that cannot be used, for diagnostics.
    package var problems: [String]

    package init(
        isEnforced: Bool, document: String, environment: String? = nil, keys: [String] = [],
        minimum: DocumentVersion = .lowest, refusesExpired: Bool = true, directory: String? = nil,
        problems: [String] = []
    ) {
        self.isEnforced = isEnforced
        self.document = document
        self.environment = environment
        self.keys = keys
        self.minimum = minimum
        self.refusesExpired = refusesExpired
        self.directory = directory
        self.problems = problems
    }
}

/// What the end of a document says.
package struct SignatureVerdict: Hashable, Sendable {
    /// The bytes to parse: those that were signed, if there are signatures.
    package var content: [UInt8]

    /// The SHA-256 of the signed text, in hexadecimal digits; `nil` if there is none.
    package var digest: String?

    /// The trusted keys that have signed: the algorithm and the public key in Base64.
    package var keys: [String]

    /// Their identifiers.
    package var keyIdentifiers: [String]

    /// Why the document is not authentic; `nil` if enough trusted keys have signed it.
    package var failure: TrustFailure?

    package init(
        content: [UInt8], digest: String?, keys: [String] = [], keyIdentifiers: [String], failure: TrustFailure?
    ) {
        self.content = content
        self.digest = digest
        self.keys = keys
        self.keyIdentifiers = keyIdentifiers
        self.failure = failure
    }
}

/// What an authentic document says about itself.
package struct SignedDocumentFacts: Hashable, Sendable {
    package let version: DocumentVersion
    package let issued: Instant
    package let expires: Instant?
    /// The SHA-256 of the signed text, in hexadecimal digits.
    package let digest: String

    /// The trusted keys that have signed: the algorithm and the public key in Base64.
    package let keys: [String]
    package let keyIdentifiers: [String]

    /// The bytes after the signed text, which are not parsed.
    package internal(set) var trailer: [UInt8] = []

    package init(
        version: DocumentVersion, issued: Instant, expires: Instant?, digest: String, keys: [String],
        keyIdentifiers: [String]
    ) {
        self.version = version
        self.issued = issued
        self.expires = expires
        self.digest = digest
        self.keys = keys
        self.keyIdentifiers = keyIdentifiers
    }
}

/// What is known about a document that was accepted.
package enum DocumentAuthenticity: Hashable, Sendable {
    /// There is no verifier, or the document ships with the app.
    case notVerified

    case authentic(SignedDocumentFacts)

    /// It was accepted although it failed, because failures are only reported.
    case failed(TrustFailure)

    var failure: TrustFailure? {
        if case .failed(let failure) = self { failure } else { nil }
    }

    package var facts: SignedDocumentFacts? {
        if case .authentic(let facts) = self { facts } else { nil }
    }
}
