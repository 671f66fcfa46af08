import FlagResolver

/// A bound at a release, and where its pre-releases are.
struct PrereleaseBoundaryRule: SettingRule {
    let code = RuleCode.prereleaseBoundary
    let severity = Severity.note
    let meaning =
        "The value changes at a release, and the pre-releases of that release are with the older versions: <2.0.0 "
        + "includes 2.0.0-rc.1, and >=2.0.0 excludes it (said once for each operator; with a list of releases, for each "
        + "release of which it names a pre-release)."
    let advice =
        "Add \"-0\" to the bound where the pre-releases belong to the newer versions; leave it where they do not."

    let bad = RuleExample(
        #"""
        {
          "payments": {
            "defaultValue": false,
            "valuesByVersion": [
              { "appVersion": "<2.0.0", "value": true }
            ]
          }
        }
        """#)

    let good = RuleExample(
        #"""
        {
          "payments": {
            "defaultValue": false,
            "valuesByVersion": [
              { "appVersion": "<2.0.0-0", "value": true }
            ]
          }
        }
        """#)

    func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        guard !report.hasFinished else { return }
        let tree = setting.tree
        // Where no releases are known each operator is spoken of once, and then there is nothing left to look for.
        var signs = [VersionComparator.Sign.below, .atLeast].filter { sign in
            setting.document.releases != nil || !report.hasTold(about: sign.rawValue)
        }
        for (position, entry) in setting.entries.enumerated()
        where entry.canWin && entry.traits.contains(.bound) {
            for node in entry.texts(in: tree) {
                guard let bytes = tree.stringBytes(at: node), let text = RequirementText(bytes) else { continue }
                var effort = SuggestionEffort()
                for bound in text.comparators where signs.contains(bound.sign) {
                    guard let version = text.version(of: bound), !version.isPrerelease, version > "0",
                        isEffective(bound.sign, version, of: position, in: setting),
                        let example = example(for: version, in: setting.document),
                        effort.allowsReading(text), let suggestion = suggestion(for: bound, version, text),
                        isFirst(bound.sign, version, in: setting.document, &report)
                    else { continue }
                    report.add(
                        at: setting.document.span(of: bound.range, inText: node),
                        .prereleaseBoundary(
                            PrereleaseDetail(
                                text: text.text(bound.range), sign: bound.sign.rawValue, example: example,
                                isOneOfMany: setting.document.releases == nil,
                                suggestion: suggestion)),
                        about: .setting(setting.settingIndex))
                    guard setting.document.releases == nil else { continue }
                    signs.removeAll { $0 == bound.sign }
                    if signs.isEmpty { return report.finish() }
                }
            }
        }
    }

    /// Whether the entry really begins or ends here, and the value changes here.
    private func isEffective(
        _ sign: VersionComparator.Sign, _ version: AppVersion, of entry: Int, in setting: CheckedSetting
    ) -> Bool {
        let cut = VersionCut.before(version)
        let versions = setting.versions[entry]
        guard sign == .below ? versions.ends(at: cut) : versions.begins(at: cut),
            let above = VersionInterval(from: cut, to: .highest)
        else { return false }
        let values = setting.values
        return values[values.indices(overlapping: above).lowerBound].interval.lower == cut
    }

    /// Where no releases are known, one bound with each operator stands for all of them.
    private func isFirst(
        _ sign: VersionComparator.Sign, _ version: AppVersion, in document: CheckedDocument, _ report: inout RuleReport
    ) -> Bool {
        report.isFirst(about: document.releases == nil ? sign.rawValue : "\(sign.rawValue)\(version)")
    }

    /// A pre-release of a version that is known; any at all where no releases are known.
    private func example(for version: AppVersion, in document: CheckedDocument) -> AppVersion? {
        guard let releases = document.releases else { return AppVersion("\(version)-rc.1") }
        guard let least = AppVersion("\(version)-0"),
            let prereleases = VersionInterval(from: .before(least), to: .before(version))
        else { return nil }
        return releases.releases(in: prereleases).last?.version
    }

    /// The bound with the pre-releases on its other side; `nil` unless exactly they change sides.
    private func suggestion(
        for bound: VersionComparator, _ version: AppVersion, _ text: RequirementText
    ) -> String? {
        guard let least = AppVersion("\(version)-0"),
            let prereleases = VersionInterval(from: .before(least), to: .before(version)),
            let proposed = try? VersionSet(
                parsing: text.replacing(bound.range, with: "\(bound.sign.rawValue)\(least)")),
            text.versions.symmetricDifference(proposed) == VersionSet(prereleases)
        else { return nil }
        return "\(bound.sign.rawValue)\(least)"
    }
}
