import FlagResolver

/// A bound at a version that there is not.
struct UnknownReleaseRule: SettingRule {
    let code = RuleCode.unknownRelease
    let severity = Severity.warning
    let meaning =
        "A bound names a version that was never shipped and is not planned, most likely a misspelt one."
    let advice =
        "Correct the version, or add it to the list of releases, \"planned\" where it is still to come."

    let bad = RuleExample(
        #"""
        {
          "payments": {
            "defaultValue": false,
            "valuesByVersion": [
              { "appVersion": ">=1.4.1", "value": true }
            ]
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
          "payments": {
            "defaultValue": false,
            "valuesByVersion": [
              { "appVersion": ">=1.4.2", "value": true }
            ]
          }
        }
        """#,
        releases: """
            1.4.0
            1.4.2
            2.0.0
            2.1.0 planned
            """)

    func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        guard let releases = setting.document.releases else { return }
        for entry in setting.entries {
            for node in entry.texts(in: setting.tree) {
                guard let bytes = setting.tree.stringBytes(at: node), let text = RequirementText(bytes) else {
                    continue
                }
                var effort = SuggestionEffort()
                for part in text.comparators where part.sign != .any {
                    guard !isKnown(part, of: text, releases), let version = text.namedVersion(of: part) else {
                        continue
                    }
                    let neighbours = releases.neighbours(of: .before(version))
                    report.add(
                        at: setting.document.span(of: part.version.range, inText: node),
                        .unknownRelease(
                            UnknownReleaseDetail(
                                text: text.text(part.version.range), version: version, below: neighbours.below,
                                above: neighbours.above,
                                suggestion: suggestion(for: part, of: text, neighbours, releases, &effort))),
                        about: .setting(setting.settingIndex))
                }
            }
        }
    }

    private func isKnown(
        _ part: VersionComparator, of text: RequirementText, _ releases: ReleaseList
    ) -> Bool {
        guard let version = text.version(of: part), part.sign != .tilde, part.sign != .caret else {
            // A series of versions is known where one of them is.
            return !releases.releases(in: text.versions(satisfying: [part])).isEmpty
        }
        if releases.contains(version) || version <= "0" { return true }
        guard version.prerelease == "0", let release = text.release(of: part) else { return false }
        // A bound before all pre-releases is named for its release, or for the one before it: <1.4.3-0 ends 1.4.2.
        if releases.contains(release) { return true }
        let below = releases.neighbours(of: .before(version)).below
        let next = below.flatMap { VersionText($0)?.nextRelease }
        return part.sign == .below && next.flatMap { AppVersion($0) } == release
    }

    /// The requirement with a known version in the place; `nil` unless it contains the same known versions.
    private func suggestion(
        for part: VersionComparator, of text: RequirementText,
        _ neighbours: (below: AppVersion?, above: AppVersion?), _ releases: ReleaseList,
        _ effort: inout SuggestionEffort
    ) -> String? {
        let version: AppVersion? =
            switch part.sign {
            case .atLeast, .below: neighbours.above
            case .atMost, .above: neighbours.below
            default: nil
            }
        guard let version, effort.allowsReading(text) else { return nil }
        let suggestion = text.replacing(part.version.range, with: "\(version)")
        guard let proposed = try? VersionSet(parsing: suggestion),
            releases.releases(in: text.versions.symmetricDifference(proposed)).isEmpty
        else { return nil }
        return suggestion
    }
}
