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
                writer.write(key: "needsReleases", Rules.needingReleases.contains(rule.code))
                writer.write(key: "isAlwaysOn", Rules.refusals.contains(rule.code))
                write("bad", rule.bad, to: &writer)
                write("good", rule.good, to: &writer)
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
