import FlagAnalysis
import FlagResolver
import FlagSigning
import FlagStore

extension CommandOption where Self == Option<String?> {
    static var signingKey: Self {
        Option(
            name: "key", value: .file("FILE"),
            summary: "the private key in PEM (PKCS #8), which only its owner can read")
    }

    static var signer: Self {
        Option(
            name: "signer", value: .text("COMMAND"),
            summary: "a command of the shell that reads the bytes to sign, and prints the signature in Base64")
    }

    static var publicKey: Self {
        Option(name: "public-key", value: .file("FILE"), summary: "the public key of --signer in PEM")
    }

    static var signedDocument: Self {
        Option(
            name: "document", value: .text("NAME"),
            summary: "set $document, so that no other app accepts it; kept if it is there")
    }

    static var signedEnvironment: Self {
        Option(name: "environment", value: .text("NAME"), summary: "set $environment, such as production")
    }
}

extension CommandOption where Self == Option<SignedVersion?> {
    static var signedVersion: Self {
        Option(
            name: "version", value: .signedVersion("VERSION"),
            summary: "set $version: a number, or next for one more than before; it must grow with every publication")
    }
}

extension CommandOption where Self == Option<SignedVersion?> {
    static var signedEpoch: Self {
        Option(
            name: "epoch", value: .signedVersion("EPOCH"),
            summary:
                "set $epoch: a number, or next, which begins again with version 1; each document of it is newer than all before"
        )
    }
}

extension CommandOption where Self == Option<Instant?> {
    static var issued: Self {
        Option(
            name: "issued", value: .instant("INSTANT"), summary: "set $issued; the default is now, in whole seconds")
    }
}

extension CommandOption where Self == Option<Expiry?> {
    static var expires: Self {
        Option(
            name: "expires", value: .expiry("WHEN"),
            summary: "set $expires: a date, or a time from $issued such as 30d or 12h")
    }
}

extension Command {
    static let sign = Command(
        name: "sign",
        summary: "sign a document, so that apps know who published it",
        examples: [
            Example(
                line: "flagctl sign --key release-2026.pem --document shop-ios --version 1 Configs/app.json",
                meaning: "print the signed document"),
            Example(
                line:
                    "flagctl sign --key release-2026.pem --version next --expires 30d --apply Configs/signing/app.json",
                meaning: "sign the next version in place, for thirty days"),
        ],
        operands: [.file],
        options: [
            .signingKey, .signer, .publicKey, .signedDocument, .signedEnvironment, .signedVersion, .signedEpoch,
            .issued, .expires,
            .apply, .exclude,
            .config, .standardInputName, .color, .exitZero,
        ],
        notes: [
            "The members $document, $version and $issued are set or added, and everything else keeps its bytes. The last member is "
                + "$signature, which apps that do not verify ignore. A signed document that changes in any way must be signed again.",
            "If nothing but the signature changes, signatures of other keys are kept: so several people sign one after another.",
            "Exit codes: 0 signed; 2 the document has an error or lacks a member, a file cannot be read or written, the key cannot "
                + "be used, or the command line is invalid.",
        ],
        run: { (arguments, session) throws(UsageError) in
            guard let signer = try DocumentSigner(arguments, in: &session),
                let document = try EditableDocument.readOne(arguments, session: &session)
            else { return .failed }
            let mode: EditMode = arguments[.apply] && document.isFile ? .write : .print
            guard let signed = signer.sign(document, SignedValues(arguments), in: &session) else { return .failed }
            guard mode == .write, let replacement = document.replacement(with: signed.bytes) else {
                session.output.write(bytes: signed.bytes)
                return .clean
            }
            guard [replacement].write(isComplete: true, session: &session) else { return .failed }
            session.messages.write(
                "\(PlainText.escaped(document.loaded.name)): version \(signed.version) is signed by \(signed.keyIdentifier)\n"
            )
            return .clean
        })
}

/// The value of `--version`.
enum SignedVersion: Sendable, Equatable {
    case next
    case number(Int64)
}

/// The value of `--expires`.
enum Expiry: Sendable, Equatable {
    case date(Instant)
    /// Seconds after the date of the signature.
    case after(Int64)
}

extension ArgumentType where Value == SignedVersion {
    fileprivate static func signedVersion(_ placeholder: String) -> Self {
        ArgumentType(form: .text(placeholder: placeholder)) { (text, label) throws(UsageError) in
            if text == "next" { return .next }
            guard let number = Int64(text), SignedMembers.versions.contains(number) else {
                throw .badValue(
                    label, value: text,
                    problem: "expected \"next\" or a whole number from 1 to \(SignedMembers.versions.upperBound)",
                    help: nil)
            }
            return .number(number)
        }
    }
}

extension ArgumentType where Value == Expiry {
    fileprivate static func expiry(_ placeholder: String) -> Self {
        ArgumentType(form: .text(placeholder: placeholder)) { (text, label) throws(UsageError) in
            if let date = try? Instant(parsing: text) { return .date(date) }
            let units: [Character: Int64] = ["h": 3_600, "d": 86_400, "w": 604_800]
            guard let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()), count > 0,
                count <= 100_000
            else {
                throw .badValue(
                    label, value: text, problem: "expected a date, or a time in hours, days or weeks",
                    help: "as in 2026-12-01T00:00:00Z, 12h, 30d or 8w")
            }
            return .after(count * unit)
        }
    }
}

/// What the command line says about the signed members of a document.
struct SignedValues {
    var document: String?
    var environment: String?
    var version: SignedVersion?
    var epoch: SignedVersion?
    var issued: Instant?
    var expires: Expiry?

    init() {}

    init(_ arguments: ParsedArguments) {
        document = arguments[.signedDocument]
        environment = arguments[.signedEnvironment]
        version = arguments[.signedVersion]
        epoch = arguments[.signedEpoch]
        issued = arguments[.issued]
        expires = arguments[.expires]
    }

    /// Whether a document that has all members needs no edit.
    var isEmpty: Bool {
        document == nil && environment == nil && version == nil && epoch == nil && issued == nil && expires == nil
    }

    /// The members to set, in the order in which they are added, as JSON.
    func members(of tree: JSONTree, now: Int64) -> [(name: String, json: [UInt8])] {
        var members: [(name: String, json: [UInt8])] = []
        func add(_ name: String, _ write: (inout JSONWriter) -> Void) {
            var writer = JSONWriter()
            write(&writer)
            members.append((name, writer.bytes))
        }
        if let document { add(SignedMembers.Name.document) { $0.write(document) } }
        if let environment { add(SignedMembers.Name.environment) { $0.write(environment) } }
        /// A number beyond the range is refused when the result is read.
        func next(_ name: String, after absent: Int64) -> Int64 {
            (tree.member(named: name, of: 0).flatMap { tree.int64(at: $0) } ?? absent) &+ 1
        }
        switch epoch {
        case .number(let number): add(SignedMembers.Name.epoch) { $0.write(number) }
        case .next: add(SignedMembers.Name.epoch) { $0.write(next(SignedMembers.Name.epoch, after: 1)) }
        case nil: break
        }
        switch version {
        case .number(let number): add(SignedMembers.Name.version) { $0.write(number) }
        case .next: add(SignedMembers.Name.version) { $0.write(next(SignedMembers.Name.version, after: 0)) }
        case nil: if epoch == .next { add(SignedMembers.Name.version) { $0.write(1) } }
        }
        let start = issued ?? Instant(seconds: now)
        add(SignedMembers.Name.issued) { $0.write("\(start)") }
        switch expires {
        case .date(let date): add(SignedMembers.Name.expires) { $0.write("\(date)") }
        case .after(let seconds):
            add(SignedMembers.Name.expires) { $0.write("\(Instant(seconds: start.seconds &+ seconds))") }
        case nil: break
        }
        return members
    }
}
