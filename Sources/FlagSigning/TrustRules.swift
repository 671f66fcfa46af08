package import FlagResolver

/// Which documents are authentic: whose signatures count, and for which app they must be.
package struct TrustRules: Hashable, Sendable {
    /// The keys whose signatures count.
    package let keys: [PublicKey]

    /// What a document must say about itself; `nil` if that is not checked.
    package let names: Names?

    /// How many of the keys must have signed; at least one.
    package let threshold: Int

    /// Which document it must be, and for which environment.
    package struct Names: Hashable, Sendable {
        /// The `$document` that a document must have.
        package let document: String

        /// The `$environment` that a document must have; `nil` if it must name none.
        package let environment: String?

        package init(document: String, environment: String? = nil) {
            self.document = document
            self.environment = environment
        }
    }

    package init(keys: [PublicKey], names: Names? = nil, threshold: Int = 1) {
        self.keys = keys
        self.names = names
        self.threshold = max(1, threshold)
    }

    /// Checks a document: its signatures, and what it says about itself.
    ///
    /// - Parameters:
    ///   - bytes: The document as it was published.
    ///   - now: The time at which it is accepted; `nil` for one that was accepted before, whatever its expiry.
    /// - Complexity: O(*n*) for *n* bytes: one SHA-256, one pass of the parser, and a verification for each signature.
    package func check(_ bytes: [UInt8], at now: Instant?, limits: DocumentLimits = .standard) -> CheckedDocument {
        var checked = checkSignatures(of: bytes)
        if let tree = try? JSONTree(parsing: checked.content, limits: limits.json), tree.kind(of: 0) == .object {
            // Also those of a document that is not authentic are worth to be shown.
            checked.members = checked.digest == nil ? nil : try? SignedMembers(of: tree)
            switch members(of: tree, after: checked.failure) {
            case .success(let members):
                if let now, let expires = members.expires, expires <= now { checked.failure = .expired(expires.date) }
            case .failure(let failure): checked.failure = failure
            }
        } else if checked.failure == nil {
            checked.failure = .malformedSignature(reason: "the signed text is not an object of JSON")
        }
        return checked
    }

    /// Checks the signatures of a document, without reading its content.
    ///
    /// - Complexity: O(*n*) for *n* bytes: one SHA-256, and a verification for each signature of a trusted key.
    package func checkSignatures(of bytes: [UInt8]) -> CheckedDocument {
        let signed: SignedDocument
        switch SignedDocument.form(of: bytes) {
        case .signed(let document): signed = document
        case .malformed(let reason):
            return CheckedDocument(content: bytes, failure: .malformedSignature(reason: reason))
        case .unsigned:
            // Programs that rewrite JSON, such as proxies, leave it somewhere.
            return CheckedDocument(
                content: bytes,
                failure: SignedDocument.hasSignatures(bytes)
                    ? .malformedSignature(reason: "$signature is not at the end of the text, or has blanks") : .unsigned
            )
        }
        var checked = CheckedDocument(content: signed.content, failure: nil)
        do throws(CryptographyUnavailable) {
            let check = try SignatureCheck(of: signed, by: keys)
            checked.keys = check.keys
            checked.wrongKeys = check.wrong
            checked.digest = check.digest.hexadecimal
            if check.keys.count < threshold {
                checked.failure =
                    check.keys.isEmpty && check.wrong.isEmpty
                    ? .noKnownKey(check.unknown)
                    : check.keys.isEmpty
                        ? .wrongSignature(check.wrong) : .tooFewKeys(found: check.keys.count, needed: threshold)
            }
        } catch {
            checked.failure = .unavailable(reason: "\(error)")
        }
        return checked
    }

    /// What a document says about itself, if that is right, whatever its expiry.
    ///
    /// - Parameters:
    ///   - tree: The parsed ``CheckedDocument/content``, an object.
    ///   - failure: What is wrong with its signatures.
    package func members(of tree: JSONTree, after failure: TrustFailure?) -> Result<SignedMembers, TrustFailure> {
        if let failure { return .failure(failure) }
        guard tree.member(named: SignedMembers.Name.signature, of: 0) == nil else {
            return .failure(.malformedSignature(reason: "there are two of them"))
        }
        do throws(TrustFailure) {
            let members = try SignedMembers(of: tree)
            if let failure = self.failure(of: members) { throw failure }
            return .success(members)
        } catch {
            return .failure(error)
        }
    }

    private func failure(of members: SignedMembers) -> TrustFailure? {
        guard let names else { return nil }
        if !members.document.hasSameBytes(as: names.document) {
            return .otherDocument(found: members.document, expected: names.document)
        }
        let isSame: Bool =
            switch (members.environment, names.environment) {
            case (nil, nil): true
            case (let found?, let expected?): found.hasSameBytes(as: expected)
            default: false
            }
        return isSame ? nil : .otherEnvironment(found: members.environment, expected: names.environment)
    }
}

/// A document, and whether it is authentic.
package struct CheckedDocument: Hashable, Sendable {
    /// The bytes to parse: those that were signed, if there is a signature.
    package let content: [UInt8]

    /// The trusted keys that have signed it.
    package fileprivate(set) var keys: [PublicKey] = []

    /// The identifiers of the trusted keys whose signatures are wrong.
    package fileprivate(set) var wrongKeys: [String] = []

    /// What it says about itself; `nil` if that cannot be read.
    package fileprivate(set) var members: SignedMembers?

    /// The SHA-256 of the signed text, in hexadecimal digits; `nil` if there is none.
    package fileprivate(set) var digest: String?

    /// Why it is not accepted; `nil` if it is.
    package fileprivate(set) var failure: TrustFailure?

    fileprivate init(content: [UInt8], failure: TrustFailure?) {
        self.content = content
        self.failure = failure
    }

    /// The identifiers of the ``keys``.
    package var keyIdentifiers: [String] {
        // A key that was checked has an identifier.
        keys.compactMap { try? $0.identifier() }
    }
}
