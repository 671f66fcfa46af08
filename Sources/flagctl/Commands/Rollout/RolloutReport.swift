import FlagAnalysis
import FlagResolver

/// The result of `rollout`.
struct RolloutReport: Report {
    enum Format: String, ReportFormat {
        case text
        case json
    }

    /// The percentage of one rollout before and after.
    struct Change {
        let name: String
        let document: EditableDocument
        let edit: RolloutEdit
        /// Whether the file has been written.
        var isApplied = false

        var loaded: LoadedDocument { document.loaded }

        var label: String { RolloutEdit.label(of: edit.entry, in: edit.original) }

        var patch: UnifiedDiff? { edit.edited.map { document.patch(to: $0.editedBytes) } }

        /// The share of all keys that gain or lose the value.
        var changedShare: RolloutPercentage {
            RolloutPercentage(bucketCount: abs(edit.after.bucketCount - edit.before.bucketCount))
        }
    }

    /// What happens to the edit. If the document is printed, text contains nothing else.
    let mode: EditMode
    /// One change, or none if the run failed.
    var changes: [Change] = []
    var failures = RunFailures()

    init(mode: EditMode) {
        self.mode = mode
    }

    /// A run without anything to change is a finding.
    var status: ExitStatus { changes.contains { $0.edit.edited == nil } ? .found : .clean }

    func write(_ format: Format, for display: Display, to buffer: inout TextBuffer) {
        switch format {
        case .text: writeText(for: display, to: &buffer)
        case .json: Self.json.write(self, to: &buffer)
        }
    }

    var isTextForPeople: Bool { mode != .print }

    private func writeText(for display: Display, to buffer: inout TextBuffer) {
        guard mode != .print else { return }
        for change in changes {
            if mode == .diff, let patch = change.patch {
                patch.write(for: display, to: &buffer)
                buffer.endLine()
            }
            buffer.write("\(change.summary)\n")
        }
    }
}

extension RolloutReport {
    static let json = JSONDocument<RolloutReport>("rollout", "the percentage of a rollout", failures: \.failures) {
        Member("results", .list(of: change), "The rollout; empty if the run failed.") { report in
            report.changes.map { (report: report, change: $0) }
        }
    }

    private static let change = JSONObject<(report: RolloutReport, change: Change)> {
        Member("file", .file) { $0.change.loaded.name }
        Member("name", .text, "The setting.") { $0.change.name }
        Member("entry", .count, "The index of the entry.") {
            Int($0.change.loaded.loaded[$0.change.edit.entry].documentIndex)
        }
        Member("entryName", .text, "The name of the entry, otherwise entry- and its number, from 1.") {
            $0.change.label
        }
        Member(of: SourceLocation.json) { $0.change.loaded.location(of: $0.change.edit.node).location }
        Member("salt", .text, "The salt of the rollout.") { $0.change.edit.salt }
        Member("by", .text, "The attribute whose value is the key.") { $0.change.edit.attribute }
        Member("before", .percentage, "The old percentage.") { $0.change.edit.before }
        Member("after", .percentage, "The new percentage.") { $0.change.edit.after }
        Member("isApplied", .bool, "Whether the file has been written.") { $0.change.isApplied }
        Member(optional: "patch", .text, "Without --apply: the edit as a unified diff; missing if nothing changes.") {
            $0.report.mode == .diff ? $0.change.patch?.text : nil
        }
    }
}
