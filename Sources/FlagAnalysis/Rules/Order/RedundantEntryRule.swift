import FlagResolver

/// An entry that never wins, and whose value is given all the same.
struct RedundantEntryRule: Rule {
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
        var search: BlockingEntriesSearch?
        for (position, entry) in setting.entries.enumerated()
        where entry.takesPart && setting.timeline.neverWins(position) {
            let valueClass = setting.timeline.entryClasses[position]
            guard setting.timeline.otherValues(than: valueClass, in: entry.versions).isEmpty else { continue }
            if search == nil { search = BlockingEntriesSearch() }
            guard let blockers = search?.blockers(of: position, in: setting) else { continue }
            report.add(
                code, at: setting.document.span(of: entry.requirement),
                .redundant(value: Int(entry.record.value)),
                related: RelatedPlace.blocking(blockers, in: setting), furtherCount: blockers.furtherCount,
                slot: setting.slot)
        }
    }
}
