import FlagAnalysis
import FlagResolver

extension TestReport {
    /// One document on one line.
    func writeJSON(to buffer: inout TextBuffer) {
        buffer.writeDocument("test", failures) { writer in
            for (key, word) in [
                ("passed", "PASSED"), ("failed", "FAILED"), ("vacuous", "VACUOUS"), ("errors", "ERROR"),
            ] {
                writer.write(key: key, count(of: word))
            }
            writer.writeArray(key: "results") { writer in
                for part in parts {
                    for result in part.results {
                        writer.writeObject { writer in write(result, of: part, to: &writer) }
                    }
                }
            }
        }
    }

    private func write(_ result: Result, of part: Part, to writer: inout JSONWriter) {
        writer.write(members: part.file.place(of: result.test.node))
        writer.write(key: "document", part.document.name)
        writer.write(key: "name", result.test.name)
        writer.write(key: "verdict", result.verdict.word.lowercased())
        writer.write(members: result.test.versions)
        switch result.verdict {
        case .passed, .vacuous: break
        case .error(let problems):
            writer.writeArray(key: "problems") { writer in
                for problem in problems { writer.write(problem) }
            }
        case .failed(let violations):
            writer.writeObjects(key: "violations", for: violations) { writer, violation in
                write(violation, of: part, to: &writer)
            }
        }
    }

    private func write(_ violation: Violation, of part: Part, to writer: inout JSONWriter) {
        writer.write(key: "name", violation.expected.name)
        writer.write(members: violation.mismatch.versions)
        writer.write(key: "expected", violation.expected.value, of: part.file.tree)
        writer.write(key: "value", violation.mismatch.value, of: part.document.tree)
        writer.write(key: "text", part.sentence(of: violation))
        writer.write(part.document, location: violation.mismatch.value)
    }
}
