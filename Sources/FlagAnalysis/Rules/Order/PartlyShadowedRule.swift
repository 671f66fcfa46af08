import FlagResolver

/// An entry that wins for only some of its versions.
struct PartlyShadowedRule: Rule {
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
        let timeline = setting.timeline
        for (position, entry) in setting.entries.enumerated()
        where position > 0 && entry.takesPart && !timeline.neverWins(position) {
            let others = timeline.otherValues(than: timeline.entryClasses[position], in: entry.versions)
            guard !others.isEmpty else { continue }
            report.add(
                code, at: setting.document.span(of: entry.requirement),
                .partlyShadowed(
                    versions: others.versions,
                    values: others.classes.map { setting.value(ofClass: $0) }),
                slot: setting.slot)
        }
    }
}
