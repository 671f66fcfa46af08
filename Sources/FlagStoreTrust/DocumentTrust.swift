public import FlagResolver
package import FlagSigning
public import FlagStore

/// Trusts only documents that the team has signed for this app.
///
/// ```swift
/// configuration.verifier = DocumentTrust(
///     keys: [.ed25519("11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=")],
///     document: "shop-ios",
///     mode: .enforce,
///     directory: supportDirectory + "/trust")
/// ```
///
/// Every document is verified, wherever it comes from: a response, the disk, a watched file. Only the bundled document is not,
/// because the signature of the app covers it. A document is refused if it is not signed, was changed after it was signed,
/// belongs to another app or environment, has expired, or is older than one that was accepted before.
/// `SettingsStore.trust` says what was found, and each failure is a diagnostic.
///
/// Trust is set in the app alone, never by anything that is fetched. Begin with ``Mode/report``: it refuses nothing, and shows
/// which devices would be locked out. `Docs/Trust.md` has the steps from the first key to a lost one.
public struct DocumentTrust: DocumentVerifier {
    /// What happens to a document that fails.
    public enum Mode: String, Hashable, Sendable, Codable, CaseIterable {
        /// It is used, and a diagnostic says what ``enforce`` would have done.
        case report

        /// It is refused, and the document before it stays.
        case enforce
    }

    private let rules: TrustRules
    package let policy: TrustPolicy

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - keys: The keys whose signatures count. A key that cannot be used is left out, with a diagnostic.
    ///   - document: The `$document` that a document must have, so that the one of another app is refused.
    ///   - environment: The `$environment` that a document must have; `nil` if it must name none.
    ///   - threshold: How many of the keys must have signed; at least one.
    ///   - mode: What happens to a document that fails.
    ///   - directory: Where the lowest version to accept is kept. It must survive when caches are cleared: on Apple's platforms,
    ///     use a folder in Application Support. Stores with the same document need directories of their own. `nil` forgets it
    ///     when the process ends; the store says so if it enforces.
    ///   - minimum: The lowest version that is ever accepted, even after the app was reinstalled.
    ///   - refusesExpired: Whether a new document is refused after its `$expires`. One that is in use stays in use.
    public init(
        keys: [TrustedKey],
        document: String,
        environment: String? = nil,
        threshold: Int = 1,
        mode: Mode,
        directory: String?,
        minimum: DocumentVersion = .lowest,
        refusesExpired: Bool = true
    ) {
        var usable: [PublicKey] = []
        var problems: [String] = []
        for (index, key) in keys.enumerated() {
            switch key.key {
            case .success(let key): usable.append(key)
            case .failure(let error):
                problems.append(
                    "key \(index + 1) of the verifier cannot be used: \(error); its signatures do not count")
            }
        }
        if threshold < 1 || threshold > Set(usable).count {
            problems.append(
                "the threshold of the verifier is \(threshold), expected a number from 1 to the number of usable keys, which is"
                    + " \(Set(usable).count)")
        }
        rules = TrustRules(
            keys: usable, names: TrustRules.Names(document: document, environment: environment), threshold: threshold)
        policy = TrustPolicy(
            isEnforced: mode == .enforce, document: document, environment: environment, keys: usable.map(\.text),
            minimum: minimum, refusesExpired: refusesExpired, directory: directory, problems: problems)
    }

    /// Creates a verifier with rules from a file, for a service.
    package init(_ rules: TrustRules, directory: String?) {
        self.rules = rules
        policy = TrustPolicy(
            isEnforced: true, document: rules.names?.document ?? "", environment: rules.names?.environment,
            keys: rules.keys.map(\.text), directory: directory)
    }
}

extension DocumentTrust: SignatureVerifier {
    package func content(of bytes: [UInt8]) -> [UInt8] {
        if case .signed(let signed) = SignedDocument.form(of: bytes) { signed.content } else { bytes }
    }

    package func union(of stored: [UInt8], and received: [UInt8]) -> [UInt8] {
        guard case .signed(let former) = SignedDocument.form(of: stored),
            case .signed(let latter) = SignedDocument.form(of: received)
        else { return received }
        let formerlyRight = Set(rules.checkSignatures(of: stored).keys.map(\.name))
        let right = Set(rules.checkSignatures(of: received).keys.map(\.name))
        // A wrong signature of a key must not replace a right one.
        let kept = former.signatures.filter { formerlyRight.contains($0.name) && !right.contains($0.name) }
        guard !kept.isEmpty else { return received }
        let replaced = Set(kept.map(\.name))
        let others = latter.signatures.filter { !replaced.contains($0.name) }
        let united = SignedDocument.bytes(prefix: latter.prefix, others + kept)
        // Signatures of strangers can leave no room.
        if case .signed = SignedDocument.form(of: united) { return united }
        return SignedDocument.bytes(prefix: latter.prefix, others.filter { right.contains($0.name) } + kept)
    }

    package func checkSignatures(of bytes: [UInt8]) -> SignatureVerdict {
        SignatureVerdict(rules.checkSignatures(of: bytes))
    }

    package func checkMembers(
        of tree: JSONTree, _ verdict: SignatureVerdict
    ) -> Result<SignedDocumentFacts, TrustFailure> {
        let members: SignedMembers
        switch rules.members(of: tree, after: verdict.failure) {
        case .success(let found): members = found
        case .failure(let failure): return .failure(failure)
        }
        guard let digest = verdict.digest else { return .failure(.unsigned) }
        return .success(
            SignedDocumentFacts(
                version: members.version, issued: members.issued, expires: members.expires, digest: digest,
                keys: verdict.keys, keyIdentifiers: verdict.keyIdentifiers))
    }
}

extension SignatureVerdict {
    fileprivate init(_ checked: CheckedDocument) {
        self.init(
            content: checked.content, digest: checked.digest, keys: checked.keys.map(\.text),
            keyIdentifiers: checked.keyIdentifiers, failure: checked.failure)
    }
}

/// What tells the signatures of a trailer apart.
private struct SignatureName: Hashable {
    let algorithm: String
    let keyIdentifier: String
}

extension DocumentSignature {
    fileprivate var name: SignatureName { SignatureName(algorithm: algorithm, keyIdentifier: keyIdentifier) }
}

extension PublicKey {
    /// A key that was checked has an identifier.
    fileprivate var name: SignatureName {
        SignatureName(algorithm: algorithm.rawValue, keyIdentifier: (try? identifier()) ?? "")
    }
}
