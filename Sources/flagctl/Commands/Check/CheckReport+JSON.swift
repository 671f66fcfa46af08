import FlagAnalysis
import FlagResolver

extension CheckReport {
    /// One document on one line: all findings, and how many there are.
    func writeJSON(to buffer: inout TextBuffer) {
        var writer = JSONWriter()
        buffer.exchange(with: &writer)
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
        for file in files {
            var text: [UInt8] = []
            for position in file.findings.indices {
                file.writeJSON(findingAt: position, with: &text, to: &writer)
                buffer.passOn(&writer)
            }
        }
        writer.endArray()
        writer.endObject()
        buffer.exchange(with: &writer)
        buffer.endLine()
    }

    /// All findings as elements of an array.
    func writeFindings(to writer: inout JSONWriter) {
        for file in files {
            var text: [UInt8] = []
            for position in file.findings.indices {
                file.writeJSON(findingAt: position, with: &text, to: &writer)
            }
        }
    }

    /// One finding a line.
    func writeLines(to buffer: inout TextBuffer) {
        for file in files {
            var text: [UInt8] = []
            for position in file.findings.indices {
                buffer.writeJSON { file.writeJSON(findingAt: position, with: &text, to: &$0) }
                buffer.endLine()
                buffer.passOn()
            }
        }
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
