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
        guard setting.timeline.runs.count > 2 else { return }
        for run in 1..<(setting.timeline.runs.count - 1) {
            let around = setting.timeline.valueClass(ofRun: run - 1)
            let island = setting.timeline.valueClass(ofRun: run)
            guard around == setting.timeline.valueClass(ofRun: run + 1), around >= 0, island >= 0,
                let versions = VersionStretch(
                    from: setting.timeline.lower(ofRun: run), to: setting.timeline.upper(ofRun: run))
            else { continue }
            let winner = setting.timeline.winner(ofPart: setting.timeline.runs[run].lowerBound)
            let span =
                winner.map { setting.span(ofRequirement: $0) }
                ?? setting.document.span(of: Int(setting.record.defaultValue))
            report.add(
                at: span,
                .valueIsland(
                    versions: versions, value: setting.value(ofClass: island), around: setting.value(ofClass: around)),
                about: .setting(setting.slot))
        }
    }
}
