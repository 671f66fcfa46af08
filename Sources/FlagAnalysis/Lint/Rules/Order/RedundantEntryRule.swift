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
        package let earlier: EarlierValue

        package func namesSubject(in context: FindingContext) -> Bool { true }

        package func message(in context: FindingContext) -> String {
            "this entry of \(context.setting) never wins: \(earlier.phrase(in: context)) for all of its versions"
        }

        package func help(in context: FindingContext) -> String? { "delete it; no version's value changes" }
        package func fix(in context: FixContext) -> FindingFix? { context.deletingEntry() }

        package func note(furtherCount: Int, mayHaveMore: Bool) -> String? {
            BlockingEntries.note(furtherCount: furtherCount, mayHaveMore: mayHaveMore)
        }
    }

    package init() {}

    package func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        for (index, others) in setting.unreachable where others.isEmpty {
            let blockers = setting.blockingEntries(of: index)
            let earlier = EarlierValue(
                ofClass: setting.history.entryValues[index].valueClass, inPlaceOf: index, blockedBy: blockers,
                in: setting)
            report.add(
                Detail(earlier: earlier), by: self, at: setting.span(ofRequirement: index),
                about: .setting(setting.settingIndex),
                related: blockers.related(in: setting), furtherCount: blockers.furtherCount,
                mayHaveMore: blockers.mayHaveMore)
        }
    }

    package func check(_ setting: TargetedSetting, _ report: inout RuleReport) {
        for entry in setting.unreachable where setting.givesSameValue(entry) {
            let blockers = entry.blockers.prefix(BlockingEntries.maximumCount)
            let earlier = EarlierEntries(entry, in: setting)
            report.add(
                TargetedDetail(earlier: earlier), by: self, at: setting.span(of: entry.index),
                about: .setting(setting.settingIndex),
                related: blockers.map { setting.related($0, toEntryWithValue: false) },
                furtherCount: entry.blockers.count - blockers.count)
        }
    }

    /// An entry of a setting that tests more than the version.
    private struct TargetedDetail: FindingDetail {
        let earlier: EarlierEntries

        func namesSubject(in context: FindingContext) -> Bool { true }

        func message(in context: FindingContext) -> String {
            "this entry of \(context.setting) never wins: wherever it matches, \(earlier.phrase(in: context))"
        }

        func help(in context: FindingContext) -> String? { "delete it; nobody's value changes" }
        func fix(in context: FixContext) -> FindingFix? { context.deletingEntry() }

        func note(furtherCount: Int, mayHaveMore: Bool) -> String? {
            EarlierEntries.note(furtherCount: furtherCount)
        }
    }
}
