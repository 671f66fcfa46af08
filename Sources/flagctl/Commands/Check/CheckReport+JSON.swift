import FlagAnalysis
import FlagResolver

extension CheckReport {
    /// One document on one line: all findings, and how many there are.
    func writeJSON(to buffer: inout TextBuffer) {
        var writer = JSONWriter(reserving: 4096)
        writer.beginObject()
        writer.write(key: "schema")
        writer.write("flagctl/check/1")
        writer.write(key: "files")
        writer.beginArray()
        for file in files {
            writer.beginObject()
            writer.write(key: "file")
            writer.write(file.name)
            writer.write(key: "stretches")
            if let count = file.stretchCount { writer.write(count) } else { writer.writeNull() }
            writer.endObject()
        }
        writer.endArray()
        for (key, severity) in [("errors", Severity.error), ("warnings", .warning), ("notes", .note)] {
            writer.write(key: key)
            writer.write(count(of: severity))
        }
        writer.write(key: "findings")
        writer.beginArray()
        writeFindings(to: &writer)
        writer.endArray()
        writer.endObject()
        buffer.write(bytes: writer.bytes)
        buffer.endLine()
    }

    /// All findings as elements of an array.
    func writeFindings(to writer: inout JSONWriter) {
        for file in files {
            for (finding, fingerprint) in zip(file.findings, file.fingerprints) {
                write(finding, fingerprint, in: file, to: &writer)
            }
        }
    }

    /// One finding a line.
    func writeLines(to buffer: inout TextBuffer) {
        for file in files {
            for (finding, fingerprint) in zip(file.findings, file.fingerprints) {
                var writer = JSONWriter()
                write(finding, fingerprint, in: file, to: &writer)
                buffer.write(bytes: writer.bytes)
                buffer.endLine()
            }
        }
    }

    private func write(
        _ finding: Finding, _ fingerprint: String, in file: CheckedFile, to writer: inout JSONWriter
    ) {
        let diagnostic = file.diagnostic(of: finding)
        writer.beginObject()
        writer.write(members: file.place(finding.span))
        writer.write(key: "code")
        writer.write(finding.code.rawValue)
        writer.write(key: "severity")
        writer.write(finding.severity.rawValue)
        if let setting = file.setting(of: finding) {
            writer.write(key: "setting")
            writer.write(setting)
        }
        writer.write(key: "message")
        writer.write(diagnostic.message)
        if let help = diagnostic.help {
            writer.write(key: "help")
            writer.write(help)
        }
        if !diagnostic.related.isEmpty {
            writer.write(key: "related")
            writer.beginArray()
            for related in diagnostic.related {
                writer.beginObject()
                writer.write(members: related.place)
                writer.write(key: "message")
                writer.write(related.message)
                writer.endObject()
            }
            writer.endArray()
        }
        if finding.furtherCount > 0 {
            writer.write(key: "furtherRelated")
            writer.write(finding.furtherCount)
        }
        writer.write(key: "fingerprint")
        writer.write(fingerprint)
        writer.endObject()
    }
}

extension JSONWriter {
    /// Writes a place as members: its file, its first character and the one after its last.
    mutating func write(members place: Diagnostic.Place) {
        let start = place.source.location(of: place.span.lowerBound)
        let end = place.source.location(of: place.span.upperBound)
        write(key: "file")
        write(place.source.name)
        write(key: "line")
        write(start.line)
        write(key: "column")
        write(start.column)
        write(key: "endLine")
        write(end.line)
        write(key: "endColumn")
        write(end.column)
    }
}
