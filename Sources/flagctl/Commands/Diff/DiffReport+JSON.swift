import FlagAnalysis
import FlagResolver

extension DiffReport {
    static let json = JSONDocument<DiffReport>("diff", "what changes for which versions", failures: \.failures) {
        Member("frozen", .requirement, "The only versions for which a change counts, as a requirement.") { $0.frozen }
        Member(optional: "where", .text, "The conditions of the only users whose values are compared, as JSON.") {
            $0.users?.text
        }
        Member(optional: "summary", DiffSummary.json) { $0.isSummary ? $0.summary : nil }
        Member("results", .list(of: result), "A result for each pair of files.") { report in
            report.pairs.lazy.map { (report: report, pair: $0) }
        }
    }

    static let jsonLine = JSONLine(
        "diff", "one setting that differs",
        JSONObject<ChangedSetting> {
            Member("old", .file) { $0.pair.old.name }
            Member("new", .file) { $0.pair.new.name }
            Member(optional: "fileChange", .word, fileChangeMeaning) { $0.pair.shownFileChange }
            Member(of: ChangedSetting.json) { $0 }
        })

    private static let result = JSONObject<(report: DiffReport, pair: Pair)> {
        Member("old", .file) { $0.pair.old.name }
        Member("new", .file) { $0.pair.new.name }
        Member(optional: "fileChange", .word, fileChangeMeaning) { $0.pair.shownFileChange }
        Member(
            "isEquivalent", .bool,
            "Whether every setting has the same value for every version, and could be compared."
        ) { $0.pair.isEquivalent }
        Member("settings", .list(of: ChangedSetting.json), "The settings that differ.") {
            $0.report.changedSettings(of: $0.pair)
        }
        Member("unchanged", .list(of: .text.described(as: "A setting.")), "The settings that are equal.") {
            $0.pair.difference.unchanged
        }
        Member(
            optional: "readers", ReaderCoverage.json.type,
            "With --readers: the releases that the statements about readers are about."
        ) { $0.pair.readerCoverage }
    }

    static let fileChangeMeaning =
        "Whether the file is new, so that nothing was compared, or deleted or renamed; missing if none of these."

    /// Writes a line for each setting that differs.
    func writeLines(to buffer: inout TextBuffer) {
        Self.jsonLine.write(failures, to: &buffer)
        for pair in pairs {
            for setting in changedSettings(of: pair) { Self.jsonLine.write(setting, to: &buffer) }
        }
    }

    func changedSettings(of pair: Pair) -> LazyMapSequence<[SettingDifference], ChangedSetting> {
        pair.difference.settings.lazy.map { ChangedSetting(report: self, pair: pair, setting: $0) }
    }
}

extension DiffReport.Pair {
    /// What happened to the file; `nil` if nothing did.
    var shownFileChange: FileChange? { fileChange == .none ? nil : fileChange }
}

/// A setting that differs between the documents of a pair.
struct ChangedSetting {
    let report: DiffReport
    let pair: DiffReport.Pair
    let setting: SettingDifference

    private enum Kind: String, CaseIterable {
        case added
        case removed
        case changed
    }

    private var kind: Kind { setting.isAdded ? .added : setting.isRemoved ? .removed : .changed }

    static let json = JSONObject<ChangedSetting>("setting") {
        Member("name", .text, "The setting.") { $0.setting.name }
        Member("kind", .word, "The kind of difference.") { $0.kind }
        Member(
            optional: "otherName", .text,
            "The new name of a removed setting, or the old name of an added one, if it was most likely renamed: exactly these two "
                + "have the same members and values."
        ) { $0.setting.otherName }
        Member("counts", .bool, "Whether diff exits 1 because of it.") { $0.report.counts($0.setting) }
        Member(optional: "readBy", .list(of: .version), "With --readers: the recorded releases that read the setting.")
        {
            $0.setting.readers?.reading
        }
        Member(
            optional: "noticedBy", .list(of: .version),
            "With --readers: the recorded releases that get another value, as their code reads it."
        ) { $0.setting.readers?.noticing }
        Member("changes", .list(of: change), "The changes, ordered by their lowest versions.") { changed in
            changed.report.shown(changed.setting).flatMap { Change.all(of: changed, $0) }
        }
        Member(
            optional: "releaseChanges", .list(of: ReleaseChange.json),
            "With --readers: what changes for recorded releases as their code reads the setting, where that is not what the "
                + "documents say as they are written."
        ) { changed in
            changed.setting.readers.map { _ in ReleaseChange.all(in: changed) }
        }
    }

    /// A change of the values of a setting.
    private struct Change {
        let of: ChangedSetting
        let shown: DiffReport.Shown
        let change: ValueChange
        /// The users, if more than the version decides who they are.
        let conditions: CaseConditions?
        /// The shipped versions that it affects; `nil` if no releases are given.
        let shipped: [ReleaseList.Release]?

        /// A change, or one for each range of its dates.
        static func all(of changed: ChangedSetting, _ shown: DiffReport.Shown) -> [Change] {
            guard let change = shown.written else { return [] }
            guard !change.users.isEmpty else { return [Change(of: changed, shown, change, nil)] }
            return changed.pair.difference.space.conditions(of: shown.item(of: change)).map {
                Change(of: changed, shown, change, $0)
            }
        }

        init(
            of changed: ChangedSetting, _ shown: DiffReport.Shown, _ change: ValueChange, _ conditions: CaseConditions?
        ) {
            of = changed
            self.shown = shown
            self.change = change
            self.conditions = conditions
            shipped = changed.pair.releases?.releases(in: shown.versions).filter { !$0.isPlanned }
        }

        var counts: Bool {
            shown.isInside && of.report.counts(of.setting)
        }
    }

    private static let change = JSONObject<Change>("change") {
        Member(of: VersionSet.json) { $0.shown.versions }
        Member(optional: "conditions", .conditions) { $0.conditions }
        Member(optional: "rolloutShare", .share, JSONType<ExactDecimal>.shareDescription) { change in
            change.conditions.flatMap { _ in
                change.of.pair.difference.space.share(of: change.shown.item(of: change.change))
            }
        }
        Member("counts", .bool, "Whether diff exits 1 because of it.") { $0.counts }
        Member(optional: "before", .value, "The old value; missing if there was no such setting.") { change in
            change.change.oldValue.map { change.of.pair.old.tree[$0] }
        }
        Member(optional: "after", .value, "The new value; missing if there is no such setting.") { change in
            change.change.newValue.map { change.of.pair.new.tree[$0] }
        }
        Member(
            optional: "members", .list(of: member),
            "For two objects or two arrays: what differs in them, with JSON paths."
        ) { change in
            let pair = change.of.pair
            return pair.memberDifference(of: change.change)?.changes.map { (pair: pair, change: $0) }
        }
        Member(optional: "shipped", .list(of: .version), "With --releases: the shipped versions among them.") {
            $0.shipped?.map(\.version)
        }
        Member(optional: "share", InstallShare.json) { $0.shipped.flatMap { InstallShare(of: $0) } }
        Member("cause", cause) { $0.of.pair.cause(of: $0.change, of: $0.of.setting) }
    }

    private static let member = JSONObject<(pair: DiffReport.Pair, change: ValueDifference.Change)>("member") {
        Member("path", .text, "Where it is in the value, such as $.hosts[2].port.") { $0.change.path }
        Member(optional: "before", .value, "The old value; missing if it is added.") { item in
            item.change.old.map { item.pair.old.tree[$0] }
        }
        Member(optional: "after", .value, "The new value; missing if it is removed.") { item in
            item.change.new.map { item.pair.new.tree[$0] }
        }
    }

    private static let cause = JSONObject<ShownCause>("cause") {
        Member("kind", .word, "The kind of cause.") { $0.kind }
        Member("text", .text, "The cause, as a sentence.") { $0.text }
        Member("file", .file) { $0.document.location(of: $0.node).file }
        Member(of: SourceLocation.json) { $0.document.location(of: $0.node).location }
    }
}
