import FlagAnalysis
import FlagResolver

/// The findings of an earlier run, which are omitted.
///
/// Findings are compared by their fingerprints, which do not depend on lines. A baseline with one of several equal findings
/// omits one of them.
struct FindingBaseline {
    private let known: Set<String>
    private(set) var removedCount = 0

    /// Reads a JSON result of a command; `nil` if the file is not one, which has been reported.
    ///
    /// - Parameter command: The command and its operands, as in `check FILE`.
    init?(_ path: String, of command: String, reader: DocumentReader, session: inout Session) {
        guard let tree = reader.json(of: .file(path), in: &session) else { return nil }
        let name = String(command.prefix { $0 != " " })
        func refuse(_ message: String) {
            session.report(
                Diagnostic(
                    subject: .name(path), severity: .error, message: message, code: "bad-baseline",
                    help: "write it with: flagctl \(name) --format json\(command.dropFirst(name.count)) > "
                        + ShellQuoting.quoted(path)))
        }
        guard let schema = tree.member(named: "schema", of: 0),
            tree.string(at: schema) == OutputSchema.format(name),
            let findings = tree.member(named: "findings", of: 0), tree.kind(of: findings) == .array
        else {
            refuse("this is not a result of \"flagctl \(name)\", and a baseline has to be one")
            return nil
        }
        let version = tree.member(named: "fingerprintVersion", of: 0).flatMap { node in
            Int(String(decoding: tree.text(of: node), as: UTF8.self))
        }
        guard version == Fingerprint.version else {
            refuse(
                "the fingerprints of this baseline have \(version.map { "version \($0)" } ?? "no version"), and this flagctl "
                    + "compares version \(Fingerprint.version)")
            return nil
        }
        known = Set(
            tree.elements(of: findings).compactMap { finding in
                tree.member(named: "fingerprint", of: finding).flatMap { tree.string(at: $0) }
            })
    }

    /// The findings that are not known.
    mutating func newFindings(among findings: [CheckedFinding]) -> [CheckedFinding] {
        let new = findings.filter { !known.contains($0.fingerprint) }
        removedCount += findings.count - new.count
        return new
    }

    /// Omits the known findings of a file. If it is not a document, nothing else was checked, so that finding stays.
    mutating func remove(from file: CheckedFile) {
        guard file.intervalCount != nil else { return }
        let before = file.findings.count
        file.removeFindings(knownBy: known)
        removedCount += before - file.findings.count
    }
}
