import FlagResolver

/// Findings that were known before, and are left out.
///
/// A finding is known by its fingerprint, which does not depend on its line: it stays known while others come and go.
struct CheckBaseline {
    private let known: Set<String>
    private(set) var removedCount = 0

    /// Reads a result of `flagctl check --format json`; `nil` where the file is none, which has been reported.
    init?(_ path: String, reader: DocumentReader, session: inout Session) {
        guard let tree = reader.tree(of: .file(path), in: &session) else { return nil }
        guard let schema = tree.member(named: "schema", of: 0), tree.isString(at: schema, equalTo: "flagctl/check/1"),
            let findings = tree.member(named: "findings", of: 0), tree.kind(of: findings) == .array
        else {
            session.report(
                Diagnostic(
                    subject: .name(path), severity: .error,
                    message: "this is no result of a check, which a baseline has to be",
                    help: "write one with: flagctl check --format json FILE > \(ShellQuoting.quoted(path))"))
            return nil
        }
        known = Set(
            tree.elements(of: findings).compactMap { finding in
                tree.member(named: "fingerprint", of: finding).flatMap { tree.string(at: $0) }
            })
    }

    /// Leaves out the known findings of a file. That a text is no document is never known: nothing else was looked at.
    mutating func remove(from file: CheckedFile) {
        guard file.stretchCount != nil else { return }
        let before = file.findings.count
        file.removeFindings(knownBy: known)
        removedCount += before - file.findings.count
    }
}
