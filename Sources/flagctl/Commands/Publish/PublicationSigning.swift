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
    var signedValues: SignedValues?
}

/// Which documents are signed when they are published, and which signed publications may follow each other.
///
/// The destination is not trusted: whoever can write it replaces, plants, damages and puts back documents. What is read from it
/// counts only if it is verified with the keys of `--trust`, or with the key that signs. What was put back verifies, so the
/// publisher has a ``PublicationState`` of its own.
struct PublicationSigning {
    /// The signer; `nil` if documents are published as they are.
    let signer: DocumentSigner?
    /// What apps trust, if that is given; and what the project file names, if the command line or a variable names another file:
    /// nothing is published that one of them refuses.
    let trusts: [TrustRules]
    private let state: PublicationState?
    let arguments: ParsedArguments
    let now = Instant(seconds: SystemClock().wallTime)
    /// The destination, as outputs name it.
    let destination: String
    /// The destination, as a record names it, which teams commit: without the query of an address, which can be a secret.
    private let recordedDestination: String

    /// The highest step from one version to the next. A mistyped version would lock all later ones out.
    static let maximumStep: Int64 = 1_000_000

    /// - Returns: `nil` if the key or the record cannot be used, which has been reported.
    init?(_ arguments: ParsedArguments, in session: inout Session) throws(UsageError) {
        self.arguments = arguments
        destination = arguments[.destination]
        let address = destination.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        recordedDestination = DocumentLocation.isAddress(destination) ? String(Substring(address)) : destination
        // The documents to publish are not signed yet.
        var trusts = [session.trust].compactMap(\.self)
        session.trust = nil
        let given = arguments[Self.trustOption]
        if let path = arguments.projectTexts[Self.trustOption.declaration.name]?.last, path != given {
            guard let rules = TrustInput.rules(path, in: &session) else { return nil }
            trusts.append(rules)
        }
        self.trusts = trusts
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

    private static let trustOption: Option<String?> = .publicationTrust

    /// What a document to publish must meet.
    private var demands: [TrustRules] {
        trusts.isEmpty ? [signer].compactMap { $0.map { TrustRules(keys: [$0.publicKey]) } } : trusts
    }

    /// The rules for what is read from the destination; `nil` if nothing can be verified.
    private var rules: TrustRules? { demands.first }

    /// Whether the record is the file that is published, or the document itself, which has been reported.
    func refusesRecord(beside paths: [String], in session: inout Session) -> Bool {
        guard let state, paths.contains(where: { state.isFile(at: $0) }) else { return false }
        session.refuse(
            state.path, "--state is the document or the destination, expected a file of its own",
            help: "name another file, such as published.json")
        return true
    }

    /// What a document of the destination says about itself, if that is verified, whether or not it has expired.
    private func verified(_ bytes: [UInt8]) -> Result<Verified, TrustFailure> {
        var found: Verified?
        for rules in demands {
            let checked = rules.check(bytes, at: nil)
            if let failure = checked.failure { return .failure(failure) }
            guard let members = checked.members, let digest = checked.digest else { return .failure(.unsigned) }
            found = Verified(members: members, digest: digest)
        }
        return found.map { .success($0) } ?? .failure(.unsigned)
    }

    private struct Verified {
        let members: SignedMembers
        let digest: String

        /// Whether nothing that was signed later, and no other text of this version, is recorded.
        func isLast(_ recorded: PublicationState.Entry?) -> Bool {
            guard let recorded else { return true }
            return members.version > recorded.version
                || members.version == recorded.version && digest == recorded.digest
        }
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
        guard rules != nil else { return unverified(content, replacing: published, in: &session) }
        var members: SignedMembers?
        var digest: String?
        if signer == nil {
            for rules in trusts {
                let checked = rules.check(bytes, at: now)
                if let failure = checked.failure {
                    refuse(
                        name, failure,
                        help: failure == .unsigned
                            ? "add --key FILE, which signs it" : "sign it again, or correct --trust",
                        in: &session)
                    return nil
                }
                (members, digest) = (checked.members, checked.digest)
            }
        }
        let claims = DocumentClaims(bytes, arguments, members)
        guard let document = claims.document else {
            session.refuse(
                name, "$document is missing, which says for which app the document is",
                help: "add --document NAME, or the member")
            return nil
        }
        let last = state?.last(of: document, claims.environment)
        let former = read(published, last, in: &session)
        guard isSameApp(claims, document, as: former?.members, name, in: &session) else { return nil }
        if let former, let published, former.isLast(last) {
            if signer == nil, former.digest == digest { return content }
            if signer != nil, !isRestored, isUnchanged(claims, published, former.members) {
                return PublishedContent(name: name, bytes: published)
            }
        }
        let base = [former?.members.version, last?.version].compactMap { $0 }.max()
        guard signer != nil else {
            // What was signed last can be put back over what somebody else has put there.
            let isPutBack = last.map { $0.version == base && $0.version == members?.version && $0.digest == digest }
            guard let version = claims.version,
                isPutBack == true || isAccepted(version, of: name, after: base, in: &session)
            else { return nil }
            return content
        }
        return toSign(
            content, claims, after: base, isUnknown: published != nil && former == nil, isRestored, in: &session)
    }

    static let adviceForKeys = "sign it with \"flagctl sign\" and each key, and publish it without --key"

    func refuse(_ name: String, _ failure: TrustFailure, help: String, in session: inout Session) {
        session.refuse(name, "apps that trust these keys would refuse it: \(failure)", help: help)
    }

    /// What a document to publish is compared with: whoever writes the storage can put something else there.
    enum Baseline {
        /// It is the first one.
        case nothing
        case publication(bytes: [UInt8], number: Int64?)
        /// What was published last is not known.
        case unknown
    }

    /// - Parameter history: The publications that are kept, the newest first.
    func baseline(
        for bytes: [UInt8], replacing seen: Publication?, _ history: () -> [PastPublication]
    ) -> Baseline {
        let current = seen.map { Baseline.publication(bytes: $0.bytes, number: $0.number) }
        guard rules != nil else { return current ?? .nothing }
        let own = try? verified(bytes).get()
        let claims = DocumentClaims(bytes, arguments, own?.members)
        let last = claims.document.flatMap { state?.last(of: $0, claims.environment) }
        // What was signed last, and is put back, changes nothing.
        if let last, own?.digest == last.digest { return .publication(bytes: bytes, number: nil) }
        func isExpected(_ bytes: [UInt8]) -> Bool {
            guard let found = try? verified(bytes).get(), claims.hasNames(of: found.members) else { return false }
            guard let last else { return true }
            return last.expected(at: recordedDestination).contains(found.digest) || found.members.version > last.version
        }
        if let seen, isExpected(seen.bytes) { return current ?? .unknown }
        // Nothing was published here before, as far as the record knows.
        if seen == nil, last?.published[recordedDestination] == nil { return .nothing }
        guard last != nil else { return .unknown }
        return history().first { isExpected($0.bytes) }.map { .publication(bytes: $0.bytes, number: $0.number) }
            ?? .unknown
    }

    /// What is published, if it is verified; otherwise `nil`. Says what is not as it should be.
    private func read(
        _ published: [UInt8]?, _ last: PublicationState.Entry?, in session: inout Session
    ) -> Verified? {
        var former: Verified?
        if let published {
            switch verified(published) {
            case .success(let verified):
                former = verified
                for key in rules?.checkSignatures(of: published).wrongKeys ?? [] {
                    session.warn(
                        destination,
                        "the signature of the key \(key) is wrong, so apps that know only that key refuse it",
                        help: "sign the document with \"flagctl sign\" and each key, and publish it without --key")
                }
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
        if published == nil {
            session.warn(
                destination,
                "nothing is published, and $version \(last.version) was signed before: it was deleted, or the last "
                    + "publication was interrupted", help: nil)
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
        if let state {
            session.note(
                state.path, "the record is not used, because nothing is signed or verified",
                help: "add --key FILE, or --trust FILE")
        }
        guard let published, content.bytes != published, SignedDocument.hasSignatures(published) else { return content }
        let isSigned = SignedDocument.hasSignatures(content.bytes)
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

    /// Whether the published document differs at most in the members that signing sets, and can stay.
    private func isUnchanged(_ claims: DocumentClaims, _ published: [UInt8], _ former: SignedMembers) -> Bool {
        arguments[.nextEpoch] == nil && arguments[.expires] == nil && former.expires.map { $0 > now } ?? true
            && claims.version ?? .lowest <= former.version && claims.hasContent(of: published)
    }

    /// A document that may be published, or why there is none.
    enum Preparation {
        case ready([UInt8])
        /// Somebody else has signed another version meanwhile.
        case overtaken
        /// The problem has been reported.
        case failed
    }

    /// Signs a document if it is to be signed, and records it.
    func prepare(_ content: PublishedContent, in session: inout Session) -> Preparation {
        var bytes = content.bytes
        if let values = content.signedValues, let signer {
            guard let signed = signer.sign(bytes, named: content.name, values, in: &session) else { return .failed }
            bytes = signed.bytes
        }
        for rules in demands {
            guard let failure = rules.check(bytes, at: now).failure else { continue }
            refuse(content.name, failure, help: Self.adviceForKeys, in: &session)
            return .failed
        }
        guard let state, let checked = rules?.check(bytes, at: now), let members = checked.members,
            let digest = checked.digest
        else { return .ready(bytes) }
        let entry = PublicationState.Entry(
            document: members.document, environment: members.environment, version: members.version, digest: digest)
        switch state.record(entry, in: &session) {
        case .done: return .ready(bytes)
        case .failed: return .failed
        case .overtaken:
            session.warn(
                state.path, "somebody else has signed another version since this run began", help: nil)
            return .overtaken
        }
    }

    /// Records that the destination has a document. A problem has been reported; the document is published nevertheless.
    func confirm(_ bytes: [UInt8], in session: inout Session) {
        guard let state, let found = try? verified(bytes).get() else { return }
        let members = found.members
        let last = state.last(of: members.document, members.environment)
        if last?.digest == found.digest, last?.published[recordedDestination] == found.digest { return }
        let entry = PublicationState.Entry(
            document: members.document, environment: members.environment, version: members.version,
            digest: found.digest, published: [recordedDestination: found.digest])
        _ = state.confirm(entry, at: recordedDestination, in: &session)
    }
}
