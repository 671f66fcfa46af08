import FlagAnalysis
import FlagPublishing
import FlagResolver
import FlagSigning
import FlagStore

extension CommandOption where Self == Option<Bool> {
    static var allowUnsigned: Self {
        Option(
            name: "allow-unsigned",
            summary: "publish a document without signatures although the published one is signed")
    }
}

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
/// Apps that verify refuse a document whose `$version` is not above the one before. So a publication is refused here that no
/// device would accept.
struct PublicationSigning {
    /// The signer; `nil` if documents are published as they are.
    private let signer: DocumentSigner?
    private let arguments: ParsedArguments

    /// The highest step from one version to the next. A mistyped version would lock all later ones out.
    private static let maximumStep: Int64 = 1_000_000

    /// - Returns: `nil` if the key cannot be used, which has been reported.
    init?(_ arguments: ParsedArguments, in session: inout Session) throws(UsageError) {
        self.arguments = arguments
        guard DocumentSigner.isNamed(in: arguments) else {
            signer = nil
            return
        }
        guard let signer = try DocumentSigner(arguments, in: &session) else { return nil }
        self.signer = signer
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
        let former = published.map { Former($0) }
        let content = PublishedContent(name: name, bytes: bytes)
        guard signer == nil else {
            if let published, !isRestored, isUnchanged(bytes, published) {
                return PublishedContent(name: name, bytes: published)
            }
            return toSign(content, after: former, isRestored: isRestored, in: &session)
        }
        guard bytes != published else { return content }
        guard SignedDocument.form(of: bytes) != .unsigned else {
            guard former?.isSigned == true, !arguments[.allowUnsigned] else { return content }
            session.refuse(
                name, "the published document is signed, and this one is not, so apps that verify would refuse it",
                help: "add --key FILE, or --allow-unsigned to publish it anyway")
            return nil
        }
        return isAccepted(Self.version(of: bytes) ?? 0, of: name, after: former, in: &session) ? content : nil
    }

    /// A document with what signing sets; `nil` if it has no name, or no next version.
    private func toSign(
        _ content: PublishedContent, after former: Former?, isRestored: Bool, in session: inout Session
    ) -> PublishedContent? {
        guard arguments[.signedDocument] != nil || Self.text(SignedMembers.Name.document, in: content.bytes) != nil
        else {
            session.refuse(
                content.name, "$document is missing, which says for which app the document is",
                help: "add --document NAME, or the member")
            return nil
        }
        // A program that does not sign may have published any number.
        let (next, isTooLarge) = (former?.version ?? 0).addingReportingOverflow(1)
        let own = isRestored ? 0 : Self.version(of: content.bytes) ?? 0
        let version = isTooLarge ? .max : max(own, next)
        guard SignedMembers.versions.contains(version) else {
            session.refuse(
                content.name,
                "its $version would be \(version), expected at most \(SignedMembers.versions.upperBound)",
                help: "correct the $version of the published document, and raise the epoch in the app")
            return nil
        }
        guard isAccepted(version, of: content.name, after: former, in: &session) else { return nil }
        var values = SignedValues()
        values.document = arguments[.signedDocument]
        values.environment = arguments[.signedEnvironment]
        values.expires = arguments[.expires]
        values.version = .number(version)
        var content = content
        content.signedValues = values
        return content
    }

    /// Whether devices with the published document accept a version; otherwise reports why they do not.
    private func isAccepted(
        _ version: Int64, of name: String, after former: Former?, in session: inout Session
    ) -> Bool {
        guard let former else { return true }
        let start = "its $version is \(version), and the published document has \(former.version)"
        if former.isSigned, version <= former.version {
            session.refuse(
                name, "\(start), so apps that verify would refuse it",
                help: "add --key FILE, which signs it as the next version")
            return false
        }
        // Without a published version, the document may continue a history of another place.
        if former.version > 0, version - former.version > Self.maximumStep {
            session.refuse(
                name, "\(start): the step is larger than \(Self.maximumStep)",
                help: "correct the version; after a huge one, apps refuse every lower one")
            return false
        }
        return true
    }

    /// The bytes to publish, signed if they are to be; `nil` if that fails, which has been reported.
    func bytes(of content: PublishedContent, in session: inout Session) -> [UInt8]? {
        guard let values = content.signedValues, let signer else { return content.bytes }
        return signer.sign(content.bytes, named: content.name, values, in: &session)?.bytes
    }

    /// The document that is published.
    private struct Former {
        let isSigned: Bool
        /// Its `$version`; 0 if it has none.
        let version: Int64

        init(_ bytes: [UInt8]) {
            isSigned = SignedDocument.form(of: bytes) != .unsigned
            version = PublicationSigning.version(of: bytes) ?? 0
        }
    }

    private static func text(_ member: String, in bytes: [UInt8]) -> String? {
        guard let tree = try? JSONTree(parsing: bytes) else { return nil }
        return tree.member(named: member, of: 0).flatMap { tree.string(at: $0) }
    }

    /// The version of a document; `nil` if it has none.
    private static func version(of bytes: [UInt8]) -> Int64? {
        guard let tree = try? JSONTree(parsing: bytes) else { return nil }
        return tree.member(named: SignedMembers.Name.version, of: 0).flatMap { tree.int64(at: $0) }.map { max(0, $0) }
    }

    /// Whether the published document is signed, and differs at most in the members that signing sets.
    private func isUnchanged(_ bytes: [UInt8], _ published: [UInt8]) -> Bool {
        guard arguments[.expires] == nil, SignedDocument.form(of: published) != .unsigned,
            let old = try? JSONTree(parsing: published), let new = try? JSONTree(parsing: bytes)
        else { return false }
        let (document, environment) = (SignedMembers.Name.document, SignedMembers.Name.environment)
        return Self.content(of: old) == Self.content(of: new)
            && (arguments[.signedDocument] ?? Self.text(document, in: bytes)) == Self.text(document, in: published)
            && (arguments[.signedEnvironment] ?? Self.text(environment, in: bytes))
                == Self.text(environment, in: published)
    }

    /// The members of a document as they are written, apart from those that signing sets.
    private static func content(of tree: JSONTree) -> [[UInt8]] {
        let names = [
            SignedMembers.Name.document, SignedMembers.Name.environment, SignedMembers.Name.version,
            SignedMembers.Name.issued, SignedMembers.Name.expires, SignedMembers.Name.signature,
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
}
