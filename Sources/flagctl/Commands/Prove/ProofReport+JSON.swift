import FlagAnalysis
import FlagResolver

extension ProofReport {
    /// One document on one line.
    func writeJSON(to buffer: inout TextBuffer) {
        var writer = JSONWriter(reserving: 4096)
        writer.beginObject()
        writer.write(key: "schema")
        writer.write("flagctl/prove/1")
        writer.write(key: "results")
        writer.beginArray()
        for part in parts {
            for result in part.results {
                writer.beginObject()
                write(result, of: part, to: &writer)
                writer.endObject()
            }
        }
        writer.endArray()
        writer.endObject()
        buffer.write(bytes: writer.bytes)
        buffer.endLine()
    }

    /// Writes the members of a verdict.
    func write(_ result: Result, of part: Part, to writer: inout JSONWriter) {
        writer.write(key: "file")
        writer.write(part.document.name)
        if let label = result.policy.label {
            writer.write(key: "label")
            writer.write(label)
        }
        writer.write(key: "policy")
        writer.write(result.policy.text)
        if result.source.isFile {
            writer.write(key: "policyFile")
            writer.write(result.source.text.name)
            writer.write(key: "policyLine")
            writer.write(result.policy.line)
        }
        writer.write(key: "verdict")
        writer.write(result.verdict.word.lowercased())
        switch result.verdict {
        case .vacuous: writer.write(members: VersionSet.none)
        case .proved(let versions): writer.write(members: versions)
        case .violated(let versions, let violations):
            writer.write(members: versions)
            writer.write(key: "violations")
            writer.beginArray()
            for row in part.rows(of: result, versions, violations) {
                guard let violation = row.violation else { continue }
                writer.beginObject()
                writer.write(key: "name")
                writer.write(violation.setting.text)
                writer.write(members: violation.versions)
                writer.write(key: "value")
                writer.write(violation.value, of: part.document.tree)
                writer.write(key: "text")
                writer.write(row.text)
                writer.write(part.document, location: violation.value)
                writer.endObject()
            }
            writer.endArray()
        }
    }
}
