import FlagResolver

/// Issues in GitLab's Code Quality format: an array, whose schema GitLab defines.
struct CodeQualityReport {
    enum Severity: String, CaseIterable {
        case info
        case minor
        case critical
        case blocker
    }

    struct Issue {
        let description: String
        let code: String
        let fingerprint: String
        let severity: Severity
        /// A file or a location.
        let subject: Diagnostic.Subject
    }

    let issues: [Issue]

    func write(to buffer: inout TextBuffer) {
        JSONOutput.write(to: &buffer) { JSONType.list(of: Self.issue).write(issues, &$0) }
        buffer.endLine()
    }

    private static let issue = JSONObject<Issue> {
        Member("description", .text) { $0.description }
        Member("check_name", .text) { $0.code }
        Member("fingerprint", .text) { $0.fingerprint }
        Member("severity", .word) { $0.severity }
        Member("location", location) { $0.subject }
    }

    private static let location = JSONObject<Diagnostic.Subject> {
        Member("path", .text) { $0.canonicalName }
        Member("lines", lines) { $0.location }
    }

    /// The lines of a location. GitLab requires them, so an issue of a whole file has its first line.
    private static let lines = JSONObject<Diagnostic.Location?> {
        Member("begin", .line) { $0?.start.line ?? 1 }
        Member("end", .line) { $0?.end.line ?? 1 }
    }
}

extension CodeQualityReport.Issue {
    /// - Parameter message: The message of the diagnostic, with the name of the file if the issue needs it.
    init(
        _ diagnostic: Diagnostic, message: String, code: String, fingerprint: String,
        _ severity: CodeQualityReport.Severity
    ) {
        self.init(
            description: message + (diagnostic.help.map { " (\($0))" } ?? ""), code: code, fingerprint: fingerprint,
            severity: severity, subject: diagnostic.subject)
    }
}
