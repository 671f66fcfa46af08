import FlagResolver

extension RuleCode {
    package static let redundantEntry = RuleCode(rawValue: "redundant-entry")
}

/// An entry that never wins, and whose value earlier entries give anyway.
package struct RedundantEntryRule: Rule {
    package let code = RuleCode.redundantEntry
    package let severity = Severity.warning
    package let meaning =
        "An entry never wins for any version, because earlier entries contain all of its versions, or match all of its users, "
        + "and give the same value."
    package let advice = "Delete the entry; no version's value changes."

    package let bad: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "appVersion": ">=1.4.0", "value": true },
                { "appVersion": «">=1.6.0"», "value": true }
                """#),
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "when": { "country": ["DE", "AT"] }, "value": true },
                { "when": «{ "country": "DE", "ring": "beta" }», "value": true }
                """#),
    ]

    package let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": ">=1.4.0", "value": true }"#)
    ]

    package init() {}

    package func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        for entry in setting.unreachable where entry.agreement == .isSame {
            let earlier = EarlierEntries(entry, in: setting)
            report.add(
                earlier.message, by: self, at: setting.span(of: entry.index), about: .setting(setting.settingIndex),
                namesSubject: true, related: earlier.related, note: earlier.note, help: earlier.deletion,
                fix: .deletion(of: setting.record.entry(at: entry.index), from: setting.settingIndex))
        }
    }
}
