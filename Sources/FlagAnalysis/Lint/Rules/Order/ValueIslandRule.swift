import FlagResolver

/// A value that comes and goes.
struct ValueIslandRule: SettingRule {
    let code = RuleCode.valueIsland
    let severity = Severity.note
    let meaning =
        "Along the version line a value changes and later changes back; often a work-around, sometimes a "
        + "bound that was forgotten."
    let advice =
        "Leave it where the value changes back on purpose; delete the bound where it does not."

    let bad = RuleExample(
        #"""
        {
          "payments": {
            "defaultValue": false,
            "valuesByVersion": [
              { "appVersion": ">=1.4.1 <1.4.3", "value": true }
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
              { "appVersion": ">=1.4.1", "value": true }
            ]
          }
        }
        """#)

    func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        let values = setting.values
        guard values.count > 2 else { return }
        for index in 1..<(values.count - 1) {
            let around = values.value(at: index - 1)
            let island = values.value(at: index)
            guard around == values.value(at: index + 1), around != SettingHistory.noValue,
                island != SettingHistory.noValue
            else { continue }
            let versions = values[index].interval
            let winners = setting.history.winners
            let winner = winners.value(at: winners.indices(overlapping: versions).lowerBound)
            let span =
                winner.map { setting.span(ofRequirement: $0) }
                ?? setting.document.span(of: Int(setting.record.defaultValue))
            report.add(
                at: span,
                .valueIsland(
                    versions: versions, value: setting.value(ofClass: island), around: setting.value(ofClass: around)),
                about: .setting(setting.settingIndex))
        }
    }
}
