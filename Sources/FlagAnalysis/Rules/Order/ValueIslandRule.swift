import FlagResolver

/// A value that comes and goes.
struct ValueIslandRule: Rule {
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
        let timeline = setting.timeline
        guard timeline.runs.count > 2 else { return }
        for run in 1..<(timeline.runs.count - 1) {
            let around = timeline.valueClass(ofRun: run - 1)
            let island = timeline.valueClass(ofRun: run)
            guard around == timeline.valueClass(ofRun: run + 1), around >= 0, island >= 0,
                let versions = VersionStretch(from: timeline.lower(ofRun: run), to: timeline.upper(ofRun: run))
            else { continue }
            let winner = timeline.parts[timeline.runs[run].lowerBound].winner
            let node = winner.map { setting.entries[$0].requirement } ?? Int(setting.record.defaultValue)
            report.add(
                code, at: setting.document.span(of: node),
                .valueIsland(
                    versions: versions, value: setting.value(ofClass: island),
                    around: setting.value(ofClass: around)),
                slot: setting.slot)
        }
    }
}
