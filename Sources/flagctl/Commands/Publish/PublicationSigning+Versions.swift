import FlagAnalysis
import FlagResolver
import FlagSigning

extension PublicationSigning {
    /// Whether a document is for the app of the published one, and of the trust files.
    func isSameApp(
        _ claims: DocumentClaims, _ document: String, as former: SignedMembers?, _ name: String,
        in session: inout Session
    ) -> Bool {
        let named = trusts.compactMap(\.names)
        let formerly = former.map { TrustRules.Names(document: $0.document, environment: $0.environment) }
        for expected in named.isEmpty ? [formerly].compactMap(\.self) : named {
            if !document.hasSameBytes(as: expected.document) {
                let failure = TrustFailure.otherDocument(found: document, expected: expected.document)
                session.refuse(name, "\(failure)", help: "publish it to its own destination, or correct --document")
                return false
            }
            guard claims.environment.map({ Array($0.utf8) }) == expected.environment.map({ Array($0.utf8) }) else {
                let failure = TrustFailure.otherEnvironment(found: claims.environment, expected: expected.environment)
                session.refuse(name, "\(failure)", help: "publish it to its own destination, or correct --environment")
                return false
            }
        }
        return true
    }

    /// Whether apps trust what the key signs alone.
    private func isTrusted(_ signer: DocumentSigner, _ name: String, in session: inout Session) -> Bool {
        for rules in trusts {
            let failure: TrustFailure
            if !rules.keys.contains(signer.publicKey) {
                failure = .noKnownKey([try? signer.publicKey.identifier()].compactMap(\.self))
            } else if rules.threshold > 1 {
                failure = .tooFewKeys(found: 1, needed: rules.threshold)
            } else {
                continue
            }
            refuse(name, failure, help: Self.adviceForKeys, in: &session)
            return false
        }
        return true
    }

    /// A document with what signing sets; `nil` if it has no next version.
    func toSign(
        _ content: PublishedContent, _ claims: DocumentClaims, after base: DocumentVersion?, isUnknown: Bool,
        _ isRestored: Bool, in session: inout Session
    ) -> PublishedContent? {
        guard let signer, isTrusted(signer, content.name, in: &session) else { return nil }
        if arguments[.expires] == nil, let expires = claims.expires, expires <= now {
            session.refuse(
                content.name, "it has expired at \(expires), so apps would refuse it",
                help: "add --expires, as in --expires 30d, or correct \"$expires\"")
            return nil
        }
        let ownVersion = isRestored ? nil : claims.version
        guard base != nil || ownVersion != nil || !isUnknown else {
            session.refuse(
                content.name,
                "what is published is not verified, and there is no record, so the next $version is not known",
                help: "add --state or --trust, or write a \"$version\" above all that were published into the document")
            return nil
        }
        let version: DocumentVersion
        if arguments[.nextEpoch] != nil {
            version = DocumentVersion(1, epoch: (base?.epoch ?? ownVersion?.epoch ?? 1) + 1)
            session.warn(
                destination, "epoch \(version.epoch) begins, so no app goes back to a version of the epochs before",
                help: nil)
        } else {
            let lowest = DocumentVersion((base?.version ?? 0) + 1, epoch: base?.epoch ?? ownVersion?.epoch ?? 1)
            version = max(lowest, ownVersion ?? .lowest)
        }
        guard SignedMembers.versions.contains(version.version), SignedMembers.versions.contains(version.epoch) else {
            session.refuse(
                content.name,
                "its $version would be \(version), expected at most \(SignedMembers.versions.upperBound)",
                help: "begin the next epoch: --epoch next")
            return nil
        }
        guard isAccepted(version, of: content.name, after: base, in: &session) else { return nil }
        var values = SignedValues()
        values.document = arguments[.signedDocument]
        values.environment = arguments[.signedEnvironment]
        values.expires = arguments[.expires]
        values.version = .number(version.version)
        // An epoch begins with --epoch next only, whatever the document says.
        if version.epoch != 1 || claims.hasEpoch { values.epoch = .number(version.epoch) }
        guard !arguments[.dryRun] || signer.canSign(content.bytes, named: content.name, values, in: &session) else {
            return nil
        }
        var content = content
        content.signedValues = values
        return content
    }

    /// Whether devices with what was published accept a version; otherwise reports why they do not.
    func isAccepted(
        _ version: DocumentVersion, of name: String, after base: DocumentVersion?, in session: inout Session
    ) -> Bool {
        guard let base else {
            guard max(version.version, version.epoch) <= SignedMembers.versions.upperBound - Self.maximumStep else {
                session.refuse(
                    name, "its $version is \(version), which leaves none for later documents",
                    help: "correct the version; 1 is a good first one")
                return false
            }
            guard version.epoch == 1 || arguments[.nextEpoch] != nil else {
                session.refuse(
                    name, "its $epoch is \(version.epoch), and no epoch before it is known",
                    help: "add --epoch next if that is meant, --state FILE with the record, or delete \"$epoch\"")
                return false
            }
            return true
        }
        let start = "its $version is \(version), and \(base) was published"
        if version <= base {
            session.refuse(
                name, "\(start), so apps that verify would refuse it",
                help: "add --key FILE, which signs it as the next version")
            return false
        }
        guard version.epoch == base.epoch || version.epoch == base.epoch + 1 && arguments[.nextEpoch] != nil else {
            session.refuse(
                name, "\(start): it begins another epoch, which leaves all versions of the one before behind",
                help: "add --epoch next if that is meant; no other step is published")
            return false
        }
        if version.epoch == base.epoch, version.version - base.version > Self.maximumStep {
            session.refuse(
                name, "\(start): the step is larger than \(Self.maximumStep)",
                help: "correct the version; after a huge one, apps refuse every lower one")
            return false
        }
        return true
    }
}

/// How a publication reports what is wrong with a document or a file.
extension Session {
    mutating func refuse(_ name: String, _ message: String, help: String) {
        report(Diagnostic(subject: .name(name), severity: .error, message: message, help: help))
    }

    mutating func warn(_ name: String, _ message: String, help: String?) {
        report(finding: Diagnostic(subject: .name(name), severity: .warning, message: message, help: help))
    }

    mutating func note(_ name: String, _ message: String, help: String? = nil) {
        report(finding: Diagnostic(subject: .name(name), severity: .note, message: message, help: help))
    }
}
