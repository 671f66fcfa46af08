import FlagAnalysis
import FlagResolver

extension ReleaseReport {
    /// One document on one line. What was not asked for is not there.
    func writeJSON(to buffer: inout TextBuffer) {
        var writer = JSONWriter(reserving: 4096)
        writer.beginObject()
        writer.write(key: "schema")
        writer.write("flagctl/release/1")
        writer.write(key: "version")
        writer.write(request.version.description)
        writer.write(key: "previous")
        writer.write(request.previous.description)
        writer.write(key: "verdict")
        writer.write(verdictWord)
        writer.write(key: "results")
        writer.beginArray()
        for part in parts {
            writer.beginObject()
            write(part, to: &writer)
            writer.endObject()
        }
        writer.endArray()
        writer.write(key: "deleted")
        writer.beginArray()
        for pair in deleted {
            writer.beginObject()
            writer.write(key: "file")
            writer.write(pair.new.name)
            writeShipped(pair, to: &writer)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        buffer.write(bytes: writer.bytes)
        buffer.endLine()
    }

    private func write(_ part: Part, to writer: inout JSONWriter) {
        writer.write(key: "file")
        writer.write(part.document.name)
        writer.write(key: "outcomes")
        writer.beginObject()
        for section in sections(of: part) {
            writer.write(key: section.name)
            writer.write(section.outcome.rawValue.lowercased())
        }
        writer.endObject()
        writer.write(key: "findings")
        writer.beginArray()
        CheckReport(files: [part.checked], rules: [], hasReleases: false, failOn: .error, showsNotes: true)
            .writeFindings(to: &writer)
        writer.endArray()
        if let proof = part.proof {
            writer.write(key: "policies")
            writer.beginArray()
            let report = ProofReport(parts: [proof])
            for result in proof.results {
                writer.beginObject()
                report.write(result, of: proof, to: &writer)
                writer.endObject()
            }
            writer.endArray()
        }
        writeValues(of: part, to: &writer)
        writeBoundaries(of: part, to: &writer)
        if let pair = part.comparison { writeShipped(pair, to: &writer) }
    }

    private func writeValues(of part: Part, to writer: inout JSONWriter) {
        writer.write(key: "values")
        writer.beginArray()
        for change in part.values.changes {
            writer.beginObject()
            writer.write(key: "name")
            writer.write(part.document.settings.name(of: change.slot))
            writer.write(key: "before")
            writer.write(change.before, of: part.document.tree)
            writer.write(key: "after")
            writer.write(change.after, of: part.document.tree)
            writer.write(part.document, location: change.origin)
            writer.endObject()
        }
        writer.endArray()
    }

    private func writeBoundaries(of part: Part, to writer: inout JSONWriter) {
        writer.write(key: "boundaries")
        writer.beginArray()
        for boundary in part.boundaries {
            writer.beginObject()
            if case .place(let place) = boundary.subject { writer.write(members: place) }
            writer.write(key: "code")
            writer.write(boundary.code ?? "")
            writer.write(key: "severity")
            writer.write(boundary.severity.rawValue)
            writer.write(key: "message")
            writer.write(boundary.message)
            if let help = boundary.help {
                writer.write(key: "help")
                writer.write(help)
            }
            writer.endObject()
        }
        writer.endArray()
    }

    /// The settings that change for versions that are shipped already, as `diff` has them.
    private func writeShipped(_ pair: DiffReport.Pair, to writer: inout JSONWriter) {
        guard let comparison else { return }
        writer.write(key: "frozen")
        writer.write(comparison.frozen.description)
        writer.write(key: "shipped")
        writer.beginArray()
        for setting in pair.difference.settings where comparison.shown(setting).contains(where: \.isInside) {
            writer.beginObject()
            comparison.write(setting, of: pair, to: &writer)
            writer.endObject()
        }
        writer.endArray()
    }
}
