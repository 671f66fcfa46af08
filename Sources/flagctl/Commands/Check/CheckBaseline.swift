import FlagAnalysis
import FlagResolver

/// Findings that were known before, and are left out.
///
/// A finding is known by its fingerprint, which does not depend on its line: it stays known while others come and go. Of
/// several findings that are alike, a baseline with one leaves out one.
struct CheckBaseline {
    private let known: Set<String>
    private(set) var removedCount = 0

    /// Reads a result of `flagctl check --format json`; `nil` where the file is none, which has been reported.
    init?(_ path: String, reader: DocumentReader, session: inout Session) {
        guard let tree = reader.tree(of: .file(path), in: &session) else { return nil }
        func refuse(_ message: String) {
            session.report(
                Diagnostic(
                    subject: .name(path), severity: .error, message: message, code: "bad-baseline",
                    help: "write it with: flagctl check --format json FILE > \(ShellQuoting.quoted(path))"))
        }
        guard let schema = tree.member(named: "schema", of: 0),
            tree.string(at: schema) == OutputSchema.format("check"),
            let findings = tree.member(named: "findings", of: 0), tree.kind(of: findings) == .array
        else {
            refuse("this is not a result of \"flagctl check\", and a baseline has to be one")
            return nil
        }
        // Results had no such member when fingerprints did not contain the setting.
        let version = tree.member(named: "fingerprintVersion", of: 0).flatMap { node in
            Int(String(decoding: tree.text(of: node), as: UTF8.self))
        }
        guard version == Fingerprint.version else {
            refuse(
                "the fingerprints of this baseline have version \(version ?? 1), and this flagctl compares version "
                    + "\(Fingerprint.version)")
            return nil
        }
        known = Set(
            tree.elements(of: findings).compactMap { finding in
                tree.member(named: "fingerprint", of: finding).flatMap { tree.string(at: $0) }
            })
    }

    /// Leaves out the known findings of a file. That a text is no document is never known: nothing else was looked at.
    mutating func remove(from file: CheckedFile) {
        guard file.intervalCount != nil else { return }
        let before = file.findings.count
        file.removeFindings(knownBy: known)
        removedCount += before - file.findings.count
    }
}
