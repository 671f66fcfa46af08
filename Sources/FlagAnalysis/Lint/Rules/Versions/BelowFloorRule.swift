import FlagResolver

extension RuleCode {
    package static let belowFloor = RuleCode(rawValue: "below-floor")
}

/// An entry for versions that are no longer supported.
package struct BelowFloorRule: Rule {
    package let code = RuleCode.belowFloor
    package let severity = Severity.note
    package let meaning =
        "All versions of an entry are older than \"$minimumVersion\", so no supported version needs the entry."
    package let advice = "Delete the entry; no supported version's value changes."

    package let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "$minimumVersion": "1.4.0",
              "payments": {
                "defaultValue": false,
                "valuesByVersion": [
                  { "appVersion": «"<1.2.0"», "value": true }
                ]
              }
            }
            """#)
    ]

    package let good: RuleExamples = [
        RuleExample(
            #"""
            {
              "$minimumVersion": "1.4.0",
              "payments": {
                "defaultValue": false,
                "valuesByVersion": [
                  { "appVersion": "<1.6.0", "value": true }
                ]
              }
            }
            """#)
    ]

    package func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        guard let floor = setting.document.settings.minimumVersion else { return }
        for index in setting.entries.indices {
            let versions = setting.versions[index]
            guard !versions.isEmpty, versions.interval(at: versions.intervalCount - 1).upper <= .before(floor)
            else { continue }
            report.add(
                "all versions of this entry are older than the minimum version, \(floor)", by: self,
                at: setting.span(of: index), about: .setting(setting.settingIndex),
                help: "delete it; no supported version's value changes")
        }
    }
}
