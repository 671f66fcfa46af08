import FlagAnalysis
import FlagResolver

extension CheckReport {
    /// A Code Quality report of GitLab: an array of issues.
    func writeCodeQuality(to buffer: inout TextBuffer) {
        buffer.writeJSON { writer in
            writer.beginArray()
            failures.writeCodeQuality(to: &writer)
            for file in files {
                for (finding, fingerprint) in zip(file.findings, file.fingerprints) {
                    let diagnostic = file.diagnostic(of: finding)
                    let place = file.place(finding.span)
                    writer.writeCodeQuality(
                        description: diagnostic.message + (diagnostic.help.map { " (\($0))" } ?? ""),
                        code: finding.code.rawValue, fingerprint: fingerprint,
                        severity: Self.codeQualitySeverity(finding.severity), path: place.source.plainName,
                        lines: place.lines)
                }
            }
            writer.endArray()
        }
        buffer.endLine()
    }

    private static func codeQualitySeverity(_ severity: Severity) -> String {
        switch severity {
        case .error: "critical"
        case .warning: "minor"
        case .note: "info"
        }
    }
}
