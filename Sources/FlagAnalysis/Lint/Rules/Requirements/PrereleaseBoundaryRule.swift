import FlagResolver

extension RuleCode {
    package static let prereleaseBoundary = RuleCode(rawValue: "prerelease-boundary")
}

/// A bound at a release, and on which side its pre-releases are.
package struct PrereleaseBoundaryRule: Rule {
    package let code = RuleCode.prereleaseBoundary
    package let severity = Severity.note
    package let meaning =
        "The value changes at a release, and the pre-releases of that release belong to the older versions: <2.0.0 includes "
        + "2.0.0-rc.1, and >=2.0.0 excludes it (reported once for each operator; with a list of releases, for each release "
        + "whose pre-releases it lists)."
    package let advice =
        "Add \"-0\" to the bound if the pre-releases belong to the newer versions; otherwise leave it."

    package let bad: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": "«<2.0.0»", "value": true }"#),
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": "«>=2.0.0»", "when": { "country": "DE" }, "value": true }"#),
    ]

    package let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": "<2.0.0-0", "value": true }"#),
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": ">=52920000", "value": true }"#),
    ]

    package func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        let hasReleases = setting.document.releases != nil
        // Without a list of releases, each operator is reported once for the document.
        let signs = [VersionComparator.Sign.below, .atLeast].filter { sign in
            hasReleases || !report.hasReported(sign.rawValue, by: self)
        }
        guard !signs.isEmpty, !setting.document.hasOnlyVersionCodes else { return }
        for (index, entry) in setting.entries.enumerated() where entry.canWin && entry.traits.contains(.bound) {
            for parsed in setting.texts(ofRequirement: index) {
                let text = parsed.text
                var budget = SuggestionBudget()
                for bound in text.comparators where signs.contains(bound.sign) {
                    guard let version = text.version(of: bound), !version.isPrerelease, version > "0",
                        isEnd(bound.sign, version, of: index, in: setting),
                        let example = example(for: version, in: setting.document),
                        setting.changesValue(at: .before(version))
                    else { continue }
                    let topic = hasReleases ? "\(bound.sign.rawValue)\(version)" : bound.sign.rawValue
                    guard !report.hasReported(topic, by: self), budget.allows(text.bytes.count),
                        let suggestion = suggestion(for: bound, version, text)
                    else { continue }
                    let isIncluding = bound.sign == .below
                    report.add(
                        "\(quoted(text.text(bound.range))) \(isIncluding ? "includes" : "excludes") pre-releases such as "
                            + "\(example)\(hasReleases ? "" : ", as every \"\(bound.sign.rawValue)\" does")",
                        by: self, topic: topic, at: setting.tree.span(of: bound.range, inText: parsed.node),
                        about: .setting(setting.settingIndex),
                        help: "write \(quoted(suggestion)) to \(isIncluding ? "exclude" : "include") them")
                }
            }
        }
    }

    /// Whether the entry begins or ends at a bound.
    private func isEnd(
        _ sign: VersionComparator.Sign, _ version: AppVersion, of entry: Int, in setting: CheckedSetting
    ) -> Bool {
        let versions = setting.versions[entry]
        return sign == .below ? versions.ends(at: .before(version)) : versions.begins(at: .before(version))
    }

    /// A known pre-release of a version; an invented one if no releases are known.
    private func example(for version: AppVersion, in document: CheckedDocument) -> AppVersion? {
        guard let releases = document.releases else { return AppVersion("\(version.withoutBuildMetadata)-rc.1") }
        return version.prereleases.flatMap { releases.releases(in: $0).last?.version }
    }

    /// The bound with the pre-releases on its other side; `nil` unless exactly they change sides.
    private func suggestion(for bound: VersionComparator, _ version: AppVersion, _ text: RequirementText) -> String? {
        guard let lowest = version.lowestPrerelease, let prereleases = version.prereleases else { return nil }
        let suggestion = "\(bound.sign.rawValue)\(lowest)"
        guard let proposed = try? VersionSet(parsing: text.replacing(bound.range, with: suggestion)),
            text.versions.symmetricDifference(proposed) == VersionSet(prereleases)
        else { return nil }
        return suggestion
    }
}

extension CheckedSetting {
    /// Whether the value changes at a cut, at least for some users.
    fileprivate func changesValue(at cut: VersionCut) -> Bool {
        guard cut < .highest, let values else { return false }
        return values[values.index(startingAt: cut)].interval.lower == cut
    }
}
