import FlagAnalysis
import FlagResolver

extension RetargetReport {
    static let json = JSONDocument<RetargetReport>("retarget", "boundaries that move", failures: \.failures) {
        Member("from", .version) { $0.move.old }
        Member("to", .version) { $0.move.new }
        Member("results", .list(of: file), "A result for each file.") { report in
            report.files.lazy.map { (report: report, file: $0) }
        }
    }

    private static let file = JSONObject<(report: RetargetReport, file: File)> {
        Member("file", .file) { $0.file.loaded.name }
        Member("isApplied", .bool, "Whether the file has been written.") { $0.file.isApplied }
        Member("moved", .list(of: moved), "The requirements that are rewritten.") { result in
            result.file.result.rewritten.map { (loaded: result.file.loaded, rewritten: $0) }
        }
        Member("refused", .list(of: refused), "The boundaries that cannot be moved. If there are any, none is moved.") {
            result in
            result.file.result.refusals.map { (file: result.file, refusal: $0) }
        }
        Member("changes", .list(of: change), "The values that change.") { $0.file.changes }
        Member(
            optional: "releaseChanges", .list(of: ReleaseChange.json),
            "With --readers: the values that change for recorded releases as their code reads the settings, where these are not "
                + "the values as they are written."
        ) { $0.file.hasReaders ? $0.file.pair.map { ReleaseChange.all(in: $0) } ?? [] : nil }
        Member(optional: "patch", .text, "Without --apply: the move as a unified diff; missing if nothing moves.") {
            $0.report.mode == .diff ? $0.file.patch?.text : nil
        }
    }

    private static let moved = JSONObject<(loaded: LoadedDocument, rewritten: RetargetedDocument.Rewritten)>("moved") {
        Member("name", .text, "The setting.") { $0.loaded.settings.name(of: $0.rewritten.settingIndex) }
        Member("entry", .count, "The index of the entry.") {
            Int($0.loaded.loaded[$0.rewritten.entry].documentIndex)
        }
        Member(of: SourceLocation.json) { $0.loaded.location(of: $0.rewritten.node).location }
        Member("before", .text, "The old text of the requirement.") { $0.rewritten.before }
        Member("after", .text, "The new text of the requirement.") { $0.rewritten.after }
    }

    private static let refused = JSONObject<(file: File, refusal: RetargetedDocument.Refusal)>("refused") {
        Member("code", .word, "Why it cannot be moved.") { $0.refusal.code }
        Member("name", .text, "The setting.") { $0.file.loaded.settings.name(of: $0.refusal.settingIndex) }
        Member(of: SourceLocation.json) { $0.file.loaded.tree.location(at: $0.refusal.span.lowerBound).location }
        Member("message", .text, "The reason, as a sentence.") { $0.file.diagnostic(of: $0.refusal).message }
    }

    /// A value that changes because a boundary moves.
    fileprivate struct Change {
        let name: String
        let versions: VersionSet
        let before: JSONValue
        let after: JSONValue
    }

    private static let change = JSONObject<Change>("change") {
        Member("name", .text, "The setting.") { $0.name }
        Member(of: VersionSet.json) { $0.versions }
        Member("before", .value, "The old value.") { $0.before }
        Member("after", .value, "The new value.") { $0.after }
    }
}

extension RetargetReport.File {
    fileprivate var changes: [RetargetReport.Change] {
        guard let edited = result.edited, let pair else { return [] }
        return pair.difference.settings.flatMap { setting in
            setting.changes.compactMap { change in
                // A move adds and removes no settings.
                guard let before = change.oldValue, let after = change.newValue else { return nil }
                return RetargetReport.Change(
                    name: setting.name, versions: change.versions, before: loaded.tree[before],
                    after: edited.settings.tree[after])
            }
        }
    }
}
