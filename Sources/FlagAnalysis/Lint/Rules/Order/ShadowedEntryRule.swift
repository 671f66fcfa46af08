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
            #"""
            {
              "payments": {
                "defaultValue": false,
                "valuesByVersion": [
                  { "appVersion": ">=1.4.0", "value": true },
                  { "appVersion": «">=1.6.0"», "value": false }
                ]
              }
            }
            """#),
        RuleExample(
            #"""
            {
              "style": {
                "defaultValue": "legacy",
                "valuesByVersion": [
                  { "appVersion": "<1.5.0", "value": "compact" },
                  { "appVersion": ">=1.5.0", "value": "modern" },
                  { "appVersion": «"1.x"», "value": "plain" }
                ]
              }
            }
            """#),
        RuleExample(
            #"""
            {
              "checkout": {
                "defaultValue": "legacy",
                "valuesByVersion": [
                  { "when": { "country": ["DE", "AT"] }, "value": "modern" },
                  { "appVersion": «">=2.0.0"», "when": { "country": "AT", "ring": "beta" }, "value": "compact" }
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
                  { "appVersion": ">=1.6.0", "value": false },
                  { "appVersion": ">=1.4.0", "value": true }
                ]
              }
            }
            """#)
    ]

    package struct Detail: FindingDetail {
        package let earlier: EarlierEntries
        /// The node of the entry.
        package let entry: Int
        /// The node of the entry above which this one would win wherever it matches without making another entry
        /// unreachable; `nil` if there is none.
        package let target: Int?

        package func namesSubject(in context: FindingContext) -> Bool { true }

        package func message(in context: FindingContext) -> String {
            "this entry of \(context.setting) never wins: \(earlier.phrase(in: context))"
        }

        package func help(in context: FindingContext) -> String? {
            target.map { context.moving(entry, before: $0) } ?? earlier.deletion
        }

        package func note(furtherCount: Int, mayHaveMore: Bool) -> String? {
            earlier.note(furtherCount: furtherCount, mayHaveMore: mayHaveMore)
        }
    }

    package init() {}

    package func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        for entry in setting.unreachable where entry.agreement != .isSame {
            let detail = Detail(
                earlier: EarlierEntries(entry, in: setting), entry: Int(setting.entries[entry.index].record.node),
                target: entry.target.map { Int(setting.entries[$0].record.node) })
            report.add(
                detail, by: self, at: setting.span(of: entry.index), about: .setting(setting.settingIndex),
                related: entry.related(in: setting), furtherCount: entry.blockers.furtherCount,
                mayHaveMore: entry.blockers.mayHaveMore)
        }
    }
}
