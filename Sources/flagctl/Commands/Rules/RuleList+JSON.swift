import FlagAnalysis
import FlagResolver

extension RuleList {
    /// One document on one line, with everything that is known of each rule.
    func writeJSON(to buffer: inout TextBuffer) {
        var writer = JSONWriter(reserving: 16384)
        writer.beginObject()
        writer.write(key: "schema")
        writer.write("flagctl/rules/1")
        writer.write(key: "rules")
        writer.beginArray()
        for rule in rules {
            writer.beginObject()
            writer.write(key: "code")
            writer.write(rule.code.rawValue)
            writer.write(key: "severity")
            writer.write(rule.severity.rawValue)
            writer.write(key: "meaning")
            writer.write(rule.meaning)
            writer.write(key: "advice")
            writer.write(rule.advice)
            writer.write(key: "needsReleases")
            writer.write(Rules.needingReleases.contains(rule.code))
            writer.write(key: "isAlwaysOn")
            writer.write(Rules.refusals.contains(rule.code))
            write("bad", rule.bad, to: &writer)
            write("good", rule.good, to: &writer)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        buffer.write(bytes: writer.bytes)
        buffer.endLine()
    }

    private func write(_ key: String, _ example: RuleExample, to writer: inout JSONWriter) {
        writer.write(key: key)
        writer.beginObject()
        writer.write(key: "document")
        writer.write(example.document)
        if let releases = example.releases {
            writer.write(key: "releases")
            writer.write(releases)
        }
        writer.endObject()
    }
}
