import FlagAnalysis
import FlagResolver

/// Findings in SARIF 2.1.0, the format that code scanning and editors read.
struct SARIFReport {
    /// A rule, with its explanation.
    struct Rule {
        let code: String
        let summary: String
        let severity: Severity
        /// The explanation as plain text.
        let help: String
        /// The explanation in Markdown, for viewers that render it.
        var markdown: String?
    }

    struct Result {
        let diagnostic: Diagnostic
        /// Identifies the result while lines move.
        let fingerprint: String
    }

    let rules: [Rule]
    let results: [Result]
    let failures: RunFailures

    func write(to buffer: inout TextBuffer) {
        buffer.writeJSON { $0.writeObject(writeMembers) }
        buffer.endLine()
    }

    private func writeMembers(to writer: inout JSONWriter) {
        writer.write(
            key: "$schema",
            "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json")
        writer.write(key: "version", "2.1.0")
        writer.writeArray(key: "runs") { writer in
            writer.writeObject { writer in
                writeTool(to: &writer)
                writeInvocation(to: &writer)
                // Columns count UTF-16 code units everywhere in flagctl.
                writer.write(key: "columnKind", "utf16CodeUnits")
                let positions = Dictionary(rules.enumerated().map { ($1.code, $0) }) { first, _ in first }
                writer.writeObjects(key: "results", for: results) { writer, result in
                    write(result, positions, to: &writer)
                }
            }
        }
    }

    private func writeTool(to writer: inout JSONWriter) {
        writer.writeObject(key: "tool") { writer in
            writer.writeObject(key: "driver") { writer in
                writer.write(key: "name", "flagctl")
                writer.write(key: "semanticVersion", ToolVersion.current)
                writer.writeObjects(key: "rules", for: rules) { writer, rule in
                    writer.write(key: "id", rule.code)
                    writer.write(key: "shortDescription", message: rule.summary)
                    // GitHub requires both descriptions.
                    writer.write(key: "fullDescription", message: rule.summary)
                    writer.write(key: "help", message: rule.help, markdown: rule.markdown)
                    writer.writeObject(key: "defaultConfiguration") { writer in
                        writer.write(key: "level", rule.severity.rawValue)
                    }
                }
            }
        }
    }

    /// A log without results only means success if the run says that it was successful.
    private func writeInvocation(to writer: inout JSONWriter) {
        writer.writeObjects(key: "invocations", for: [failures]) { writer, failures in
            writer.write(key: "executionSuccessful", failures.isEmpty)
            guard !failures.isEmpty else { return }
            writer.writeObjects(key: "toolExecutionNotifications", for: failures.diagnostics) { writer, diagnostic in
                if let code = diagnostic.code {
                    writer.writeObject(key: "descriptor") { $0.write(key: "id", code) }
                }
                write(diagnostic, message: diagnostic.namedMessage, to: &writer)
            }
        }
    }

    private func write(_ result: Result, _ positions: [String: Int], to writer: inout JSONWriter) {
        let diagnostic = result.diagnostic
        if let code = diagnostic.code {
            writer.write(key: "ruleId", code)
            if let position = positions[code] { writer.write(key: "ruleIndex", position) }
        }
        write(diagnostic, message: diagnostic.message, to: &writer)
        if !diagnostic.related.isEmpty {
            writer.writeObjects(key: "relatedLocations", for: diagnostic.related.enumerated()) { writer, related in
                writer.write(key: "id", related.offset + 1)
                writer.write(key: "message", message: related.element.message)
                writer.write(physicalLocation: related.element.place)
            }
        }
        writer.writeObject(key: "partialFingerprints") { writer in
            writer.write(key: "flagctl/v\(Fingerprint.version)", result.fingerprint)
        }
    }

    /// Writes the common members of results and notifications: severity, message and location.
    private func write(_ diagnostic: Diagnostic, message: String, to writer: inout JSONWriter) {
        writer.write(key: "level", diagnostic.severity.rawValue)
        let additions = diagnostic.notes.map { "\nnote: \($0)" } + [diagnostic.help.map { "\nhelp: \($0)" } ?? ""]
        writer.write(key: "message", message: message + additions.joined())
        writer.writeArray(key: "locations") { writer in
            writer.writeObject { writer in
                switch diagnostic.subject {
                case .place(let place): writer.write(physicalLocation: place)
                case .name(let name): writer.write(physicalLocation: name)
                }
                if let setting = diagnostic.setting {
                    writer.writeObjects(key: "logicalLocations", for: [setting]) { writer, setting in
                        writer.write(key: "fullyQualifiedName", setting)
                    }
                }
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func write(key: String, message: String, markdown: String? = nil) {
        writeObject(key: key) { writer in
            writer.write(key: "text", message)
            if let markdown { writer.write(key: "markdown", markdown) }
        }
    }

    fileprivate mutating func write(physicalLocation place: Diagnostic.Place) {
        let start = place.source.location(of: place.span.lowerBound)
        let end = place.source.location(of: place.span.upperBound)
        writeObject(key: "physicalLocation") { writer in
            writer.write(artifact: place.source.plainName)
            writer.writeObject(key: "region") { writer in
                writer.write(key: "startLine", start.line)
                writer.write(key: "startColumn", start.column)
                writer.write(key: "endLine", end.line)
                writer.write(key: "endColumn", end.column)
            }
        }
    }

    /// Writes the location of a file as a whole.
    fileprivate mutating func write(physicalLocation file: String) {
        writeObject(key: "physicalLocation") { writer in
            writer.write(artifact: FileReference.plain(file))
        }
    }

    private mutating func write(artifact plainName: String) {
        writeObject(key: "artifactLocation") { writer in
            writer.write(key: "uri", FileReference.uri(ofPlain: plainName))
        }
    }
}
