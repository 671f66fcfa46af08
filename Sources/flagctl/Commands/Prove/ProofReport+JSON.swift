import FlagAnalysis
import FlagResolver

extension ProofReport {
    /// One document on one line.
    func writeJSON(to buffer: inout TextBuffer) {
        buffer.writeDocument("prove", failures) { writer in
            writer.writeArray(key: "results") { writer in
                for part in parts {
                    for result in part.results {
                        writer.writeObject { writer in write(result, of: part, to: &writer) }
                    }
                }
            }
        }
    }

    /// Writes the members of a verdict.
    func write(_ result: Result, of part: Part, to writer: inout JSONWriter) {
        writer.write(key: "file", part.document.name)
        if let label = result.policy.label { writer.write(key: "label", label) }
        writer.write(key: "policy", result.policy.text)
        if result.source.isFile {
            writer.write(key: "policyFile", result.source.text.name)
            writer.write(key: "policyLine", result.policy.line)
        }
        writer.write(key: "verdict", result.verdict.word.lowercased())
        switch result.verdict {
        case .vacuous: writer.write(members: VersionSet.none)
        case .proved(let versions): writer.write(members: versions)
        case .violated(let versions, let violations):
            writer.write(members: versions)
            writer.writeArray(key: "violations") { writer in
                for row in part.rows(of: result, versions, violations) {
                    guard let violation = row.violation else { continue }
                    writer.writeObject { writer in
                        writer.write(key: "name", violation.setting.text)
                        writer.write(members: violation.versions)
                        writer.write(key: "value", violation.value, of: part.document.tree)
                        writer.write(key: "text", row.text)
                        writer.write(part.document, location: violation.value)
                    }
                }
            }
        }
    }
}
