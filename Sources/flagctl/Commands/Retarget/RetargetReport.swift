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

        var patch: UnifiedDiff? { result.edited.map { document.patch(to: $0) } }

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
    var failures = RunFailures()

    func write(_ format: Format, to buffer: inout TextBuffer) {
        switch format {
        case .text:
            writeText(to: &buffer)
            failures.writeText(to: &buffer)
        case .json: Self.json.write(self, to: &buffer)
        }
    }

    /// The patches of all files, and then the values that change.
    private func writeText(to buffer: inout TextBuffer) {
        if showsPatch {
            for file in files { file.patch?.write(to: &buffer) }
            if !buffer.isEmpty { buffer.endLine() }
        }
        DiffReport(pairs: files.compactMap(\.pair), frozen: .all, allowed: [], releases: nil)
            .write(.text, to: &buffer)
    }
}
