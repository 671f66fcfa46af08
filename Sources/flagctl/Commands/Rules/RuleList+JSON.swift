import FlagAnalysis
import FlagResolver

extension RuleList {
    /// One document on one line, with everything that is known of each rule.
    func writeJSON(to buffer: inout TextBuffer) {
        buffer.writeDocument("rules") { writer in
            writer.writeObjects(key: "rules", for: rules) { writer, rule in
                writer.write(key: "code", rule.code.rawValue)
                writer.write(key: "severity", rule.severity.rawValue)
                writer.write(key: "meaning", rule.meaning)
                writer.write(key: "advice", rule.advice)
                writer.write(key: "needsReleases", rule.needsReleases)
                writer.write(key: "isAlwaysOn", rule.rejectsDocument)
                if let bad = rule.bad.first { write("bad", bad, to: &writer) }
                if let good = rule.good.first { write("good", good, to: &writer) }
            }
        }
    }

    private func write(_ key: String, _ example: RuleExample, to writer: inout JSONWriter) {
        writer.writeObject(key: key) { writer in
            writer.write(key: "document", example.document)
            if let releases = example.releases { writer.write(key: "releases", releases) }
        }
    }
}
