import FlagResolver

extension RuleCode {
    package static let forcedUpdateLockout = RuleCode(rawValue: "forced-update-lockout")
}

/// A forced update to a version that users cannot get.
struct ForcedUpdateLockoutRule: Rule {
    let code = RuleCode.forcedUpdateLockout
    let severity = Severity.error
    let meaning =
        "The setting named by \"$minimumVersionSetting\" requires a newer version than any that was shipped, so users are "
        + "told to update and cannot."
    let advice = "Require a version that was shipped, and the newer one once users can get it."
    let needsReleases = true

    let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "$minimumVersionSetting": "update.minimumVersion",
              "update": {
                "minimumVersion": { "defaultValue": «"2.1.0"» }
              }
            }
            """#,
            releases: """
                1.4.0
                1.4.2
                2.0.0
                2.1.0 planned
                """)
    ]

    let good: RuleExamples = [
        RuleExample(
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
    ]

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        let settings = document.settings
        guard let releases = document.releases, let newest = releases.newest,
            let name = settings.minimumVersionSetting, let index = settings.index(named: name),
            let function = try? SettingFunction(of: index, in: CaseSpace(settings))
        else { return }
        for (winner, versions) in function.versionsByWinner() {
            let value = function.value(of: winner)
            guard let floor = document.tree.string(at: value).flatMap({ AppVersion($0) }), floor > newest else {
                continue
            }
            let affected = versions.intervals.filter { interval in
                releases.releases(in: interval).contains { !$0.isPlanned }
            }
            guard !affected.isEmpty else { continue }
            let count = ListedVersions.maximumCount
            let listed = ListedVersions(
                VersionSet(affected.prefix(count)), furtherIntervals: max(0, affected.count - count))
            // Only some users of these versions may be affected if more than the version decides.
            let isForSome = !function.testsOnlyVersion
            report.add(
                "\(quoted(name)) requires \(floor) or newer for \(isForSome ? "users of " : "")\(listed.phrase), but the "
                    + "newest shipped version is \(newest): \(isForSome ? "they" : "users of these versions") cannot update",
                by: self, at: document.span(of: value), about: .setting(index), namesSubject: true,
                help: "require at most \(newest) until a newer version is shipped")
        }
    }
}
