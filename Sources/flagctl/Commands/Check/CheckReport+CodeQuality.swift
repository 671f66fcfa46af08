import FlagAnalysis
import FlagResolver

extension CheckReport {
    /// A Code Quality report of GitLab: an array of issues.
    func writeCodeQuality(to buffer: inout TextBuffer) {
        var writer = JSONWriter(reserving: 4096)
        writer.beginArray()
        for file in files {
            for (finding, fingerprint) in zip(file.findings, file.fingerprints) {
                let diagnostic = file.diagnostic(of: finding)
                let place = file.place(finding.span)
                writer.beginObject()
                writer.write(key: "description")
                writer.write(diagnostic.message + (diagnostic.help.map { " (\($0))" } ?? ""))
                writer.write(key: "check_name")
                writer.write(finding.code.rawValue)
                writer.write(key: "fingerprint")
                writer.write(fingerprint)
                writer.write(key: "severity")
                writer.write(Self.codeQualitySeverity(finding.severity))
                writer.write(key: "location")
                writer.beginObject()
                writer.write(key: "path")
                writer.write(FileReference.plain(place.source.name))
                writer.write(key: "lines")
                writer.beginObject()
                writer.write(key: "begin")
                writer.write(place.source.location(of: place.span.lowerBound).line)
                writer.write(key: "end")
                writer.write(place.source.location(of: place.span.upperBound).line)
                writer.endObject()
                writer.endObject()
                writer.endObject()
            }
        }
        writer.endArray()
        buffer.write(bytes: writer.bytes)
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
