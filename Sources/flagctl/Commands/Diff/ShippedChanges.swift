import FlagAnalysis
import FlagReaders
import FlagResolver

/// What the change of a document gives to versions that users have.
struct ShippedChanges {
    /// The changes of the one document; the shipped versions are frozen.
    let comparison: DiffReport
    let pair: DiffReport.Pair
    /// The releases of which it is known what they read.
    private let recorded: VersionSet

    /// - Parameter recorded: The releases with complete records: a change as it is written is one for them only if they read it so.
    /// - Returns: `nil` if no document is compared.
    init?(_ comparison: DiffReport, recorded: [AppVersion] = []) {
        guard let pair = comparison.pairs.first else { return nil }
        self.comparison = comparison
        self.pair = pair
        self.recorded = VersionSet(recorded.map { VersionInterval($0) })
    }

    /// The settings that change for shipped versions.
    var settings: [SettingDifference] {
        pair.difference.settings.filter { comparison.shown($0).contains(where: \.isInside) }
    }

    /// How many settings change for shipped versions, and are not allowed to.
    var count: Int { pair.difference.settings.count { comparison.counts($0) } }

    /// `no value changes`, `2 settings change`
    var statement: String {
        count == 0 ? "no value changes" : Count.of(count, "setting changes", "settings change")
    }

    /// A change of a setting for shipped versions.
    struct Change {
        let setting: SettingDifference
        let shown: DiffReport.Shown
    }

    /// The changes for shipped versions. Their words cost more than they do, and are not always needed.
    var changes: [Change] {
        pair.difference.settings.flatMap { setting in
            comparison.shown(setting).compactMap { shown in
                shown.isInside ? noticed(shown, setting).map { Change(setting: setting, shown: $0) } : nil
            }
        }
    }

    /// A change without the recorded releases that do not get it as it is written; `nil` if there are no others.
    private func noticed(_ shown: DiffReport.Shown, _ setting: SettingDifference) -> DiffReport.Shown? {
        guard shown.written != nil, !setting.isAdded, let readers = setting.readers else { return shown }
        let asWritten = readers.changes.filter(\.isAsWritten).flatMap(\.releases)
        let others = recorded.subtracting(VersionSet(asWritten.map { VersionInterval($0) }))
        let versions = shown.versions.subtracting(others)
        return versions.isEmpty ? nil : DiffReport.Shown(change: shown.change, versions: versions, isInside: true)
    }

    private func users(of shown: DiffReport.Shown, _ setting: SettingDifference) -> String {
        guard !comparison.isUnknownToFrozen(setting) else { return "" }
        guard let change = shown.written else { return pair.phrase(shown) }
        let versions = pair.shipped(shown.versions) ?? ShortText.of(shown.versions)
        let among = Case(versions: .all, terms: change.users, decision: .yes)
        guard !change.users.isEmpty, let users = pair.difference.space.text(of: among) else { return versions }
        return "\(versions), \(PlainText.escaped(users))"
    }

    /// A row for a change: the setting, its values, who gets them, and why.
    func cells(of change: Change) -> [String] {
        let (setting, shown) = (change.setting, change.shown)
        let remark = comparison.remark(on: shown, of: setting).map { " (\($0))" } ?? ""
        return [
            NameText.text(of: setting.name) + remark, pair.values(of: shown), users(of: shown, setting),
            pair.reason(of: shown, setting).text,
        ]
    }

    static let json = JSONObject<ShippedChanges> {
        Member("frozen", .requirement, "The shipped versions, as a requirement.") { $0.comparison.frozen }
        Member(optional: "fileChange", .word, DiffReport.fileChangeMeaning) { $0.pair.shownFileChange }
        Member(
            "shipped", .list(of: ChangedSetting.json),
            "With --against: the settings that change for shipped versions."
        ) { changes in
            changes.settings.map { ChangedSetting(report: changes.comparison, pair: changes.pair, setting: $0) }
        }
    }
    .inStyle { $0.pair.styleOfShipped }

    /// The changes with the name of the document.
    static let ofFile = JSONObject<ShippedChanges> {
        Member("file", .file) { $0.pair.new.name }
        Member(of: json) { $0 }
    }
}
