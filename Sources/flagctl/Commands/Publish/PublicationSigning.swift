import FlagAnalysis
import FlagPublishing
import FlagResolver
import FlagSigning
import FlagStore

/// What is published: a document as it is, or one to sign.
struct PublishedContent {
    let name: String
    /// The document, without the signature that is still to be made.
    let bytes: [UInt8]
    /// What signing sets; `nil` if the document is published as it is.
    fileprivate(set) var signedValues: SignedValues?
}

/// Which documents are signed when they are published, and which signed publications may follow each other.
///
/// The destination is not trusted: whoever can write it replaces, plants, damages and puts back documents. What is read from it
/// counts only if it is verified with the keys of `--trust`, or with the key that signs. What was put back verifies, so the
/// publisher has a ``PublicationState`` of its own.
struct PublicationSigning {
    /// The signer; `nil` if documents are published as they are.
    private let signer: DocumentSigner?
    /// What apps trust, if that is given.
    private let trust: TrustRules?
    private let state: PublicationState?
    private let arguments: ParsedArguments
    private let now = Instant(seconds: SystemClock().wallTime)
    /// The destination, as outputs name it.
    private let destination: String

    /// The highest step from one version to the next. A mistyped version would lock all later ones out.
    private static let maximumStep: Int64 = 1_000_000

    /// - Returns: `nil` if the key or the record cannot be used, which has been reported.
    init?(_ arguments: ParsedArguments, in session: inout Session) throws(UsageError) {
        self.arguments = arguments
        destination = arguments[.destination]
        // The documents to publish are not signed yet.
        trust = session.trust
        session.trust = nil
        if let path = arguments[.publicationState] {
            guard let state = PublicationState(path, in: &session) else { return nil }
            self.state = state
        } else {
            state = nil
        }
        guard DocumentSigner.isNamed(in: arguments) else {
            signer = nil
            return
        }
        guard let signer = try DocumentSigner(arguments, in: &session) else { return nil }
        self.signer = signer
    }

    /// The rules for what is read from the destination; `nil` if nothing can be verified.
    private var rules: TrustRules? { trust ?? signer.map { TrustRules(keys: [$0.publicKey]) } }

    /// What a document of the destination says about itself, if that is verified, whether or not it has expired.
    private func verified(_ bytes: [UInt8]) -> Result<Verified, TrustFailure> {
        guard let rules else { return .failure(.unsigned) }
        let checked = rules.check(bytes, at: nil)
        if let failure = checked.failure { return .failure(failure) }
        guard let members = checked.members, let digest = checked.digest else { return .failure(.unsigned) }
        return .success(Verified(members: members, digest: digest))
    }

    private struct Verified {
        let members: SignedMembers
        let digest: String
    }

    /// Whether the content of an earlier publication may be published again; otherwise the reason has been reported.
    func mayRestore(_ bytes: [UInt8], named name: String, in session: inout Session) -> Bool {
        guard rules != nil else { return true }
        let failure: TrustFailure
        switch verified(bytes) {
        case .failure(let found): failure = found
        case .success(let past):
            // Another app's document can be signed with the same key.
            if let document = arguments[.signedDocument], !document.hasSameBytes(as: past.members.document) {
                failure = .otherDocument(found: past.members.document, expected: document)
            } else if let environment = arguments[.signedEnvironment],
                past.members.environment.map({ $0.hasSameBytes(as: environment) }) != true
            {
                failure = .otherEnvironment(found: past.members.environment, expected: environment)
            } else {
                return true
            }
        }
        session.refuse(
            name, "it is not one that was published with these keys and names: \(failure)",
            help: "somebody may have put it into the history; publish the document from your repository instead")
        return false
    }

    /// What to publish; `nil` if apps that verify would refuse it, which has been reported. Nothing is signed yet.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - name: Its name in messages.
    ///   - published: The bytes of the current publication; `nil` if there is none.
    ///   - isRestored: Whether it was published before: then it becomes the next version.
    func content(
        for bytes: [UInt8], named name: String, replacing published: [UInt8]?, isRestored: Bool = false,
        in session: inout Session
    ) -> PublishedContent? {
        let content = PublishedContent(name: name, bytes: bytes)
        guard let rules else { return unverified(content, replacing: published, in: &session) }
        let members: Result<SignedMembers, TrustFailure>
        if signer == nil {
            let checked = rules.check(bytes, at: now)
            if let failure = checked.failure {
                session.refuse(
                    name, "apps that trust these keys would refuse it: \(failure)",
                    help: failure == .unsigned ? "add --key FILE, which signs it" : "sign it again, or correct --trust")
                return nil
            }
            members = checked.members.map { .success($0) } ?? .failure(.unsigned)
        } else {
            members = .failure(.unsigned)
        }
        let own = Own(bytes, arguments, try? members.get())
        guard let document = own.document else {
            session.refuse(
                name, "$document is missing, which says for which app the document is",
                help: "add --document NAME, or the member")
            return nil
        }
        let last = state?.last(of: document, own.environment)
        let former = read(published, last, in: &session)
        guard isSameApp(own, document, as: former?.members, name, in: &session) else { return nil }
        if let former, former.members.version >= last?.version ?? .lowest, let published {
            if signer == nil, former.digest == (try? verified(bytes).get())?.digest { return content }
            if signer != nil, !isRestored, arguments[.nextEpoch] == nil, isUnchanged(bytes, published, former.members) {
                return PublishedContent(name: name, bytes: published)
            }
        }
        let base = [former?.members.version, last?.version].compactMap { $0 }.max()
        guard signer != nil else {
            guard let version = own.version, isAccepted(version, of: name, after: base, in: &session) else {
                return nil
            }
            return content
        }
        return toSign(content, own, after: base, isUnknown: published != nil && former == nil, isRestored, in: &session)
    }

    /// Whether changes can be counted from what is published: whoever writes the storage can put a copy of the new document there.
    func canCompare(with published: [UInt8]?) -> Bool {
        guard rules != nil, let published else { return true }
        return (try? verified(published).get()) != nil
    }

    /// What is published, if it is verified; otherwise `nil`. Says what is not as it should be.
    private func read(
        _ published: [UInt8]?, _ last: PublicationState.Entry?, in session: inout Session
    ) -> Verified? {
        var former: Verified?
        if let published {
            switch verified(published) {
            case .success(let verified): former = verified
            case .failure(let failure):
                session.warn(
                    destination, "what is published is not verified, and counts for nothing: \(failure)",
                    help: failure == .unsigned ? nil : "if it was signed with another key, add --trust FILE with both")
            }
        }
        guard let state else {
            session.note(
                destination, "without a record, it is not known whether an old publication was put back",
                help: "add --state FILE, and keep that file")
            return former
        }
        guard let last else {
            session.note(state.path, "it has no record of this document yet, and begins with this one")
            return former
        }
        if let former, former.members.version < last.version {
            session.warn(
                destination,
                "its $version is \(former.members.version), and \(last.version) was signed before: an old publication was put back, "
                    + "or the last one was interrupted", help: nil)
        } else if let former, former.members.version == last.version, former.digest != last.digest {
            session.warn(
                destination, "its $version is \(last.version), like that of another text in \(state.path)",
                help: "somebody else signs with the same keys, or from another copy of the record")
        }
        return former
    }

    /// Without any key, only what is published says that documents are signed.
    private func unverified(
        _ content: PublishedContent, replacing published: [UInt8]?, in session: inout Session
    ) -> PublishedContent? {
        guard let published, content.bytes != published, SignedDocument.form(of: published) != .unsigned else {
            return content
        }
        let isSigned = SignedDocument.form(of: content.bytes) != .unsigned
        if !isSigned, arguments[.allowUnsigned] { return content }
        session.refuse(
            content.name,
            isSigned
                ? "the published document is signed, and nothing says which keys apps trust"
                : "the published document is signed, and this one is not, so apps that verify would refuse it",
            help: isSigned
                ? "add --trust FILE with the keys and the name of the document"
                : "add --key FILE, or --allow-unsigned to publish it anyway")
        return nil
    }

    /// Whether a document is for the app of the published one, and of the trust file.
    private func isSameApp(
        _ own: Own, _ document: String, as former: SignedMembers?, _ name: String, in session: inout Session
    ) -> Bool {
        let expected =
            trust?.names ?? former.map { TrustRules.Names(document: $0.document, environment: $0.environment) }
        guard let expected else { return true }
        if !document.hasSameBytes(as: expected.document) {
            let failure = TrustFailure.otherDocument(found: document, expected: expected.document)
            session.refuse(name, "\(failure)", help: "publish it to its own destination, or correct --document")
            return false
        }
        guard own.environment.map({ Array($0.utf8) }) == expected.environment.map({ Array($0.utf8) }) else {
            let failure = TrustFailure.otherEnvironment(found: own.environment, expected: expected.environment)
            session.refuse(name, "\(failure)", help: "publish it to its own destination, or correct --environment")
            return false
        }
        return true
    }

    /// A document with what signing sets; `nil` if it has no next version.
    private func toSign(
        _ content: PublishedContent, _ own: Own, after base: DocumentVersion?, isUnknown: Bool, _ isRestored: Bool,
        in session: inout Session
    ) -> PublishedContent? {
        if arguments[.expires] == nil, let expires = own.expires, expires <= now {
            session.refuse(
                content.name, "it has expired at \(expires), so apps would refuse it",
                help: "add --expires, as in --expires 30d, or correct \"$expires\"")
            return nil
        }
        let ownVersion = isRestored ? nil : own.version
        guard base != nil || ownVersion != nil || !isUnknown else {
            session.refuse(
                content.name,
                "what is published is not verified, and there is no record, so the next $version is not known",
                help: "add --state or --trust, or write a \"$version\" above all that were published into the document")
            return nil
        }
        let version: DocumentVersion
        if arguments[.nextEpoch] != nil {
            version = DocumentVersion(1, epoch: (base?.epoch ?? 1) + 1)
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
        if version.epoch != 1 || own.hasEpoch { values.epoch = .number(version.epoch) }
        var content = content
        content.signedValues = values
        return content
    }

    /// Whether devices with what was published accept a version; otherwise reports why they do not.
    private func isAccepted(
        _ version: DocumentVersion, of name: String, after base: DocumentVersion?, in session: inout Session
    ) -> Bool {
        guard let base else { return true }
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

    /// The bytes to publish, signed if they are to be and recorded; `nil` if that fails, which has been reported.
    func bytes(of content: PublishedContent, in session: inout Session) -> [UInt8]? {
        var bytes = content.bytes
        if let values = content.signedValues, let signer {
            guard let signed = signer.sign(bytes, named: content.name, values, in: &session) else { return nil }
            bytes = signed.bytes
        }
        guard let rules else { return bytes }
        let checked = rules.check(bytes, at: now)
        guard let members = checked.members, let digest = checked.digest, checked.failure == nil else {
            let failure = checked.failure ?? .unsigned
            session.refuse(
                content.name, "apps that trust these keys would refuse it: \(failure)",
                help: "sign it with \"flagctl sign\" and each key, and publish it without --key")
            return nil
        }
        let entry = PublicationState.Entry(
            document: members.document, environment: members.environment, version: members.version, digest: digest)
        return state?.record(entry, in: &session) ?? true ? bytes : nil
    }

    /// What a document to publish says about itself, and what the command line changes.
    private struct Own {
        let document: String?
        let environment: String?
        /// `nil` if it has no `$version`.
        let version: DocumentVersion?
        /// Whether the document names an epoch, readable or not.
        let hasEpoch: Bool
        let expires: Instant?

        init(_ bytes: [UInt8], _ arguments: ParsedArguments, _ members: SignedMembers?) {
            let tree = try? JSONTree(parsing: bytes)
            func text(_ member: String) -> String? {
                tree.flatMap { tree in tree.member(named: member, of: 0).flatMap { tree.string(at: $0) } }
            }
            func number(_ member: String) -> Int64? {
                tree.flatMap { tree in tree.member(named: member, of: 0).flatMap { tree.int64(at: $0) } }
                    .flatMap { $0 > 0 ? $0 : nil }
            }
            document = members?.document ?? arguments[.signedDocument] ?? text(SignedMembers.Name.document)
            environment =
                members == nil
                ? arguments[.signedEnvironment] ?? text(SignedMembers.Name.environment) : members?.environment
            version =
                members?.version
                ?? number(SignedMembers.Name.version).map {
                    DocumentVersion($0, epoch: number(SignedMembers.Name.epoch) ?? 1)
                }
            hasEpoch = tree?.member(named: SignedMembers.Name.epoch, of: 0) != nil
            expires = text(SignedMembers.Name.expires).flatMap { try? Instant(parsing: $0) }
        }
    }

    /// Whether the published document differs at most in the members that signing sets.
    private func isUnchanged(_ bytes: [UInt8], _ published: [UInt8], _ former: SignedMembers) -> Bool {
        guard arguments[.expires] == nil, former.expires.map({ $0 > now }) ?? true,
            let old = try? JSONTree(parsing: published), let new = try? JSONTree(parsing: bytes)
        else { return false }
        return Self.content(of: old) == Self.content(of: new)
    }

    /// The members of a document as they are written, apart from those that signing sets.
    private static func content(of tree: JSONTree) -> [[UInt8]] {
        let names = [
            SignedMembers.Name.document, SignedMembers.Name.environment, SignedMembers.Name.epoch,
            SignedMembers.Name.version, SignedMembers.Name.issued, SignedMembers.Name.expires,
            SignedMembers.Name.signature,
        ]
        return tree.members(of: 0).compactMap { key, value in
            names.contains(tree.string(at: key) ?? "")
                ? nil : Array(tree.bytes[tree.nodes[key].span.lowerBound..<tree.nodes[value].span.upperBound])
        }
    }
}

extension Session {
    fileprivate mutating func refuse(_ name: String, _ message: String, help: String) {
        report(Diagnostic(subject: .name(name), severity: .error, message: message, help: help))
    }

    fileprivate mutating func warn(_ name: String, _ message: String, help: String?) {
        report(finding: Diagnostic(subject: .name(name), severity: .warning, message: message, help: help))
    }

    fileprivate mutating func note(_ name: String, _ message: String, help: String? = nil) {
        report(finding: Diagnostic(subject: .name(name), severity: .note, message: message, help: help))
    }
}
