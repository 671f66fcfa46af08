import FlagAnalysis
import FlagResolver

extension StaleReport {
    static let json = JSONDocument<StaleReport>("stale", "what can be deleted", failures: \.failures) {
        Member("results", .list(of: file), "A result for each file.") { report in
            report.files.lazy.map { (report: report, file: $0) }
        }
    }

    private static let file = JSONObject<(report: StaleReport, file: File)> {
        Member("file", .file) { $0.file.loaded.name }
        Member("floor", .version) { $0.file.stale.floor }
        Member("isApplied", .bool, "Whether the removals were written to the file.") { $0.file.isApplied }
        Member("findings", .list(of: finding), "What no version from the floor up needs.") { result in
            result.file.stale.findings.lazy.map { (file: result.file, finding: $0) }
        }
        Member(optional: "patch", .text, "With --fix: the removals as a unified diff; empty if there are none.") {
            $0.report.showsPatch ? $0.file.patch?.text ?? "" : nil
        }
    }

    private static let finding = JSONObject<(file: File, finding: StaleFinding)>("finding") {
        Member("code", .word, "The kind of finding.") { $0.finding.code }
        Member("name", .text, "The setting.") { $0.file.loaded.settings.name(of: $0.finding.settingIndex) }
        Member(ofOptional: entry) { stale in
            stale.finding.entry.map { (loaded: stale.file.loaded, entry: stale.file.loaded.loaded[$0]) }
        }
        Member("value", .value, "The value of that entry, or the default.") {
            $0.file.loaded.tree[$0.finding.value]
        }
        Member(of: SourceLocation.json) { $0.file.loaded.location(of: $0.file.node(of: $0.finding)).location }
        Member("removes", .list(of: .count.described(as: "The index of an entry.")), "The entries to remove.") {
            stale in
            stale.finding.removed.sorted().map { Int(stale.file.loaded.loaded[$0].documentIndex) }
        }
        Member("changesDefault", .bool, "Whether the value becomes the default, which needs --collapse.") {
            $0.finding.changesDefault
        }
        Member("message", .text, "The finding, as a sentence.") { $0.file.message(of: $0.finding) }
        Member("help", .text, "What to do, and what that changes.") { $0.file.help(of: $0.finding) }
    }

    private static let entry = JSONObject<(loaded: LoadedDocument, entry: EntryRecord)> {
        Member("entry", .count, "The index of the entry responsible; missing if it is the default.") {
            Int($0.entry.documentIndex)
        }
        Member("appVersion", .text, "The requirement of that entry.") {
            $0.loaded.requirement(of: $0.entry)
        }
    }
}
