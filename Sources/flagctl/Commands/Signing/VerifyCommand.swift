import FlagAnalysis
import FlagResolver
import FlagSigning
import FlagStore

extension CommandOption where Self == Option<String> {
    fileprivate static var trust: Self {
        Option(
            name: "trust", required: .file("FILE"),
            summary:
                "public keys in PEM, or a JSON object with \"keys\", \"document\", \"environment\" and \"threshold\"",
            hintForMissingValue: "name the public key: --trust release-2026.pub.pem")
    }
}

extension CommandOption where Self == Option<String?> {
    /// For commands that read documents.
    static var documentTrust: Self {
        Option(
            name: "trust", value: .file("FILE"),
            summary:
                "read only documents that are signed as this file demands; \"flagctl help verify\" says what it has")
    }
}

extension CommandOption where Self == Option<Instant?> {
    fileprivate static var verifiedInstant: Self {
        Option(
            name: "at", value: .instant("INSTANT"),
            summary: "whether the document may be accepted at this date; the default is now")
    }
}

extension Command {
    static let verify = Command(
        name: "verify",
        summary: "whether documents are signed by trusted keys, for this app, and may be accepted",
        examples: [
            Example(
                line: "flagctl verify --trust Configs/signing/release.pub.pem Configs/signing/app.json",
                meaning: "the keys that have signed, the version and the dates"),
            Example(
                line: "flagctl verify --trust Configs/signing/trust.json --format json Configs/signing/app.json",
                meaning: "the same as JSON, with the names that the document must have"),
        ],
        operands: [.files],
        options: [
            .trust, .verifiedInstant, .format(VerifyReport.Format.self), .report(VerifyReport.Format.self), .exclude,
            .config, .standardInputName, .color, .exitZero,
        ],
        notes: [
            "The last member of a signed document is $signature. It signs all bytes before it, as they are: every other program may read "
                + "the document as before. The bytes are verified as a store gets them, and no JSON file of a folder is left out, because "
                + "one without its signatures may look like any other; --exclude leaves files out, and the project file does not.",
            "The file of --trust is a JSON object: \"keys\" is a list of public keys in PEM, \"document\" and \"environment\" are the names "
                + "that a document must have, and \"threshold\" is how many of the keys must have signed. Without \"environment\", a document "
                + "must name none. A public key alone checks signatures only, and the report says so.",
            "Exit codes: 0 all documents are as they should be; 1 one is not; 2 a file cannot be read, or the command line is invalid.",
        ],
        run: { (arguments, session) throws(UsageError) in
            guard let rules = TrustInput.rules(arguments[.trust], in: &session) else { return .failed }
            // What a project leaves out of other commands must be signed, too.
            let excluded = arguments.isDefault(.exclude) ? [] : arguments.texts(ofOptionNamed: "exclude")
            let sources = InputSources(
                arguments[.files], standardInputName: arguments[.standardInputName],
                excluding: excluded.isEmpty ? .none : PathPatterns(excluded, folder: FileSystem.workingFolder),
                of: .everyJSON)
            for skipped in sources.skipped { session.report(skipped.diagnostic) }
            let now = arguments[.verifiedInstant] ?? Instant(seconds: SystemClock().wallTime)
            var rows: [VerifyReport.Row] = []
            for found in sources.unique {
                switch found {
                case .failure(let error): session.report(error.diagnostic)
                case .source(let source):
                    // The bytes as a store gets them, with a byte order mark. No file of a folder is left out: one without its
                    // signatures may look like any other.
                    let limit = DocumentLimits.standard.byteCount
                    guard let bytes = source.exactBytes(atMost: limit, "the document has", in: &session) else {
                        continue
                    }
                    rows.append(VerifyReport.Row(file: source.name, rules.check(bytes, at: now)))
                }
            }
            if rows.isEmpty, session.failures.isEmpty { session.report(.noDocument(arguments[.files])) }
            return ReportOutput(arguments).write(VerifyReport(rows, rules), in: &session)
        })

}

/// The file of `--trust`.
enum TrustInput {
    /// Which documents a run trusts; `nil` if it does not verify them.
    ///
    /// - Returns: `.failure` if the file cannot be read, which has been reported.
    static func rules(
        of arguments: ParsedArguments, in session: inout Session
    ) -> Result<TrustRules?, SilentFailure> {
        guard let path = arguments[ifDeclared: .documentTrust].flatMap(\.self) else { return .success(nil) }
        guard let rules = rules(path, in: &session) else { return .failure(SilentFailure()) }
        if rules.names == nil {
            session.report(
                finding: Diagnostic(
                    subject: .name(path), severity: .note,
                    message: "it has keys only, so \"$document\" and \"$environment\" are not checked",
                    help: "write a trust file with \"document\"; \"flagctl help verify\" says how"))
        }
        return .success(rules)
    }

    /// A failure that has been reported.
    struct SilentFailure: Error {}

    /// A file of rules is small.
    private static let maximumByteCount = 1 << 20

    /// The rules of a file; `nil` if they cannot be read, which has been reported.
    static func rules(_ path: String, in session: inout Session) -> TrustRules? {
        guard let bytes = InputSource.file(path).bytes(atMost: maximumByteCount, "the trust file has", in: &session)
        else { return nil }
        do throws(TrustFileError) {
            return try TrustFile.rules(in: bytes, named: path)
        } catch {
            let place = SourceText(name: path, bytes: bytes[...]).location(of: error.span.lowerBound)
            session.report(
                Diagnostic(
                    subject: .name("\(path):\(place.line):\(place.column)"), severity: .error, message: error.message,
                    code: "bad-trust-file",
                    help: "\"flagctl help verify\" says what the file contains"))
            return nil
        }
    }
}
