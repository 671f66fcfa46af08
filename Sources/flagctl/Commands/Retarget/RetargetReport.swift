import FlagAnalysis
import FlagResolver

/// The result of `retarget`.
struct RetargetReport: Report {
    enum Format: String, ReportFormat {
        case text
        case json
    }

    struct File {
        let document: EditableDocument
        let result: RetargetedDocument
        /// Whether the file has been written.
        var isApplied = false

        var loaded: LoadedDocument { document.loaded }

        var hasNothingToMove: Bool { result.rewritten.isEmpty && result.refusals.isEmpty }

        /// The document before and after; `nil` if nothing moves.
        var pair: DiffReport.Pair? {
            result.edited.map {
                DiffReport.Pair(
                    old: loaded, new: LoadedDocument(name: loaded.name, settings: $0.settings),
                    difference: $0.difference)
            }
        }
    }

    let move: BoundaryMove
    let files: [File]
    let showsPatch: Bool
    var failures = RunFailures()

    /// That there is nothing to move is a finding.
    var status: ExitStatus { !files.isEmpty && files.allSatisfy(\.hasNothingToMove) ? .found : .clean }

    func write(_ format: Format, for display: Display, to buffer: inout TextBuffer) {
        switch format {
        case .text: writeText(to: &buffer)
        case .json: writeJSON(to: &buffer)
        }
    }

    /// The patches of all files, followed by the values that change.
    private func writeText(to buffer: inout TextBuffer) {
        if showsPatch {
            for file in files {
                guard let edited = file.result.edited else { continue }
                file.document.patch(to: edited).write(to: &buffer)
            }
            if !buffer.isEmpty { buffer.endLine() }
        }
        DiffReport(pairs: files.compactMap(\.pair), frozen: .all, allowed: [], releases: nil)
            .writeText(to: &buffer)
    }

    /// One document on one line.
    private func writeJSON(to buffer: inout TextBuffer) {
        buffer.writeDocument("retarget", failures) { writer in
            writer.write(key: "from", move.old.description)
            writer.write(key: "to", move.new.description)
            writer.writeObjects(key: "results", for: files) { writer, file in
                write(file, to: &writer)
            }
        }
    }

    private func write(_ file: File, to writer: inout JSONWriter) {
        let loaded = file.loaded
        writer.write(key: "file", loaded.name)
        writer.write(key: "isApplied", file.isApplied)
        writer.writeObjects(key: "moved", for: file.result.rewritten) { writer, rewritten in
            writer.write(key: "name", loaded.settings.name(of: rewritten.settingIndex))
            writer.write(key: "entry", Int(loaded.settings.loaded[rewritten.entry].documentIndex))
            writer.write(loaded.location(of: rewritten.node).location)
            writer.write(key: "before", rewritten.before)
            writer.write(key: "after", rewritten.after)
        }
        writer.writeObjects(key: "refused", for: file.result.refusals) { writer, refusal in
            writer.write(key: "code", refusal.code)
            writer.write(key: "name", loaded.settings.name(of: refusal.settingIndex))
            if let place = loaded.place(refusal.span) {
                writer.write(place.source.location(of: place.span.lowerBound))
            }
            writer.write(key: "message", file.diagnostic(of: refusal).message)
        }
        writer.writeArray(key: "changes") { writer in
            guard let difference = file.result.edited?.difference else { return }
            for setting in difference.settings {
                for change in setting.changes { write(change, of: setting, file, to: &writer) }
            }
        }
        if showsPatch, let edited = file.result.edited {
            writer.write(key: "patch", file.document.patch(to: edited).text)
        }
    }

    private func write(_ change: ValueChange, of setting: SettingDifference, _ file: File, to writer: inout JSONWriter)
    {
        writer.writeObject { writer in
            writer.write(key: "name", setting.name)
            writer.write(members: change.versions)
            if let value = change.oldValue { writer.write(key: "before", value, of: file.loaded.tree) }
            if let value = change.newValue, let tree = file.result.edited?.settings.tree {
                writer.write(key: "after", value, of: tree)
            }
        }
    }
}
