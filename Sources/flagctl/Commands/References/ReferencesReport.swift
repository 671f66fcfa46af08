import FlagAnalysis
import FlagReferences

/// The result of `references`.
struct ReferencesReport: Report {
    enum Format: String, ReportFormat {
        case text
        case json
        case github
        case gitlab
        case sarif
    }

    let comparison: CodeComparison
    let findings: [CheckedFinding]
    /// The rules that were looked for.
    let selection: RuleSelection
    let failOn: Severity
    /// Whether the formats for people show notes.
    let showsNotes: Bool
    /// How many findings the baseline omitted.
    let knownCount: Int
    /// The findings of the baseline that are gone.
    let gone: [GoneFinding]
    var failures = RunFailures()

    var status: ExitStatus {
        let isFinding = findings.contains { $0.diagnostic.severity >= failOn } || failOn <= .warning && !gone.isEmpty
        return isFinding ? .found : .clean
    }

    /// The findings in the formats for people.
    var shownFindings: [CheckedFinding] { findings.filter { showsNotes || $0.diagnostic.severity > .note } }

    func count(of severity: Severity) -> Int { findings.count { $0.diagnostic.severity == severity } }

    func write(_ format: Format, for display: Display, to buffer: inout TextBuffer) {
        switch format {
        case .text: writeText(for: display, to: &buffer)
        case .json: Self.json.write(self, to: &buffer)
        case .github:
            GitHubAnnotations.write(
                failures.diagnostics + shownFindings.map(\.diagnostic), tool: "flagctl references",
                listing: showsNotes ? "flagctl references --notes" : nil, to: &buffer)
        case .gitlab: codeQualityReport.write(to: &buffer)
        case .sarif:
            SARIFReport(
                rules: selection.sarifRules,
                results: shownFindings.map {
                    SARIFReport.Result(diagnostic: $0.diagnostic, fingerprint: $0.fingerprint)
                },
                failures: failures
            ).write(to: &buffer)
        }
    }

    private var codeQualityReport: CodeQualityReport {
        CodeQualityReport(
            issues: failures.codeQualityIssues
                + findings.map { finding in
                    CodeQualityReport.Issue(
                        finding.diagnostic, message: finding.diagnostic.message, code: finding.code.rawValue,
                        fingerprint: finding.fingerprint, .init(finding.diagnostic.severity))
                })
    }
}
