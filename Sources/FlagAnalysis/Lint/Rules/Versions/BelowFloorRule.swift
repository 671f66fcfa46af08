import FlagResolver

/// An entry for versions that are no longer supported.
struct BelowFloorRule: SettingRule {
    let code = RuleCode.belowFloor
    let severity = Severity.note
    let meaning =
        "All versions of an entry are older than \"$minimumVersion\", so that no supported version needs it."
    let advice =
        "Delete the entry; the value of no supported version changes."

    let bad = RuleExample(
        #"""
        {
          "$minimumVersion": "1.4.0",
          "payments": {
            "defaultValue": false,
            "valuesByVersion": [
              { "appVersion": "<1.2.0", "value": true }
            ]
          }
        }
        """#)

    let good = RuleExample(
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

    func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        guard let floor = setting.document.settings.minimumVersion else { return }
        for position in setting.entries.indices {
            let versions = setting.versions[position]
            guard !versions.isEmpty, versions.interval(at: versions.intervalCount - 1).upper <= .before(floor)
            else { continue }
            report.add(
                at: setting.span(ofRequirement: position), .belowFloor(floor: floor),
                about: .setting(setting.settingIndex))
        }
    }
}
