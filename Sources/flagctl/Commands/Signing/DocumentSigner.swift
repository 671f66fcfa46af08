import FlagAnalysis
import FlagResolver
import FlagSigning
import FlagStore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Signs documents with a key of a file, or by a command that has the key.
struct DocumentSigner {
    private enum Source {
        case key(SigningKey)
        case command(String)
    }

    /// A signed document.
    struct Signed {
        let bytes: [UInt8]
        let version: DocumentVersion
        let keyIdentifier: String
    }

    private let source: Source
    let publicKey: PublicKey

    private static let maximumKeyByteCount = 64 << 10

    /// Whether a command line names a key.
    static func isNamed(in arguments: ParsedArguments) -> Bool {
        arguments[.signingKey] != nil || arguments[.signer] != nil || arguments[.publicKey] != nil
    }

    /// - Returns: `nil` if the key cannot be used, which has been reported.
    init?(_ arguments: ParsedArguments, in session: inout Session) throws(UsageError) {
        switch (arguments[.signingKey], arguments[.signer], arguments[.publicKey]) {
        case (let path?, nil, nil):
            guard let key = Self.privateKey(path, in: &session) else { return nil }
            source = .key(key)
            publicKey = key.publicKey
        case (nil, let command?, let path?):
            guard let key = Self.publicKey(path, in: &session) else { return nil }
            source = .command(command)
            publicKey = key
        case (nil, _?, nil):
            throw .other(
                problem: "--signer needs the public key, with which its answer is verified",
                help: "add --public-key FILE")
        case (nil, nil, _):
            throw .other(problem: "no key is given", help: "add --key FILE, or --signer COMMAND and --public-key FILE")
        default:
            throw .other(
                problem: "--key excludes --signer and --public-key", help: "the public key is part of the private one")
        }
    }

    private static func privateKey(_ path: String, in session: inout Session) -> SigningKey? {
        do throws(SystemError) {
            guard try !FileSystem.isAccessibleToOthers(path) else {
                session.report(
                    Diagnostic(
                        subject: .name(path), severity: .error, message: "others can read the private key",
                        help: "make it yours alone: chmod 600 \(ShellQuoting.quoted(path))"))
                return nil
            }
        } catch {
            session.report(InputError.unreadable(path: path, error).diagnostic)
            return nil
        }
        return key(path, in: &session) { text throws(KeyError) in try SigningKey(pem: text) }
    }

    private static func publicKey(_ path: String, in session: inout Session) -> PublicKey? {
        key(path, in: &session) { text throws(KeyError) in try PublicKey(pem: text) }
    }

    private static func key<Key>(
        _ path: String, in session: inout Session, _ parse: (String) throws(KeyError) -> Key
    ) -> Key? {
        guard let bytes = InputSource.file(path).bytes(atMost: maximumKeyByteCount, "the key has", in: &session) else {
            return nil
        }
        do throws(KeyError) {
            return try parse(String(decoding: bytes, as: UTF8.self))
        } catch {
            session.report(
                Diagnostic(subject: .name(path), severity: .error, message: "\(error)", code: "bad-key"))
            return nil
        }
    }
}

extension DocumentSigner {
    /// Sets the signed members of a document, signs it, and verifies the result.
    ///
    /// - Returns: `nil` if that fails, which has been reported.
    func sign(_ document: EditableDocument, _ values: SignedValues, in session: inout Session) -> Signed? {
        sign(document.loaded.tree.bytes, named: document.loaded.name, values, in: &session)
    }

    /// Sets the signed members of a text, signs it, and verifies the result.
    ///
    /// - Returns: `nil` if that fails, which has been reported.
    func sign(
        _ document: [UInt8], named name: String, _ values: SignedValues, in session: inout Session
    ) -> Signed? {
        guard let unsigned = prepare(document, named: name, values, in: &session) else { return nil }
        do throws(SignerFailure) {
            return try signed(unsigned)
        } catch {
            session.report(
                Diagnostic(subject: .name(name), severity: .error, message: error.description, help: error.help))
            return nil
        }
    }

    /// Whether a text can be signed, as far as that is known without a signature; otherwise the problem has been reported.
    func canSign(
        _ document: [UInt8], named name: String, _ values: SignedValues, in session: inout Session
    ) -> Bool { prepare(document, named: name, values, in: &session) != nil }

    /// A text that can be signed.
    private struct Unsigned {
        let prefix: ArraySlice<UInt8>
        let version: DocumentVersion
        /// The signatures of other keys that still fit.
        let kept: [DocumentSignature]
    }

    private func prepare(
        _ document: [UInt8], named name: String, _ values: SignedValues, in session: inout Session
    ) -> Unsigned? {
        do {
            var kept: [DocumentSignature] = []
            var text = document
            switch SignedDocument.form(of: text) {
            case .signed(let signed):
                kept = signed.signatures
                text = signed.content
            case .malformed(let reason):
                throw SignerFailure(
                    "its signature is malformed: \(reason)", help: "delete the member \"$signature\"")
            case .unsigned: break
            }
            let unsigned = try SettingsDocument(parsing: text, sourceName: name)
            let hasMembers = (try? SignedMembers(of: unsigned.tree)) != nil
            var edited = unsigned.tree.bytes
            if !hasMembers || !values.isEmpty {
                let members = values.members(of: unsigned.tree, now: SystemClock().wallTime)
                guard let changed = Self.set(members, in: unsigned.tree) else {
                    throw SignerFailure("the document is not an object with members")
                }
                edited = changed
            }
            let result = try SettingsDocument(parsing: edited, sourceName: name)
            if edited != text, !kept.isEmpty {
                session.report(
                    Diagnostic(
                        subject: .name(name), severity: .note,
                        message: "the document changes, so former signatures no longer fit and are removed"))
                kept = []
            }
            return try Self.checked(result, besides: kept)
        } catch let error as SignerFailure {
            session.report(
                Diagnostic(subject: .name(name), severity: .error, message: error.description, help: error.help))
        } catch let error as DocumentError {
            session.report(Diagnostic(subject: .name(name), severity: .error, message: error.message))
        } catch {
            session.report(Diagnostic(subject: .name(name), severity: .error, message: "\(error)"))
        }
        return nil
    }

    private static func checked(
        _ document: SettingsDocument, besides kept: [DocumentSignature]
    ) throws(SignerFailure) -> Unsigned {
        guard document.tree.member(named: SignedMembers.Name.signature, of: 0) == nil else {
            throw SignerFailure(
                "\"$signature\" is not the last member, or has blanks", help: "delete it; \"flagctl sign\" adds it")
        }
        let members: SignedMembers
        do throws(TrustFailure) {
            members = try SignedMembers(of: document.tree)
        } catch {
            let name = if case .unreadableMember(let name, _, _) = error { name } else { nil as String? }
            throw SignerFailure("\(error)", help: name.flatMap { option(for: $0) }.map { "add \($0)" })
        }
        if let (problem, help) = problem(with: members, at: Instant(seconds: SystemClock().wallTime)) {
            throw SignerFailure(problem, help: help)
        }
        guard let prefix = SignedDocument.prefix(of: document.tree.bytes) else {
            throw SignerFailure("the document is empty, and there is nothing to sign")
        }
        return Unsigned(prefix: prefix, version: members.version, kept: kept)
    }

    private func signed(_ unsigned: Unsigned) throws(SignerFailure) -> Signed {
        let own: DocumentSignature
        do {
            let identifier = try publicKey.identifier()
            let message = try SignedDocument.message(of: unsigned.prefix)
            let bytes = try signature(of: message)
            guard try Cryptography.isValid(bytes, of: message, by: publicKey) else {
                throw SignerFailure(
                    "the signature is not that of the public key",
                    help: "does --public-key belong to the key of --signer?")
            }
            own = DocumentSignature(
                algorithm: publicKey.algorithm.rawValue, keyIdentifier: identifier, bytes: bytes)
        } catch let error as SignerFailure {
            throw error
        } catch {
            throw SignerFailure("\(error)")
        }
        let others = unsigned.kept.filter { $0.keyIdentifier != own.keyIdentifier || $0.algorithm != own.algorithm }
        let bytes = SignedDocument.bytes(prefix: unsigned.prefix, others + [own])
        guard case .signed = SignedDocument.form(of: bytes) else {
            throw SignerFailure(
                "with those that it has, its signatures are longer than \(SignedDocument.maximumTrailerByteCount) bytes",
                help: "delete the member \"$signature\", and sign it again with each key")
        }
        let limit = DocumentLimits.standard.byteCount
        guard bytes.count <= limit else {
            throw SignerFailure(
                "with its signature, it has \(bytes.count) bytes, and apps accept at most \(limit)",
                help: "split it into several documents")
        }
        return Signed(bytes: bytes, version: unsigned.version, keyIdentifier: own.keyIdentifier)
    }

    /// Why no app would accept the dates of a document; `nil` if one would.
    private static func problem(with members: SignedMembers, at now: Instant) -> (String, help: String)? {
        if members.issued.seconds > now.seconds &+ clockTolerance {
            return ("$issued is \(members.issued), which is in the future", "correct --issued, or the clock")
        }
        guard let expires = members.expires else { return nil }
        if expires <= now { return ("$expires is \(expires), which is over", "add --expires, as in --expires 30d") }
        if expires <= members.issued {
            return ("$expires is \(expires), which is not after $issued", "correct --expires or --issued")
        }
        return nil
    }

    /// How many seconds the clocks of two people who sign may differ.
    private static let clockTolerance: Int64 = 300

    /// The signature of a message: 64 bytes.
    private func signature(of message: [UInt8]) throws -> [UInt8] {
        switch source {
        case .key(let key): return try key.signature(of: message)
        case .command(let command):
            let done = try Subprocess.run("sh", ["-c", command], input: message, atMost: 64 << 10)
            guard done.status == 0 else {
                throw SignerFailure(
                    "the signer ended with status \(done.status)",
                    help: "run it alone to see its messages, which are not shown because they may have a key")
            }
            let text = String(decoding: done.output, as: UTF8.self).filter { !$0.isWhitespace }
            guard let answer = Data(base64Encoded: text), !answer.isEmpty else {
                throw SignerFailure("the signer printed no signature in Base64")
            }
            return Cryptography.plainSignature([UInt8](answer), publicKey.algorithm) ?? [UInt8](answer)
        }
    }

    private static func option(for member: String) -> String? {
        switch member {
        case SignedMembers.Name.document: "--document NAME"
        case SignedMembers.Name.version: "--version next"
        case SignedMembers.Name.issued: "--issued INSTANT"
        case SignedMembers.Name.expires: "--expires WHEN"
        default: nil
        }
    }

    /// More blanks before a member are no layout.
    private static let maximumBlankCount = 256

    /// The text of a document with other values of members, which are added before the others if they are not there.
    ///
    /// - Returns: `nil` if the document has no members.
    private static func set(_ members: [(name: String, json: [UInt8])], in tree: JSONTree) -> [UInt8]? {
        guard let first = tree.members(of: 0).first(where: { _ in true }) else { return nil }
        let firstStart = tree.nodes[first.key].span.lowerBound
        let blanks = Array(tree.bytes[(tree.nodes[0].span.lowerBound + 1)..<firstStart])
        var edits: [TextEdit] = []
        var added: [UInt8] = []
        for (name, json) in members {
            if let node = tree.member(named: name, of: 0) {
                edits.append(TextEdit(tree.nodes[node].span, replacement: json))
            } else {
                let isLayout = !blanks.isEmpty && blanks.count <= maximumBlankCount
                let separator = isLayout ? blanks : [UInt8(ascii: " ")]
                added += Array("\(SettingProblem.quoted(name)): ".utf8) + json + [UInt8(ascii: ",")] + separator
            }
        }
        if !added.isEmpty { edits.append(TextEdit(firstStart..<firstStart, replacement: added)) }
        return edits.applied(to: tree.bytes)
    }
}

/// Why a document is not signed.
private struct SignerFailure: Error, CustomStringConvertible {
    let description: String
    let help: String?

    init(_ description: String, help: String? = nil) {
        self.description = description
        self.help = help
    }
}
