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
            #"""
            {
              "payments": {
                "defaultValue": false,
                "valuesByVersion": [
                  { "appVersion": ">=1.4.0", "value": true },
                  { "appVersion": «">=1.6.0"», "value": true }
                ]
              }
            }
            """#),
        RuleExample(
            #"""
            {
              "payments": {
                "defaultValue": false,
                "valuesByVersion": [
                  { "when": { "country": ["DE", "AT"] }, "value": true },
                  { "when": «{ "country": "DE", "ring": "beta" }», "value": true }
                ]
              }
            }
            """#),
    ]

    package let good: RuleExamples = [
        RuleExample(
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
    ]

    package struct Detail: FindingDetail {
        package let earlier: EarlierEntries

        package func namesSubject(in context: FindingContext) -> Bool { true }

        package func message(in context: FindingContext) -> String {
            "this entry of \(context.setting) never wins: \(earlier.phrase(in: context))"
        }

        package func help(in context: FindingContext) -> String? { earlier.deletion }
        package func fix(in context: FixContext) -> FindingFix? { context.deletingEntry() }

        package func note(furtherCount: Int, mayHaveMore: Bool) -> String? {
            earlier.note(furtherCount: furtherCount, mayHaveMore: mayHaveMore)
        }
    }

    package init() {}

    package func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        for entry in setting.unreachable where entry.agreement == .isSame {
            report.add(
                Detail(earlier: EarlierEntries(entry, in: setting)), by: self, at: setting.span(of: entry.index),
                about: .setting(setting.settingIndex), related: entry.related(in: setting),
                furtherCount: entry.blockers.furtherCount, mayHaveMore: entry.blockers.mayHaveMore)
        }
    }
}
