import FlagAnalysis
import FlagResolver

/// What a run of `retarget` has moved or would move, to be written in any of its formats.
struct RetargetReport {
    enum Format: String, CaseIterable {
        case text
        case json
    }

    struct File {
        let document: EditableDocument
        let result: RetargetedDocument
        /// Whether the file has been written.
        var isApplied = false

        var loaded: LoadedDocument { document.loaded }

        /// The document before and after; `nil` where nothing moves.
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

    func write(_ format: Format, to buffer: inout TextBuffer) {
        switch format {
        case .text: writeText(to: &buffer)
        case .json: writeJSON(to: &buffer)
        }
    }

    /// The patches of all files, and then the values that change.
    private func writeText(to buffer: inout TextBuffer) {
        if showsPatch {
            for file in files {
                guard let edited = file.result.edited else { continue }
                file.document.patch(to: edited).write(to: &buffer)
            }
            if !buffer.isEmpty { buffer.endLine() }
        }
        DiffReport(pairs: files.compactMap(\.pair), frozen: .all, allowed: [], releases: nil)
            .write(.text, to: &buffer)
    }

    /// One document on one line.
    private func writeJSON(to buffer: inout TextBuffer) {
        var writer = JSONWriter(reserving: 4096)
        writer.beginObject()
        writer.write(key: "schema")
        writer.write("flagctl/retarget/1")
        writer.write(key: "from")
        writer.write(move.old.description)
        writer.write(key: "to")
        writer.write(move.new.description)
        writer.write(key: "results")
        writer.beginArray()
        for file in files {
            writer.beginObject()
            write(file, to: &writer)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        buffer.write(bytes: writer.bytes)
        buffer.endLine()
    }

    private func write(_ file: File, to writer: inout JSONWriter) {
        let loaded = file.loaded
        writer.write(key: "file")
        writer.write(loaded.name)
        writer.write(key: "isApplied")
        writer.write(file.isApplied)
        writer.write(key: "moved")
        writer.beginArray()
        for rewritten in file.result.rewritten {
            writer.beginObject()
            writer.write(key: "name")
            writer.write(loaded.settings.name(of: rewritten.slot))
            writer.write(key: "entry")
            writer.write(Int(loaded.settings.loaded.entries[rewritten.entry].documentIndex))
            writer.write(place: loaded.location(of: rewritten.node).location)
            writer.write(key: "before")
            writer.write(rewritten.before)
            writer.write(key: "after")
            writer.write(rewritten.after)
            writer.endObject()
        }
        writer.endArray()
        writer.write(key: "refused")
        writer.beginArray()
        for refusal in file.result.refusals {
            let diagnostic = file.diagnostic(of: refusal)
            writer.beginObject()
            writer.write(key: "code")
            writer.write(refusal.code)
            writer.write(key: "name")
            writer.write(loaded.settings.name(of: refusal.slot))
            if let place = loaded.place(refusal.span) {
                writer.write(place: place.source.location(of: place.span.lowerBound))
            }
            writer.write(key: "message")
            writer.write(diagnostic.message)
            writer.endObject()
        }
        writer.endArray()
        writer.write(key: "changes")
        writer.beginArray()
        for setting in file.result.edited?.difference.settings ?? [] {
            for change in setting.changes { write(change, of: setting, file, to: &writer) }
        }
        writer.endArray()
        if showsPatch, let edited = file.result.edited {
            writer.write(key: "patch")
            writer.write(file.document.patch(to: edited).text)
        }
    }

    private func write(_ change: ValueChange, of setting: SettingDifference, _ file: File, to writer: inout JSONWriter)
    {
        writer.beginObject()
        writer.write(key: "name")
        writer.write(setting.name)
        writer.write(members: change.versions)
        if let value = change.oldValue {
            writer.write(key: "before")
            writer.write(value, of: file.loaded.tree)
        }
        if let value = change.newValue, let tree = file.result.edited?.settings.tree {
            writer.write(key: "after")
            writer.write(value, of: tree)
        }
        writer.endObject()
    }
}

extension JSONWriter {
    fileprivate mutating func write(place: SourceLocation) {
        write(key: "line")
        write(place.line)
        write(key: "column")
        write(place.column)
    }
}
