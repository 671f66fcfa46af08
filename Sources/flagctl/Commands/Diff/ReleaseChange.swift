import FlagAnalysis
import FlagResolver

/// A change of what recorded releases read, in JSON.
struct ReleaseChange {
    let of: ChangedSetting
    let shown: DiffReport.Shown
    let change: ReaderChange

    /// The changes of a setting that are not what the documents say as they are written.
    static func all(in changed: ChangedSetting) -> [ReleaseChange] {
        changed.report.shown(changed.setting).compactMap { shown in
            guard case .read(let change) = shown.change else { return nil }
            return ReleaseChange(of: changed, shown: shown, change: change)
        }
    }

    static let json = JSONObject<ReleaseChange>("releaseChange") {
        Member("name", .text, "The setting.") { $0.of.setting.name }
        Member("releases", .list(of: .version), "The releases.") { item in
            item.change.releases.filter { item.shown.versions.contains($0) }
        }
        Member(optional: "users", .list(of: JSONObject.users), "The users of these releases; missing for all of them.")
        {
            UserCase.all($0.change.users, in: $0.of.pair.difference.space)
        }
        Member("counts", .bool, "Whether diff exits 1 because of it.") {
            $0.shown.isInside && $0.of.report.counts($0.of.setting)
        }
        Member(optional: "before", .value, "The old value; missing if it is not known.") { $0.change.before.value }
        Member("beforeFrom", .word, "Where the release gets the old value from.") { ReleaseSource($0.change.before) }
        Member(optional: "after", .value, "The new value; missing if it is not known.") { $0.change.after.value }
        Member("afterFrom", .word, "Where the release gets the new value from.") { ReleaseSource($0.change.after) }
    }

    /// The changes of all settings, which all count.
    static func all(in pair: DiffReport.Pair) -> [ReleaseChange] {
        let report = DiffReport(pairs: [pair], frozen: .all, allowed: [])
        return pair.difference.settings.flatMap { all(in: ChangedSetting(report: report, pair: pair, setting: $0)) }
    }
}
