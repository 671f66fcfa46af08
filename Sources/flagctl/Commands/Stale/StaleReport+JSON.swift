import FlagAnalysis
import FlagReferences
import FlagResolver

extension StaleReport {
    static let json = JSONDocument<StaleReport>("stale", "what can be deleted", failures: \.failures) {
        Member("results", .list(of: file), "A result for each file.") { report in
            report.files.lazy.map { (report: report, file: $0) }
        }
        Member(optional: "owners", .list(of: OwnerCount.json), "With --owners: whose settings the findings are about.")
        {
            $0.showsOwners ? $0.owners : nil
        }
    }

    private static let file = JSONObject<(report: StaleReport, file: File)> {
        Member("file", .file) { $0.file.loaded.name }
        Member("floor", .version) { $0.file.stale.floor }
        Member(optional: "assumptions", assumptions) {
            $0.file.loaded.settings.firstTargetedEntry == nil ? nil : $0.file.stale.assumptions
        }
        Member("isApplied", .bool, "Whether the removals were written to the file.") { $0.file.isApplied }
        Member("findings", .list(of: finding), "What no version from the floor up needs.") { result in
            result.file.stale.findings.indices.lazy.map { Finding(file: result.file, index: $0) }
        }
        Member(optional: "expired", .list(of: CheckedFinding.json), "With --at: the settings that have expired.") {
            $0.file.checkedFindings(of: .expiredSetting)
        }
        Member(
            optional: "unreadByReleases", .list(of: CheckedFinding.json),
            "With --readers and --releases: the settings that no supported release reads."
        ) {
            $0.file.checkedFindings(of: .unreadByReleases)
        }
        Member(
            optional: "readers", ReaderCoverage.json.type,
            "With --readers: the releases that the document was compared with."
        ) { $0.file.checked.readerCoverage }
        Member(
            optional: "unusedAllows", .list(of: CheckedFinding.json),
            "The members of an \"$allow\" that are not needed."
        ) {
            $0.file.checkedFindings(of: .unusedAllow)
        }
        Member(optional: "patch", .text, "Without --apply: the removals as a unified diff; empty if there are none.") {
            $0.report.mode == .diff ? $0.file.patch?.text ?? "" : nil
        }
    }
    .inStyle { $0.file.loaded.versionStyle }

    private static let assumptions = JSONObject<StaleAssumptions>("assumptions") {
        Member(optional: "date", .text, "Every app gives a date, and none is before this one.") {
            $0.instant.map { "\($0)" }
        }
        Member("attributes", .list(of: attribute), "What every app gives.") { $0.attributes }
    }

    private static let attribute = JSONObject<StaleAssumptions.GivenAttribute> {
        Member("name", .text, "The name of an attribute, or \"targetingKey\".") { $0.name }
        Member(optional: "type", .word, "The type of its values; missing if it may be any.") { $0.type }
    }

    private struct Finding {
        let file: File
        let index: Int

        var finding: StaleFinding { file.stale.findings[index] }
    }

    private static let finding = JSONObject<Finding>("staleFinding") {
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
        Member(
            optional: "missingAttributes", .list(of: .text.described(as: "An attribute, or \"targetingKey\".")),
            "What every app would have to give as a string; missing if no further assumption is needed."
        ) { $0.finding.missingAttributes.isEmpty ? nil : $0.finding.missingAttributes }
        Member(
            optional: "changes", .list(of: change),
            "What the edits of the setting change for users who do not meet the assumptions; missing if nothing, or if a "
                + "later finding of the setting has it."
        ) { stale in
            stale.file.stale.effects[stale.index].map { effect in
                effect.changes.flatMap { Change.all(effect, setting: $0.setting, $0.change) }
            }
        }
        Member(
            optional: "references", .list(of: codeReference),
            "With --code, for a setting with one value: the code that names it."
        ) { stale in
            stale.finding.kind == .constant
                ? stale.file.code.references(to: stale.file.loaded.settings.name(of: stale.finding.settingIndex)) : nil
        }
        Member("message", .text, "The finding, as a sentence.") { $0.file.message(of: $0.finding) }
        Member("help", .text, "What to do, and what that changes.") { $0.file.help(of: $0.finding) }
    }

    /// A changed value, for one range of dates.
    private struct Change {
        let setting: String
        let change: ValueChange
        let conditions: CaseConditions
        let difference: DocumentDifference

        static func all(_ effect: StaleDocument.Effect, setting: String, _ change: ValueChange) -> [Change] {
            let item = Case(versions: change.versions, terms: change.users, decision: .yes)
            return effect.difference.space.conditions(of: item).map {
                Change(setting: setting, change: change, conditions: $0, difference: effect.difference)
            }
        }
    }

    private static let change = JSONObject<Change>("change") {
        Member("name", .text, "The setting.") { $0.setting }
        Member("conditions", .conditions) { $0.conditions }
        Member(optional: "before", .value, "The value before the edits.") { change in
            change.change.oldValue.map { change.difference.old.tree[$0] }
        }
        Member(optional: "after", .value, "The value after the edits.") { change in
            change.change.newValue.map { change.difference.new.tree[$0] }
        }
    }

    private static let codeReference = JSONObject<CodeReference>("codeReference") {
        Member("kind", .word, "What the code does there.") { $0.reference.kind }
        Member(of: CodeReference.members) { $0 }
    }

    private static let entry = JSONObject<(loaded: LoadedDocument, entry: EntryRecord)> {
        Member("entry", .count, "The index of the entry responsible; missing if it is the default.") {
            Int($0.entry.documentIndex)
        }
        Member(optional: "appVersion", .text, "The requirement of that entry.") {
            $0.loaded.settings.requirementNode(of: $0.entry) == nil ? nil : $0.loaded.requirement(of: $0.entry)
        }
    }
}

extension StaleReport.File {
    fileprivate func checkedFindings(of code: RuleCode) -> [CheckedFinding]? {
        let findings = Array(checked.checkedFindings.filter { $0.code == code })
        return findings.isEmpty ? nil : findings
    }
}
