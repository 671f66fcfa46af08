import FlagAnalysis
import FlagResolver

extension StaleReport {
    /// One document on one line.
    func writeJSON(to buffer: inout TextBuffer) {
        buffer.writeDocument("stale", failures) { writer in
            writer.writeObjects(key: "results", for: files) { writer, file in write(file, to: &writer) }
        }
    }

    private func write(_ file: File, to writer: inout JSONWriter) {
        writer.write(key: "file", file.loaded.name)
        writer.write(key: "floor", file.stale.floor.description)
        writer.write(key: "isApplied", file.isApplied)
        writer.writeObjects(key: "findings", for: file.stale.findings) { writer, finding in
            write(finding, of: file, to: &writer)
        }
        if showsPatch { writer.write(key: "patch", file.patch?.text ?? "") }
    }

    /// `entry` and `appVersion` are left out where the default is responsible.
    private func write(_ finding: StaleFinding, of file: File, to writer: inout JSONWriter) {
        let loaded = file.loaded
        writer.write(key: "code", finding.code)
        writer.write(key: "name", loaded.settings.name(of: finding.settingIndex))
        if let position = finding.entry {
            let entry = loaded.settings.loaded[position]
            writer.write(key: "entry", Int(entry.documentIndex))
            writer.write(key: "appVersion", loaded.settings.requirement(of: entry)?.description ?? "")
        }
        writer.write(key: "value", finding.value, of: loaded.tree)
        writer.write(loaded.location(of: file.node(of: finding)).location)
        writer.writeArray(key: "removes") { writer in
            for position in finding.removed.sorted() {
                writer.write(Int(loaded.settings.loaded[position].documentIndex))
            }
        }
        writer.write(key: "changesDefault", finding.changesDefault)
        writer.write(key: "message", file.message(of: finding))
        writer.write(key: "help", file.help(of: finding))
    }
}
