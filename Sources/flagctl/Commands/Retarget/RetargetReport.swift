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

        var patch: UnifiedDiff? { result.edited.map { document.patch(to: $0) } }

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
