import FlagResolver

extension RuleCode {
    package static let shadowedEntry = RuleCode(rawValue: "shadowed-entry")
}

/// An entry that never wins, and whose value is lost.
package struct ShadowedEntryRule: Rule {
    package let code = RuleCode.shadowedEntry
    package let severity = Severity.error
    package let meaning =
        "An entry never wins for any version, because earlier entries contain all of its versions, or match all of its users, "
        + "and give another value for some of them."
    package let advice = "Move the entry above those that match wherever it does, or delete it."

    package let bad: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "appVersion": ">=1.4.0", "value": true },
                { "appVersion": «">=1.6.0"», "value": false }
                """#),
        RuleExample(
            "style", defaultValue: #""legacy""#,
            entries: #"""
                { "appVersion": "<1.5.0", "value": "compact" },
                { "appVersion": ">=1.5.0", "value": "modern" },
                { "appVersion": «"1.x"», "value": "plain" }
                """#),
        RuleExample(
            "checkout", defaultValue: #""legacy""#,
            entries: #"""
                { "when": { "country": ["DE", "AT"] }, "value": "modern" },
                { "appVersion": «">=2.0.0"», "when": { "country": "AT", "ring": "beta" }, "value": "compact" }
                """#),
    ]

    package let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "appVersion": ">=1.6.0", "value": false },
                { "appVersion": ">=1.4.0", "value": true }
                """#)
    ]

    package init() {}

    package func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        for entry in setting.unreachable where entry.agreement != .isSame {
            let earlier = EarlierEntries(entry, in: setting)
            func node(_ index: Int) -> Int { Int(setting.entries[index].record.node) }
            report.add(
                earlier.message, by: self, at: setting.span(of: entry.index), about: .setting(setting.settingIndex),
                namesSubject: true, related: earlier.related, note: earlier.note,
                help: entry.target.map { setting.document.moving(node(entry.index), before: node($0)) }
                    ?? earlier.deletion)
        }
    }
}
