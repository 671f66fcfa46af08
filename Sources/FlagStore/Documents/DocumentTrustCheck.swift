import FlagResolver

/// Checks documents with the verifier of a store, and keeps the floor of their versions.
///
/// It checks in two steps: first the signatures, before anything is parsed, and then what the parsed document says about
/// itself.
package final class DocumentTrustCheck: Sendable {
    let verifier: any SignatureVerifier
    let policy: TrustPolicy
    let floor: TrustFloor

    package init(_ verifier: any SignatureVerifier, files: any FileLayer) {
        self.verifier = verifier
        policy = verifier.policy
        floor = TrustFloor(verifier.policy, files: files)
    }

    /// The bytes of a document to parse, and the verdict on its signatures.
    ///
    /// - Throws: If the document is refused because of its signatures. Then no byte of it is parsed.
    func checkSignatures(of bytes: [UInt8], from origin: DocumentOrigin) throws(TrustFailure) -> SignatureVerdict {
        var verdict = verifier.checkSignatures(of: bytes)
        // The signature of the app covers it.
        if origin == .bundle { verdict.failure = nil }
        if let failure = verdict.failure, policy.isEnforced { throw failure }
        return verdict
    }

    /// Whether a parsed document is that of this app, and not below the floor.
    ///
    /// - Parameters:
    ///   - newest: The document that it replaces. A copy of its text does not expire.
    /// - Throws: If the document is refused.
    func authenticity(
        of document: SettingsDocument, in bytes: [UInt8], _ verdict: SignatureVerdict, from origin: DocumentOrigin,
        replacing newest: NewestDocument? = nil, at wallTime: Int64
    ) throws(TrustFailure) -> DocumentAuthenticity {
        if origin == .bundle { return .notVerified }
        do throws(TrustFailure) {
            var facts = try verifier.checkMembers(of: document.tree, verdict).get()
            let stored = newest?.authenticity.facts
            try floor.check(facts, replacing: stored, isExempt: origin == .cache(isExempt: true))
            // A document that is in use stays in use, also after the cache was lost: values must not vanish.
            if origin.isNew, stored?.digest != facts.digest, !floor.hasAccepted(facts), policy.refusesExpired,
                let expires = facts.expires,
                expires <= Instant(seconds: wallTime)
            {
                throw .expired(expires.date)
            }
            facts.trailer = Array(bytes.dropFirst(verdict.content.count - 1))
            return .authentic(facts)
        } catch {
            return try failed(error)
        }
    }

    /// The version of a bundled document whose signatures are right; `nil` for any other one, whose `$version` may be of
    /// another kind.
    func bundledVersion(of bytes: [UInt8]) -> DocumentVersion? {
        let verdict = verifier.checkSignatures(of: bytes)
        guard verdict.failure == nil, let tree = try? JSONTree(parsing: verdict.content) else { return nil }
        return try? verifier.checkMembers(of: tree, verdict).get().version
    }

    /// What identifies a document, whoever has signed it: its text without signatures. Otherwise, whoever appends one would make
    /// a quarantined document a new one.
    func identity(of bytes: [UInt8]) -> DocumentIdentity { DocumentIdentity(of: verifier.content(of: bytes)) }

    /// A failure that is only reported.
    ///
    /// - Throws: The failure, if it is enforced.
    func failed(_ failure: TrustFailure) throws(TrustFailure) -> DocumentAuthenticity {
        guard !policy.isEnforced else { throw failure }
        return .failed(failure)
    }
}

extension StoreDiagnostic {
    /// A document that is used although it failed, because failures are only reported.
    static func notTrusted(_ failure: TrustFailure) -> StoreDiagnostic {
        StoreDiagnostic(
            .untrustedDocument,
            "the document would be refused if signatures were enforced: \(failure) [\(failure.code.rawValue)]")
    }

    /// A file that is not used.
    static func notTrusted(_ failure: TrustFailure, path: String) -> StoreDiagnostic {
        StoreDiagnostic(
            .untrustedDocument, "the document in \(path) is not used: \(failure) [\(failure.code.rawValue)]")
    }

    /// A document that this process uses, and that another process has made too old to keep.
    static func superseded(_ failure: TrustFailure) -> StoreDiagnostic {
        StoreDiagnostic(
            .untrustedDocument,
            "the document in use is not written to disk, because another process has kept a newer one: \(failure)")
    }

    static func unusableTrust(_ problem: String) -> StoreDiagnostic {
        StoreDiagnostic(.unusableTrust, problem)
    }

    /// A verifier of the app's own, which has nothing that a store could call.
    static func unknownVerifier(_ verifier: any DocumentVerifier) -> StoreDiagnostic {
        StoreDiagnostic(
            .unusableTrust,
            "the verifier is of the type \(type(of: verifier)), expected DocumentTrust of FlagStoreTrust; no document is verified"
        )
    }

    static func damagedFloor(_ path: String) -> StoreDiagnostic {
        StoreDiagnostic(
            .trustFloorUnreadable,
            "\(path) is damaged or has an unknown format; documents are accepted from the version of the one on disk, of the"
                + " bundled one and of the code")
    }

    /// A verifier that enforces forgets what it has accepted.
    static var floorWithoutDirectory: StoreDiagnostic {
        StoreDiagnostic(
            .trustFloorNotKept,
            "the verifier has no directory, so that the lowest version to accept is forgotten when the process ends; expected one"
                + " that survives when caches are cleared")
    }

    static func unreadableFloor(_ failure: FileFailure) -> StoreDiagnostic {
        StoreDiagnostic(.trustFloorUnreadable, "\(failure); the file is treated as absent")
    }

    static func floorNotKept(_ failure: FileFailure) -> StoreDiagnostic {
        StoreDiagnostic(
            .trustFloorNotKept,
            "\(failure); older documents are refused until the process ends, and at the next start from the version on disk"
        )
    }
}
