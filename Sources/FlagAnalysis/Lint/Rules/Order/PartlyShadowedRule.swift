import FlagResolver

/// An entry that wins for only some of its versions.
struct PartlyShadowedRule: SettingRule {
    let code = RuleCode.partlyShadowed
    let severity = Severity.note
    let meaning =
        "An earlier entry takes some of the versions of an entry, and gives them another value; mostly meant "
        + "so, the special case first."
    let advice =
        "Leave it where the special case comes first on purpose; move the entry up where it does not."

    let bad = RuleExample(
        #"""
        {
          "payments": {
            "defaultValue": false,
            "valuesByVersion": [
              { "appVersion": ">=1.4.1 <1.4.3", "value": false },
              { "appVersion": ">=1.4.0", "value": true }
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
              { "appVersion": "1.4.0", "value": true },
              { "appVersion": ">=1.4.3", "value": true }
            ]
          }
        }
        """#)

    func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        for index in setting.entries.indices.dropFirst()
        where setting.entries[index].canWin && !setting.isUnreachable(index) {
            let others = setting.otherValues(of: index)
            guard !others.isEmpty else { continue }
            report.add(
                at: setting.span(ofRequirement: index),
                .partlyShadowed(
                    versions: others.versions.listed, value: others.onlyClass.map { setting.value(ofClass: $0) }),
                about: .setting(setting.settingIndex))
        }
    }
}
