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
        /// The document before and after, with what changes for recorded releases; `nil` if nothing moves.
        let pair: DiffReport.Pair?
        /// Whether records of releases are given.
        let hasReaders: Bool
        /// Whether the file has been written.
        var isApplied = false

        init(document: EditableDocument, result: RetargetedDocument, readers: DocumentReaders?) {
            self.document = document
            self.result = result
            hasReaders = readers != nil
            pair = result.edited.map { edited in
                var difference = edited.difference
                if let readers { difference.add(readers) }
                return DiffReport.Pair(
                    old: document.loaded, new: LoadedDocument(name: document.loaded.name, settings: edited.settings),
                    difference: difference)
            }
        }

        var loaded: LoadedDocument { document.loaded }

        var patch: UnifiedDiff? { result.edited.map { document.patch(to: $0) } }

        var hasNothingToMove: Bool { result.rewritten.isEmpty && result.refusals.isEmpty }
    }

    let move: BoundaryMove
    var files: [File]
    /// What happens to the edits. If the document is printed, text contains nothing else.
    let mode: EditMode
    var failures = RunFailures()

    var documents: [SettingsDocument] { files.map(\.loaded.settings) }

    /// A run without anything to move is a finding.
    var status: ExitStatus { !files.isEmpty && files.allSatisfy(\.hasNothingToMove) ? .found : .clean }

    var isTextForPeople: Bool { mode != .print }

    func write(_ format: Format, for display: Display, to buffer: inout TextBuffer) {
        switch format {
        case .text: writeText(for: display, to: &buffer)
        case .json: Self.json.write(self, to: &buffer)
        }
    }

    /// The patches of all files, followed by the values that change.
    private func writeText(for display: Display, to buffer: inout TextBuffer) {
        guard mode != .print else { return }
        if mode == .diff {
            for file in files { file.patch?.write(for: display, to: &buffer) }
            if !buffer.isEmpty { buffer.endLine() }
        }
        DiffReport(pairs: files.compactMap(\.pair), frozen: .all, allowed: [])
            .writeText(to: &buffer)
    }
}
