/// Which trusted keys have signed a document.
package struct SignatureCheck: Hashable, Sendable {
    /// The keys whose signatures are right, in the order of the trusted keys. Each counts once, however often it has signed.
    package let keys: [PublicKey]

    /// The identifiers of the trusted keys whose signatures are wrong.
    package let wrong: [String]

    /// The identifiers that no trusted key has.
    package let unknown: [String]

    /// The SHA-256 of the signed text.
    package let digest: [UInt8]

    /// Checks the signatures of a document.
    ///
    /// - Throws: If the system has no cryptographic library.
    /// - Complexity: One SHA-256 of the document, and a verification for each signature of a trusted key.
    package init(
        of document: SignedDocument, by trusted: [PublicKey]
    ) throws(CryptographyUnavailable) {
        digest = try Cryptography.sha256(Array(document.prefix))
        let message = SignedDocument.message(digest: digest)
        var known: [(key: PublicKey, identifier: String)] = []
        for key in trusted { known.append((key, try key.identifier())) }
        var right: Set<PublicKey> = []
        var wrong: [String] = []
        var unknown: [String] = []
        for signature in document.signatures {
            let candidates = known.filter {
                $0.identifier == signature.keyIdentifier && $0.key.algorithm.rawValue == signature.algorithm
            }
            var isRight = false
            for (key, _) in candidates where try Cryptography.isValid(signature.bytes, of: message, by: key) {
                right.insert(key)
                isRight = true
            }
            if candidates.isEmpty {
                unknown.append(signature.keyIdentifier)
            } else if !isRight {
                wrong.append(signature.keyIdentifier)
            }
        }
        keys = known.map(\.key).filter { right.contains($0) }.reduce(into: []) { keys, key in
            if !keys.contains(key) { keys.append(key) }
        }
        self.wrong = wrong
        self.unknown = unknown
    }
}
