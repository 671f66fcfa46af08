import FlagAnalysis
import FlagResolver

extension TestReport {
    /// One document on one line.
    func writeJSON(to buffer: inout TextBuffer) {
        var writer = JSONWriter(reserving: 4096)
        writer.beginObject()
        writer.write(key: "schema")
        writer.write("flagctl/test/1")
        for (key, word) in [
            ("passed", "PASSED"), ("failed", "FAILED"), ("vacuous", "VACUOUS"), ("errors", "ERROR"),
        ] {
            writer.write(key: key)
            writer.write(count(of: word))
        }
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

    private func write(_ result: Result, of part: Part, to writer: inout JSONWriter) {
        writer.write(members: part.file.place(of: result.test.node))
        writer.write(key: "document")
        writer.write(part.document.name)
        writer.write(key: "name")
        writer.write(result.test.name)
        writer.write(key: "verdict")
        writer.write(result.verdict.word.lowercased())
        writer.write(members: result.test.versions)
        switch result.verdict {
        case .passed, .vacuous: break
        case .error(let problems):
            writer.write(key: "problems")
            writer.beginArray()
            for problem in problems { writer.write(problem) }
            writer.endArray()
        case .failed(let violations):
            writer.write(key: "violations")
            writer.beginArray()
            for violation in violations {
                writer.beginObject()
                write(violation, of: part, to: &writer)
                writer.endObject()
            }
            writer.endArray()
        }
    }

    private func write(_ violation: Violation, of part: Part, to writer: inout JSONWriter) {
        writer.write(key: "name")
        writer.write(violation.expected.name)
        writer.write(members: violation.mismatch.versions)
        writer.write(key: "expected")
        writer.write(violation.expected.value, of: part.file.tree)
        writer.write(key: "value")
        writer.write(violation.mismatch.value, of: part.document.tree)
        writer.write(key: "text")
        writer.write(part.sentence(of: violation))
        writer.write(part.document, location: violation.mismatch.value)
    }
}
