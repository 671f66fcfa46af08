import FlagResolver

/// Findings in SARIF 2.1.0, the format that code scanning and editors read.
struct AnalysisLog {
    /// A kind of finding, as the log explains it.
    struct Rule {
        let code: String
        let summary: String
        let severity: Diagnostic.Severity
        /// How it is explained at length.
        let help: String
        /// The same in Markdown, for readers that show it.
        var markdown: String?
    }

    struct Result {
        let diagnostic: Diagnostic
        /// What tells it from others while lines move.
        let fingerprint: String
    }

    let rules: [Rule]
    let results: [Result]

    func write(to buffer: inout TextBuffer) {
        var writer = JSONWriter(reserving: 8192)
        writer.beginObject()
        writer.write(key: "$schema")
        writer.write("https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json")
        writer.write(key: "version")
        writer.write("2.1.0")
        writer.write(key: "runs")
        writer.beginArray()
        writer.beginObject()
        writeTool(to: &writer)
        // Columns count UTF-16 code units everywhere in flagctl.
        writer.write(key: "columnKind")
        writer.write("utf16CodeUnits")
        writer.write(key: "results")
        writer.beginArray()
        let positions = Dictionary(rules.enumerated().map { ($1.code, $0) }) { first, _ in first }
        for result in results { write(result, positions, to: &writer) }
        writer.endArray()
        writer.endObject()
        writer.endArray()
        writer.endObject()
        buffer.write(bytes: writer.bytes)
        buffer.endLine()
    }

    private func writeTool(to writer: inout JSONWriter) {
        writer.write(key: "tool")
        writer.beginObject()
        writer.write(key: "driver")
        writer.beginObject()
        writer.write(key: "name")
        writer.write("flagctl")
        writer.write(key: "semanticVersion")
        writer.write(Program.version)
        writer.write(key: "rules")
        writer.beginArray()
        for rule in rules {
            writer.beginObject()
            writer.write(key: "id")
            writer.write(rule.code)
            writer.write(key: "shortDescription")
            writer.write(message: rule.summary)
            // GitHub asks for both descriptions.
            writer.write(key: "fullDescription")
            writer.write(message: rule.summary)
            writer.write(key: "help")
            writer.write(message: rule.help, markdown: rule.markdown)
            writer.write(key: "defaultConfiguration")
            writer.beginObject()
            writer.write(key: "level")
            writer.write(rule.severity.rawValue)
            writer.endObject()
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        writer.endObject()
    }

    private func write(_ result: Result, _ positions: [String: Int], to writer: inout JSONWriter) {
        let diagnostic = result.diagnostic
        writer.beginObject()
        if let code = diagnostic.code {
            writer.write(key: "ruleId")
            writer.write(code)
            if let position = positions[code] {
                writer.write(key: "ruleIndex")
                writer.write(position)
            }
        }
        writer.write(key: "level")
        writer.write(diagnostic.severity.rawValue)
        writer.write(key: "message")
        let additions = diagnostic.notes.map { "\nnote: \($0)" } + [diagnostic.help.map { "\nhelp: \($0)" } ?? ""]
        writer.write(message: diagnostic.message + additions.joined())
        writer.write(key: "locations")
        writer.beginArray()
        writer.beginObject()
        switch diagnostic.subject {
        case .place(let place): writer.write(physicalLocation: place)
        case .name(let name): writer.write(physicalLocation: name)
        }
        writer.endObject()
        writer.endArray()
        if !diagnostic.related.isEmpty {
            writer.write(key: "relatedLocations")
            writer.beginArray()
            for (index, related) in diagnostic.related.enumerated() {
                writer.beginObject()
                writer.write(key: "id")
                writer.write(index + 1)
                writer.write(key: "message")
                writer.write(message: related.message)
                writer.write(physicalLocation: related.place)
                writer.endObject()
            }
            writer.endArray()
        }
        writer.write(key: "partialFingerprints")
        writer.beginObject()
        writer.write(key: "flagctl/v1")
        writer.write(result.fingerprint)
        writer.endObject()
        writer.endObject()
    }
}

extension JSONWriter {
    fileprivate mutating func write(message: String, markdown: String? = nil) {
        beginObject()
        write(key: "text")
        write(message)
        if let markdown {
            write(key: "markdown")
            write(markdown)
        }
        endObject()
    }

    fileprivate mutating func write(physicalLocation place: Diagnostic.Place) {
        let start = place.source.location(of: place.span.lowerBound)
        let end = place.source.location(of: place.span.upperBound)
        write(key: "physicalLocation")
        beginObject()
        write(artifact: place.source.name)
        write(key: "region")
        beginObject()
        write(key: "startLine")
        write(start.line)
        write(key: "startColumn")
        write(start.column)
        write(key: "endLine")
        write(end.line)
        write(key: "endColumn")
        write(end.column)
        endObject()
        endObject()
    }

    /// Writes the place of a file as a whole.
    fileprivate mutating func write(physicalLocation file: String) {
        write(key: "physicalLocation")
        beginObject()
        write(artifact: file)
        endObject()
    }

    private mutating func write(artifact file: String) {
        write(key: "artifactLocation")
        beginObject()
        write(key: "uri")
        write(FileReference.uri(of: file))
        endObject()
    }
}
