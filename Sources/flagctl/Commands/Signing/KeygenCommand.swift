import FlagAnalysis
import FlagResolver
import FlagSigning
import FlagStore

extension CommandOption where Self == Option<SigningAlgorithm> {
    fileprivate static var algorithm: Self {
        Option(
            name: "algorithm", value: .choice("ALGORITHM"), default: .ed25519,
            summary: "ed25519 (the default), or p256 for hardware and clouds that have no other")
    }
}

extension CommandOption where Self == Option<String> {
    fileprivate static var keyName: Self {
        Option(
            name: "output", required: .outputFile("NAME"),
            summary: "write NAME.pem, the private key, and NAME.pub.pem, the public one",
            hintForMissingValue: "name the key, as in --output keys/release-2026")
    }
}

extension Command {
    static let keygen = Command(
        name: "keygen",
        summary: "a new pair of keys, for signing documents and for the apps that verify them",
        examples: [
            Example(
                line: "flagctl keygen --output release-2026",
                meaning: "release-2026.pem, which stays secret, and release-2026.pub.pem, which apps know"),
            Example(line: "flagctl keygen --algorithm p256 --output release-cloud", meaning: "the same for P-256"),
        ],
        operands: [],
        options: [
            .algorithm, .keyName, .format(KeyReport.Format.self), .report(KeyReport.Format.self), .config, .color,
            .exitZero,
        ],
        notes: [
            "Only the owner can read the private key, and no file is overwritten. Keep it where the documents are published, and a copy "
                + "offline: without it, apps accept no further document that is signed by this key alone.",
            "The report has the public key as Swift code for an app, and in PEM for the file that \"flagctl verify --trust\" reads.",
            "Exit codes: 0 both files are written; 2 a file exists or cannot be written, or the system cannot make keys.",
        ],
        run: { (arguments, session) throws(UsageError) in
            guard FilePath.split(arguments[.keyName]).name.isEmpty == false else {
                throw .other(
                    problem: "--output needs the name of a file, found \(quoted(arguments[.keyName]))",
                    help: "name the key, as in --output keys/release-2026")
            }
            guard let report = make(arguments[.algorithm], named: arguments[.keyName], in: &session) else {
                return .failed
            }
            return ReportOutput(arguments).write(report, in: &session)
        })

    private static func make(
        _ algorithm: SigningAlgorithm, named name: String, in session: inout Session
    ) -> KeyReport? {
        let (privatePath, publicPath) = ("\(name).pem", "\(name).pub.pem")
        do throws(KeyError) {
            let key = try SigningKey.generate(algorithm)
            let identifier: String
            do throws(CryptographyUnavailable) {
                identifier = try key.publicKey.identifier()
            } catch {
                session.report(Diagnostic(subject: .name("flagctl"), severity: .error, message: "\(error)"))
                return nil
            }
            let files = [(privatePath, key.pem, true), (publicPath, key.publicKey.pem, false)]
            // Before the first is written, so that no pair of keys is torn.
            for (path, _, _) in files where FileSystem.exists(path) || FileSystem.isLink(path) {
                session.report(.keyExists(path))
                return nil
            }
            for (path, text, isPrivate) in files {
                guard write(text, to: path, isPrivate: isPrivate, in: &session) else {
                    // A private key whose public one nobody knows is of no use.
                    if !isPrivate { FileSystem.remove(privatePath) }
                    return nil
                }
            }
            return KeyReport(
                key: key.publicKey, identifier: identifier, privatePath: privatePath, publicPath: publicPath)
        } catch {
            session.report(Diagnostic(subject: .name("flagctl"), severity: .error, message: "\(error)"))
            return nil
        }
    }

    private static func write(
        _ text: String, to path: String, isPrivate: Bool, in session: inout Session
    ) -> Bool {
        do throws(SystemError) {
            if try FileSystem.create(path, with: Array(text.utf8), isPrivate: isPrivate) { return true }
            session.report(.keyExists(path))
        } catch {
            session.report(
                Diagnostic(
                    subject: .name(path), severity: .error, message: "the key cannot be written: \(error.text)",
                    help: "name another folder with --output"))
        }
        return false
    }
}

extension Diagnostic {
    fileprivate static func keyExists(_ path: String) -> Diagnostic {
        Diagnostic(
            subject: .name(path), severity: .error, message: "the file exists, and a key is never overwritten",
            help: "choose another name with --output")
    }
}
