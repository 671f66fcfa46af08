import FlagResolver

/// A forced update to a version that nobody can get.
struct ForcedUpdateLockoutRule: DocumentRule {
    let code = RuleCode.forcedUpdateLockout
    let severity = Severity.error
    let meaning =
        "The setting named by \"$minimumVersionSetting\" asks for a newer version than any that was shipped, "
        + "so that users are told to update and cannot."
    let advice =
        "Ask for a version that was shipped, and for the newer one when users can get it."

    let bad = RuleExample(
        #"""
        {
          "$minimumVersionSetting": "update.minimumVersion",
          "update": {
            "minimumVersion": { "defaultValue": "2.1.0" }
          }
        }
        """#,
        releases: """
            1.4.0
            1.4.2
            2.0.0
            2.1.0 planned
            """)

    let good = RuleExample(
        #"""
        {
          "$minimumVersionSetting": "update.minimumVersion",
          "update": {
            "minimumVersion": { "defaultValue": "1.4.0" }
          }
        }
        """#,
        releases: """
            1.4.0
            1.4.2
            2.0.0
            2.1.0 planned
            """)

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        let settings = document.settings
        guard let releases = document.releases, let newest = releases.newest,
            let name = settings.minimumVersionSetting, let setting = settings.index(named: name),
            let history = SettingHistory(of: setting, in: settings)
        else { return }
        for (value, versions) in history.segments.versions(by: \.value) {
            guard let floor = document.tree.string(at: value).flatMap({ AppVersion($0) }), floor > newest else {
                continue
            }
            let affected = versions.intervals.filter { interval in
                releases.releases(in: interval).contains { !$0.isPlanned }
            }
            guard !affected.isEmpty else { continue }
            let count = ListedVersions.greatestCount
            let listed = ListedVersions(
                VersionSet(affected.prefix(count)), furtherIntervals: max(0, affected.count - count))
            report.add(
                at: document.span(of: value), .lockout(versions: listed, floor: floor, newest: newest),
                about: .setting(setting))
        }
    }
}
