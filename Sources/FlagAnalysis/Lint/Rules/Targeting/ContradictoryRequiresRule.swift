import FlagResolver

extension RuleCode {
    package static let contradictoryRequires = RuleCode(rawValue: "contradictory-requires")
}

/// A prerequisite that is never true where the other conditions of the entry hold.
struct ContradictoryRequiresRule: Rule {
    let code = RuleCode.contradictoryRequires
    let severity = Severity.warning
    let meaning =
        "A required setting is true for some users, but never for those who satisfy the other conditions of "
        + "the entry, so the entry never wins."
    let advice = "Correct the conditions of the entry, or those of the required setting."

    let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "wallet": { "defaultValue": false, "valuesByVersion": [{ "appVersion": ">=2.1.0", "value": true }] },
              "payments": {
                "defaultValue": false,
                "valuesByVersion": [
                  { "appVersion": "<2.0.0", "requires": «"wallet"», "value": true }
                ]
              }
            }
            """#)
    ]

    let good: RuleExamples = [
        RuleExample(
            #"""
            {
              "wallet": { "defaultValue": false, "valuesByVersion": [{ "appVersion": ">=2.1.0", "value": true }] },
              "payments": {
                "defaultValue": false,
                "valuesByVersion": [
                  { "appVersion": "<3.0.0", "requires": "wallet", "value": true }
                ]
              }
            }
            """#)
    ]

    func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        for entry in setting.targetedEntries where setting.neverMatches(entry) {
            for prerequisite in entry.targeting.prerequisites {
                let record = setting.document.loaded.prerequisites[prerequisite]
                guard let required = record.setting, !setting.isNeverTrue(required),
                    isContradictory(entry, required, in: setting.space),
                    !entry.canMatchWithoutVersion
                        || isContradictory(entry, required, in: setting.spaces.withoutVersion, orNever: true)
                else { continue }
                let name = Int(record.name)
                report.add(
                    "\(quoted(setting.tree.string(at: name) ?? "")) is never true where the other conditions of this "
                        + "entry hold, so the entry never wins",
                    by: self, at: setting.document.span(of: name), about: .setting(setting.settingIndex),
                    help: "correct the conditions, or delete the entry")
            }
        }
    }

    /// Whether the other conditions of an entry hold for somebody, but a setting is true for none of them.
    ///
    /// - Parameter orNever: The result if the other conditions hold for nobody.
    private func isContradictory(
        _ entry: TargetedEntry, _ required: SettingIndex, in space: CaseSpace, orNever: Bool = false
    ) -> Bool {
        guard let own = try? space.conditionWithoutPrerequisites(of: entry.index),
            let isTrue = try? space.isTrue(required, in: .first)
        else { return false }
        if own.neverHolds { return orNever }
        return (try? space.areCompatible(own, isTrue)) == false
    }
}
