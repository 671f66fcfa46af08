import FlagResolver

/// An entry that never wins, and whose value is given all the same.
struct RedundantEntryRule: SettingRule {
    let code = RuleCode.redundantEntry
    let severity = Severity.warning
    let meaning =
        "An entry never wins for any version, because earlier entries contain all of its versions and give "
        + "them the same value."
    let advice =
        "Delete the entry; the value of no version changes."

    let bad = RuleExample(
        #"""
        {
          "payments": {
            "defaultValue": false,
            "valuesByVersion": [
              { "appVersion": ">=1.4.0", "value": true },
              { "appVersion": ">=1.6.0", "value": true }
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
              { "appVersion": ">=1.4.0", "value": true }
            ]
          }
        }
        """#)

    func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        for (index, others) in setting.unreachable where others.isEmpty {
            report.add(
                .redundant(value: setting.entries[index].record.value), ofEntry: index, in: setting,
                blockedBy: setting.blockingEntries(of: index))
        }
    }
}
