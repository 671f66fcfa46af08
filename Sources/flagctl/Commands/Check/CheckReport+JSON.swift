import FlagAnalysis
import FlagResolver

extension CheckReport {
    /// One document on one line: all findings, and how many there are.
    func writeJSON(to buffer: inout TextBuffer) {
        buffer.writeJSON { writer, passOn in
            writer.writeObject { writer in
                writer.write(headOf: "check", failures)
                writer.write(key: "fingerprintVersion", Fingerprint.version)
                writer.writeObjects(key: "files", for: files) { writer, file in
                    writer.write(key: "file", file.name)
                    writer.write(key: "stretches")
                    if let count = file.intervalCount { writer.write(count) } else { writer.writeNull() }
                }
                for (key, severity) in [("errors", Severity.error), ("warnings", .warning), ("notes", .note)] {
                    writer.write(key: key, count(of: severity))
                }
                writer.writeArray(key: "findings") { writer in
                    for file in files {
                        for position in file.findings.indices {
                            file.writeJSON(findingAt: position, to: &writer)
                            passOn(&writer)
                        }
                    }
                }
            }
        }
        buffer.endLine()
    }

    /// All findings as elements of an array.
    func writeFindings(to writer: inout JSONWriter) {
        for file in files {
            for position in file.findings.indices {
                file.writeJSON(findingAt: position, to: &writer)
            }
        }
    }

    /// One finding a line.
    func writeLines(to buffer: inout TextBuffer) {
        failures.writeLines(to: &buffer)
        for file in files {
            for position in file.findings.indices {
                buffer.writeJSON { file.writeJSON(findingAt: position, to: &$0) }
                buffer.endLine()
                buffer.passOn()
            }
        }
    }
}

extension JSONWriter {
    /// Writes a place as members: its file, its first character and the one after its last.
    mutating func write(members place: Diagnostic.Place) {
        write(key: "file", place.source.name)
        write(range: place)
    }

    /// Writes the first character of a place and the one after its last as members.
    mutating func write(range place: Diagnostic.Place) {
        let end = place.source.location(of: place.span.upperBound)
        write(place.source.location(of: place.span.lowerBound))
        write(key: "endLine", end.line)
        write(key: "endColumn", end.column)
    }
}
