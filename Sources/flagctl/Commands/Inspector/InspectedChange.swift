import FlagAnalysis
import FlagResolver
import FlagServer

/// What changed when a document was last replaced, as in `diff`.
struct InspectedChange {
    /// `nil` if the document has replaced no other one.
    let report: DiffReport?

    init(from former: SettingsDocument?, to new: LoadedDocument) {
        guard let former else {
            report = nil
            return
        }
        let old = LoadedDocument(name: "\(new.name) (before)", settings: former, isOnlySource: true)
        let difference = DocumentDifference(from: former, to: new.settings)
        var report = DiffReport(
            pairs: [DiffReport.Pair(old: old, new: new, difference: difference)], frozen: .all, allowed: [])
        for (name, failure) in difference.failures {
            report.failures.append(Diagnostic(failure, of: name, in: old, new))
        }
        self.report = report
    }

    static let json = JSONObject<InspectedChange> {
        Member("isFirst", .bool, "Whether the document has replaced no other one.") { $0.report == nil }
        Member("settings", .list(of: setting), "The settings with another value.") { item in
            item.report.map { report in report.pairs.flatMap { Array(report.changedSettings(of: $0)) } } ?? []
        }
        Member("problems", .list(of: .text), "What could not be compared.") { item in
            item.report?.failures.diagnostics.map(\.message) ?? []
        }
    }

    /// A change of a setting.
    private struct Change {
        let pair: DiffReport.Pair
        let setting: SettingDifference
        let shown: DiffReport.Shown

        var users: String {
            var buffer = TextBuffer()
            pair.write(usersOf: shown, to: &buffer)
            return buffer.text
        }
    }

    private static let setting = JSONObject<ChangedSetting> {
        Member("name", .text, "The setting.") { $0.setting.name }
        Member("isAdded", .bool, "Whether the former document lacks it.") { $0.setting.isAdded }
        Member("isRemoved", .bool, "Whether the new document lacks it.") { $0.setting.isRemoved }
        Member("changes", .list(of: change), "Who gets another value.") { changed in
            changed.report.shown(changed.setting).map { shown in
                Change(pair: changed.pair, setting: changed.setting, shown: shown)
            }
        }
    }

    private static let change = JSONObject<Change> {
        Member("users", .text, "Who they are, in words.") { $0.users }
        Member(optional: "before", .value, "The old value; missing if there was no such setting.") { change in
            change.shown.written?.oldValue.map { change.pair.old.tree[$0] }
        }
        Member(optional: "after", .value, "The new value; missing if there is no such setting.") { change in
            change.shown.written?.newValue.map { change.pair.new.tree[$0] }
        }
        Member(optional: "members", .text, "What differs inside two objects or two arrays, in words.") { change in
            change.shown.written.flatMap { change.pair.memberText(of: $0) }
        }
        Member("cause", .text, "The cause, as a sentence.") { $0.pair.reason(of: $0.shown, $0.setting).text }
    }
}
