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
        /// The document before and after, with what changes for recorded releases; `nil` without records, and if nothing changes.
        let pair: DiffReport.Pair?
        /// Whether the file has been written.
        var isApplied = false

        init(name: String, document: EditableDocument, edit: RolloutEdit, readers: DocumentReaders?) {
            self.name = name
            self.document = document
            self.edit = edit
            pair = readers.flatMap { readers in
                edit.edited.map { edited in
                    var difference = DocumentDifference(from: edit.original, to: edited)
                    difference.add(readers)
                    return DiffReport.Pair(
                        old: document.loaded, new: LoadedDocument(name: document.loaded.name, settings: edited),
                        difference: difference)
                }
            }
        }

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
            if let pair = change.pair {
                buffer.endLine()
                DiffReport(pairs: [pair], frozen: .all, allowed: []).writeSettings(of: pair, to: &buffer)
            }
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
        Member(
            optional: "noticedBy", .list(of: .version),
            "With --readers: the recorded releases that get another value, as their code reads it."
        ) { item in item.change.pair.map { $0.difference.settings.flatMap { $0.readers?.noticing ?? [] } } }
        Member(
            optional: "releaseChanges", .list(of: ReleaseChange.json),
            "With --readers: the values that change for recorded releases as their code reads the setting, where these are not "
                + "the values as they are written."
        ) { $0.change.pair.map { ReleaseChange.all(in: $0) } }
        Member(optional: "patch", .text, "Without --apply: the edit as a unified diff; missing if nothing changes.") {
            $0.report.mode == .diff ? $0.change.patch?.text : nil
        }
    }
}
