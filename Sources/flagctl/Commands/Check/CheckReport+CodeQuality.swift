import FlagAnalysis
import FlagResolver

extension CheckReport {
    /// A Code Quality report of GitLab: an array of issues.
    func writeCodeQuality(to buffer: inout TextBuffer) {
        buffer.writeJSON { writer in
            writer.beginArray()
            for file in files {
                for (finding, fingerprint) in zip(file.findings, file.fingerprints) {
                    let diagnostic = file.diagnostic(of: finding)
                    let place = file.place(finding.span)
                    writer.writeObject { writer in
                        writer.write(
                            key: "description", diagnostic.message + (diagnostic.help.map { " (\($0))" } ?? ""))
                        writer.write(key: "check_name", finding.code.rawValue)
                        writer.write(key: "fingerprint", fingerprint)
                        writer.write(key: "severity", Self.codeQualitySeverity(finding.severity))
                        writer.writeObject(key: "location") { writer in
                            writer.write(key: "path", FileReference.plain(place.source.name))
                            writer.writeObject(key: "lines") { writer in
                                writer.write(key: "begin", place.source.location(of: place.span.lowerBound).line)
                                writer.write(key: "end", place.source.location(of: place.span.upperBound).line)
                            }
                        }
                    }
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
