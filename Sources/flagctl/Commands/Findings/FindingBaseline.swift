import FlagAnalysis
import FlagResolver

/// The findings of an earlier run, which are omitted.
///
/// Findings are compared by their fingerprints, which do not depend on lines. A baseline with one of several equal findings
/// omits one of them.
struct FindingBaseline {
    private let known: Set<String>
    private(set) var removedCount = 0
    /// The known findings, in the order of the baseline.
    private let entries: [Entry]
    /// The fingerprints of those that were found again.
    private var found: Set<String> = []
    private let text: SourceText
    private let command: String

    /// A known finding.
    private struct Entry {
        let fingerprint: String
        let file: String
        let code: String
        let message: String
        let span: Range<Int>
    }

    /// Reads a JSON result of a command; `nil` if the file is not one, which has been reported.
    ///
    /// - Parameter command: The command and its operands, as in `check FILE`.
    init?(_ path: String, of command: String, reader: DocumentReader, session: inout Session) {
        guard let tree = reader.json(of: .file(path), in: &session) else { return nil }
        let name = command.divided(at: " ").map { String($0.before) } ?? command
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
        entries = tree.elements(of: findings).compactMap { finding in
            func text(_ name: StaticString) -> String? {
                tree.member(named: name, of: finding).flatMap { tree.string(at: $0) }
            }
            guard let fingerprint = text("fingerprint") else { return nil }
            let start = tree.nodes[finding].span.lowerBound
            return Entry(
                fingerprint: fingerprint, file: text("file") ?? "", code: text("code") ?? "",
                message: text("message") ?? "", span: start..<(start + 1))
        }
        known = Set(entries.map(\.fingerprint))
        text = SourceText(name: path, bytes: tree.bytes[...])
        self.command = name
    }

    /// The findings that are not known.
    mutating func newFindings(among findings: [CheckedFinding]) -> [CheckedFinding] {
        let new = findings.filter { !known.contains($0.fingerprint) }
        found.formUnion(findings.map(\.fingerprint).filter { known.contains($0) })
        removedCount += findings.count - new.count
        return new
    }

    /// Omits the known findings of a file. If it is not a document, nothing else was checked, so that finding stays.
    mutating func remove(from file: CheckedFile) {
        guard file.intervalCount != nil else { return }
        let before = file.findings.count
        found.formUnion((file.fingerprints + file.suppressedFingerprints).filter { known.contains($0) })
        file.removeFindings(knownBy: known)
        removedCount += before - file.findings.count
    }

    /// The entries whose findings are gone.
    ///
    /// - Parameter wasChecked: Whether the run would have found a finding in a file, by its code.
    func gone(where wasChecked: (_ file: String, _ code: String) -> Bool) -> [GoneFinding] {
        entries.filter { !found.contains($0.fingerprint) && wasChecked($0.file, $0.code) }.map { entry in
            GoneFinding(
                location: Diagnostic.Location(source: text, span: entry.span), file: entry.file, code: entry.code,
                message: entry.message, command: command)
        }
    }
}

/// A finding of a baseline that is not found any more, so that its entry would hide a new one like it.
struct GoneFinding {
    let location: Diagnostic.Location
    let file: String
    let code: String
    let message: String
    fileprivate let command: String

    var diagnostic: Diagnostic {
        Diagnostic(
            subject: .location(location), severity: .warning,
            message: "this finding of \(PlainText.escaped(file)) is gone: \(PlainText.escaped(message)) "
                + "[\(PlainText.escaped(code))]",
            code: "unused-baseline",
            help: "save the findings again with \"flagctl \(command) --format json\": the entry would hide a new "
                + "finding like it")
    }

    static let json = JSONObject<GoneFinding>("goneFinding") {
        Member(of: Diagnostic.Location.json) { $0.location }
        Member("code", .text, "The code of the finding.") { $0.code }
        Member("message", .text, "The finding, as it was.") { $0.message }
    }
}
