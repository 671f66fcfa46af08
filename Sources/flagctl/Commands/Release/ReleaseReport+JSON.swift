import FlagAnalysis
import FlagResolver

extension ReleaseReport {
    /// One document on one line. What was not asked for is not there.
    func writeJSON(to buffer: inout TextBuffer) {
        buffer.writeDocument("release", failures) { writer in
            writer.write(key: "version", request.version.description)
            writer.write(key: "previous", request.previous.description)
            writer.write(key: "verdict", verdictWord)
            writer.writeObjects(key: "results", for: parts) { writer, part in
                write(part, to: &writer)
            }
            writer.writeObjects(key: "deleted", for: deleted) { writer, pair in
                writer.write(key: "file", pair.new.name)
                writeShipped(pair, to: &writer)
            }
        }
    }

    private func write(_ part: Part, to writer: inout JSONWriter) {
        writer.write(key: "file", part.document.name)
        writer.writeObject(key: "outcomes") { writer in
            for section in sections(of: part) {
                writer.write(key: section.name, section.outcome.rawValue.lowercased())
            }
        }
        writer.writeArray(key: "findings") { writer in
            CheckReport(files: [part.checked], rules: [], hasReleases: false, failOn: .error, showsNotes: true)
                .writeFindings(to: &writer)
        }
        if let proof = part.proof {
            let report = ProofReport(parts: [proof])
            writer.writeObjects(key: "policies", for: proof.results) { writer, result in
                report.write(result, of: proof, to: &writer)
            }
        }
        writeValues(of: part, to: &writer)
        writeBoundaries(of: part, to: &writer)
        if let pair = part.comparison { writeShipped(pair, to: &writer) }
    }

    private func writeValues(of part: Part, to writer: inout JSONWriter) {
        writer.writeObjects(key: "values", for: part.values.changes) { writer, change in
            writer.write(key: "name", part.document.settings.name(of: change.settingIndex))
            writer.write(key: "before", change.before, of: part.document.tree)
            writer.write(key: "after", change.after, of: part.document.tree)
            writer.write(part.document, location: change.origin)
        }
    }

    private func writeBoundaries(of part: Part, to writer: inout JSONWriter) {
        writer.writeObjects(key: "boundaries", for: part.boundaries) { writer, boundary in
            if case .place(let place) = boundary.subject { writer.write(members: place) }
            writer.write(key: "code", boundary.code ?? "")
            writer.write(key: "severity", boundary.severity.rawValue)
            if let setting = boundary.setting { writer.write(key: "setting", setting) }
            writer.write(key: "message", boundary.message)
            if let help = boundary.help { writer.write(key: "help", help) }
        }
    }

    /// The settings that change for versions that are shipped already, as `diff` has them.
    private func writeShipped(_ pair: DiffReport.Pair, to writer: inout JSONWriter) {
        guard let comparison else { return }
        writer.write(key: "frozen", comparison.frozen.description)
        let changed = pair.difference.settings.filter { comparison.shown($0).contains(where: \.isInside) }
        writer.writeObjects(key: "shipped", for: changed) { writer, setting in
            comparison.write(setting, of: pair, to: &writer)
        }
    }
}
