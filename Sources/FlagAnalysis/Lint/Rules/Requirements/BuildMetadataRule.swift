import FlagResolver

extension RuleCode {
    package static let buildMetadata = RuleCode(rawValue: "build-metadata")
}

/// Build metadata in a version that others are compared with.
struct BuildMetadataRule: VersionSpellingRule {
    let code = RuleCode.buildMetadata
    let severity = Severity.note
    let highestSeverity = Severity.warning
    let meaning =
        "A version has build metadata, as in 2.0.0+531, which does not count when versions are compared (a warning where the "
        + "entries of a setting have bounds that differ in nothing else)."
    let advice =
        "Write the version without it; to tell builds apart, give them a fourth number, as in 2.0.0.531, or a pre-release."

    let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "$minimumVersion": "«1.4.0+531»",
              "payments": {
                "defaultValue": false,
                "valuesByVersion": [
                  { "appVersion": ">=«2.0.0+2300181»", "value": true }
                ]
              }
            }
            """#)
    ]

    let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": ">=2.0.0.531", "value": true }"#)
    ]

    let trait = RequirementTraits.buildMetadata

    func problem(of version: VersionText, _ text: String) -> (message: String, correction: String)? {
        guard let parts = text.divided(at: "+") else { return nil }
        return ("the build metadata of \(quoted(text)) does not count when versions are compared", String(parts.before))
    }

    func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        checkConditions(of: setting, &report)
        /// The bounds at each version, as they are written, with their places.
        var bounds: [AppVersion: [(text: String, span: Range<Int>)]] = [:]
        let texts = textsWithTrait(of: setting)
        for parsed in texts {
            for comparator in parsed.text.comparators {
                guard let version = parsed.text.version(of: comparator), version.buildMetadata != nil else { continue }
                bounds[version, default: []].append(
                    (
                        parsed.text.text(comparator.version.range),
                        setting.tree.span(of: comparator.version.range, inText: parsed.node)
                    ))
            }
        }
        for parsed in texts {
            for comparator in parsed.text.comparators {
                guard let version = parsed.text.version(of: comparator), let all = bounds[version],
                    let first = all.first
                else { continue }
                guard all.contains(where: { $0.text != first.text }) else {
                    check(comparator, of: parsed, in: setting.document, about: .setting(setting.settingIndex), &report)
                    continue
                }
                // Nothing is proposed to be deleted: the builds are needed to tell the bounds apart.
                let written = parsed.text.text(comparator.version.range)
                guard written != first.text else { continue }
                report.add(
                    "\(quoted(written)) and \(quoted(first.text)) differ only in their build metadata, so they are one and the "
                        + "same bound",
                    by: self, at: setting.tree.span(of: comparator.version.range, inText: parsed.node),
                    about: .setting(setting.settingIndex), severity: .warning,
                    related: [RelatedLocation(first.span, "the other one is here")],
                    help: "give builds a fourth number, as in 2.0.0.531, to tell them apart")
            }
        }
    }
}
