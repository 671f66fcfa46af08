import FlagResolver
import FlagSigning

/// The result of `verify`.
struct VerifyReport: Report {
    enum Format: String, ReportFormat {
        case text
        case json
    }

    /// A document with the verdict on it.
    struct Row {
        let file: String
        let keys: [String]
        let members: SignedMembers?
        /// What is wrong with it, for programs and for people; `nil` if it is accepted.
        let problem: (code: String, text: String)?

        init(file: String, _ checked: CheckedDocument) {
            self.file = file
            // A key that was checked has an identifier.
            keys = checked.keys.compactMap { key in (try? key.identifier()).map { "\(key.algorithm.rawValue) \($0)" } }
            members = checked.members
            if let failure = checked.failure {
                problem = (failure.code.rawValue, "\(failure)")
            } else {
                do throws(DocumentError) {
                    _ = try SettingsDocument(parsing: checked.content, sourceName: file)
                    problem = nil
                } catch {
                    problem = ("unreadable-document", "it is signed, and no app can read it: \(error.message)")
                }
            }
        }
    }

    let rows: [Row]
    /// Whether the rules name a document. Public keys alone say nothing about which document of their owner it is.
    private let checksNames: Bool
    var failures = RunFailures()

    init(_ rows: [Row], _ rules: TrustRules) {
        self.rows = rows
        checksNames = rules.names != nil
    }

    var status: ExitStatus {
        rows.contains { $0.problem != nil } ? .found : .clean
    }

    func write(_ format: Format, for display: Display, to buffer: inout TextBuffer) {
        switch format {
        case .text: for row in rows { row.write(checksNames: checksNames, to: &buffer) }
        case .json: Self.json.write(self, to: &buffer)
        }
    }

    static let json = JSONDocument<VerifyReport>("verify", "whether documents are authentic", failures: \.failures) {
        Member("documents", .list(of: document), "A verdict for each document, in the order of the command line.") {
            $0.rows
        }
        Member(
            "namesChecked", .bool,
            "Whether --trust says which document and environment it must be; public keys alone do not."
        ) { $0.checksNames }
    }

    private static let document = JSONObject<Row> {
        Member("file", .file) { $0.file }
        Member("isAuthentic", .bool, "Whether an app with these rules accepts the document.") { $0.problem == nil }
        Member("keys", .list(of: .text), "The algorithm and the identifier of each trusted key that has signed.") {
            $0.keys
        }
        Member("document", .nullable(.text), "The name of the document; null if it cannot be read.") {
            $0.members?.document
        }
        Member("environment", .nullable(.text), "The environment; null if there is none.") { $0.members?.environment }
        Member("version", .nullable(.count), "The version; null if it cannot be read.") {
            $0.members.flatMap { Int(exactly: $0.version.version) }
        }
        Member("epoch", .nullable(.count), "The epoch, 1 if the document names none; null if it cannot be read.") {
            $0.members.flatMap { Int(exactly: $0.version.epoch) }
        }
        Member("issued", .nullable(.text), "When it was signed, in RFC 3339.") { $0.members.map { "\($0.issued)" } }
        Member("expires", .nullable(.text), "Until when it may be accepted; null for ever.") {
            $0.members.flatMap { $0.expires.map { "\($0)" } }
        }
        Member("code", .nullable(.text), "Why it is not accepted, for programs; null if it is.") {
            $0.problem?.code
        }
        Member("problem", .nullable(.text), "Why it is not accepted, for people; null if it is.") {
            $0.problem?.text
        }
    }
}

extension VerifyReport.Row {
    /// Writes the verdict, and what the document says about itself.
    fileprivate func write(checksNames: Bool, to buffer: inout TextBuffer) {
        let verdict =
            problem.map { "not accepted: \($0.text)" }
            ?? (checksNames ? "authentic" : "authentic; document and environment not checked")
        buffer.write("\(PlainText.escaped(file)): \(PlainText.escaped(verdict))\n")
        guard let members else { return }
        var parts = ["document \(NameText.text(of: members.document))"]
        if let environment = members.environment {
            parts.append("environment \(NameText.text(of: environment))")
        }
        parts.append("version \(members.version)")
        parts.append("issued \(members.issued)")
        parts.append(members.expires.map { "expires \($0)" } ?? "does not expire")
        parts.append(keys.isEmpty ? "no trusted signature" : "signed by \(keys.joined(separator: " and "))")
        buffer.write("  \(parts.joined(separator: ", "))\n")
    }
}
