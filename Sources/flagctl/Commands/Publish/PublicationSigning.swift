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

/// What a publication signs, and which signed publications follow each other.
///
/// Apps that verify refuse a document whose `$version` is not above the one before. So a publication is refused here that no
/// device would accept.
struct PublicationSigning {
    /// The signer; `nil` if documents are published as they are.
    private let signer: DocumentSigner?
    private let arguments: ParsedArguments
    private let destination: String

    /// The highest step from one version to the next. A mistyped version would lock all later ones out.
    private static let maximumStep: Int64 = 1_000_000

    /// - Returns: `nil` if the key cannot be used, which has been reported.
    init?(_ arguments: ParsedArguments, of destination: String, in session: inout Session) throws(UsageError) {
        self.arguments = arguments
        self.destination = destination
        guard DocumentSigner.isNamed(in: arguments) else {
            signer = nil
            return
        }
        guard let signer = try DocumentSigner(arguments, in: &session) else { return nil }
        self.signer = signer
    }

    /// The bytes to publish; `nil` if apps that verify would refuse them, which has been reported.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - name: Its name in messages.
    ///   - published: The bytes of the current publication; `nil` if there is none.
    ///   - isRestored: Whether it was published before: then it becomes the next version.
    func bytes(
        for bytes: [UInt8], named name: String, replacing published: [UInt8]?, isRestored: Bool = false,
        in session: inout Session
    ) -> [UInt8]? {
        let last = published.flatMap { Self.version(of: $0) } ?? 0
        guard let signer else {
            return check(bytes, named: name, after: last, published, isRestored: isRestored, in: &session)
        }
        if let published, !isRestored, isUnchanged(bytes, published) { return published }
        var values = SignedValues()
        values.document = arguments[.signedDocument]
        values.environment = arguments[.signedEnvironment]
        values.expires = arguments[.expires]
        let own = isRestored ? nil : Self.version(of: bytes)
        values.version = .number(max(own ?? 0, last + 1))
        guard let signed = signer.sign(bytes, named: name, values, in: &session) else { return nil }
        return check(signed.bytes, named: name, after: last, published, isRestored: false, in: &session)
    }

    /// Checks that devices with the published document accept another one.
    private func check(
        _ bytes: [UInt8], named name: String, after last: Int64, _ published: [UInt8]?, isRestored: Bool,
        in session: inout Session
    ) -> [UInt8]? {
        func refuse(_ message: String, _ help: String) -> [UInt8]? {
            session.report(Diagnostic(subject: .name(name), severity: .error, message: message, help: help))
            return nil
        }
        let isSigned = SignedDocument.form(of: bytes) != .unsigned
        let wasSigned = published.map { SignedDocument.form(of: $0) != .unsigned } ?? false
        guard isSigned else {
            if wasSigned, !arguments[.allowUnsigned] {
                return refuse(
                    "the published document is signed, and this one is not, so apps that verify would refuse it",
                    "add --key FILE, or --allow-unsigned to publish it all the same")
            }
            return bytes
        }
        guard bytes != published else { return bytes }
        let version = Self.version(of: bytes) ?? 0
        if wasSigned, version <= last {
            return refuse(
                "its $version is \(version), and the published document has \(last), so apps that verify would refuse it",
                isRestored
                    ? "add --key FILE, which signs it as the next version"
                    : "add --key FILE, or sign it with a higher version first")
        }
        // Without a published version, the document may continue a history of another place.
        if last > 0, version - last > Self.maximumStep {
            return refuse(
                "its $version is \(version), and the published document has \(last): the step is larger than \(Self.maximumStep)",
                "correct the version; after a huge one, apps refuse every lower one")
        }
        return bytes
    }

    /// The version of a document; `nil` if it has none.
    private static func version(of bytes: [UInt8]) -> Int64? {
        guard let tree = try? JSONTree(parsing: bytes) else { return nil }
        return tree.member(named: SignedMembers.Name.version, of: 0).flatMap { tree.int64(at: $0) }.map { max(0, $0) }
    }

    /// Whether the published document is signed, and differs at most in the members that signing sets anew.
    private func isUnchanged(_ bytes: [UInt8], _ published: [UInt8]) -> Bool {
        guard arguments[.expires] == nil, SignedDocument.form(of: published) != .unsigned,
            let old = try? JSONTree(parsing: published), let new = try? JSONTree(parsing: bytes)
        else { return false }
        func name(_ member: String, _ tree: JSONTree) -> String? {
            tree.member(named: member, of: 0).flatMap { tree.string(at: $0) }
        }
        let (document, environment) = (SignedMembers.Name.document, SignedMembers.Name.environment)
        return Self.content(of: old) == Self.content(of: new)
            && arguments[.signedDocument] ?? name(document, new) == name(document, old)
            && arguments[.signedEnvironment] ?? name(environment, new) == name(environment, old)
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
