import FlagAnalysis
import FlagResolver

extension StaleReport {
    /// One document on one line.
    func writeJSON(to buffer: inout TextBuffer) {
        var writer = JSONWriter(reserving: 4096)
        writer.beginObject()
        writer.write(key: "schema")
        writer.write("flagctl/stale/1")
        writer.write(key: "results")
        writer.beginArray()
        for file in files { write(file, to: &writer) }
        writer.endArray()
        writer.endObject()
        buffer.write(bytes: writer.bytes)
        buffer.endLine()
    }

    private func write(_ file: File, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.write(key: "file")
        writer.write(file.loaded.name)
        writer.write(key: "floor")
        writer.write(file.stale.floor.description)
        writer.write(key: "isApplied")
        writer.write(file.isApplied)
        writer.write(key: "findings")
        writer.beginArray()
        for finding in file.stale.findings { write(finding, of: file, to: &writer) }
        writer.endArray()
        if showsPatch {
            writer.write(key: "patch")
            writer.write(file.patch?.text ?? "")
        }
        writer.endObject()
    }

    /// `entry` and `appVersion` are left out where the default is responsible.
    private func write(_ finding: StaleFinding, of file: File, to writer: inout JSONWriter) {
        let loaded = file.loaded
        writer.beginObject()
        writer.write(key: "code")
        writer.write(finding.code)
        writer.write(key: "name")
        writer.write(loaded.settings.name(of: finding.slot))
        if let position = finding.entry {
            let entry = loaded.settings.loaded.entries[position]
            writer.write(key: "entry")
            writer.write(Int(entry.documentIndex))
            writer.write(key: "appVersion")
            writer.write(loaded.settings.requirement(of: entry)?.description ?? "")
        }
        writer.write(key: "value")
        writer.write(finding.value, of: loaded.tree)
        let location = loaded.location(of: file.node(of: finding)).location
        writer.write(key: "line")
        writer.write(location.line)
        writer.write(key: "column")
        writer.write(location.column)
        writer.write(key: "removes")
        writer.beginArray()
        for position in finding.removed.sorted() {
            writer.write(Int(loaded.settings.loaded.entries[position].documentIndex))
        }
        writer.endArray()
        writer.write(key: "changesDefault")
        writer.write(finding.changesDefault)
        writer.write(key: "message")
        writer.write(file.message(of: finding))
        writer.write(key: "help")
        writer.write(file.help(of: finding))
        writer.endObject()
    }
}
