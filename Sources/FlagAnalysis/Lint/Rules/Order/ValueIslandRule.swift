package import FlagResolver

extension RuleCode {
    package static let valueIsland = RuleCode(rawValue: "value-island")
}

/// A value that changes and later changes back.
package struct ValueIslandRule: Rule {
    package let code = RuleCode.valueIsland
    package let severity = Severity.note
    package let meaning =
        "Along the version line a value changes and later changes back: often a work-around, sometimes a forgotten bound."
    package let advice = "Leave it if the value changes back on purpose; otherwise delete the bound."

    package let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "payments": {
                "defaultValue": false,
                "valuesByVersion": [
                  { "appVersion": «">=1.4.1 <1.4.3"», "value": true }
                ]
              }
            }
            """#),
        RuleExample(
            #"""
            {
              "payments": {
                "defaultValue": «false»,
                "valuesByVersion": [
                  { "appVersion": "<1.4.0 || >=2.0.0", "value": true }
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
                  { "appVersion": ">=1.4.1", "value": true }
                ]
              }
            }
            """#)
    ]

    package struct Detail: FindingDetail {
        package let versions: VersionInterval
        /// The nodes of their value, and of the value below and above them.
        package let value: Int
        package let surroundingValue: Int

        package func namesSubject(in context: FindingContext) -> Bool { true }

        package func message(in context: FindingContext) -> String {
            """
            \(context.setting) is \(context.value(value)) for \(context.phrase(versions)), and \
            \(context.value(surroundingValue)) just before and just after
            """
        }
    }

    package init() {}

    package func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        let values = setting.values
        guard values.count > 2 else { return }
        for index in 1..<(values.count - 1) {
            let surrounding = values.value(at: index - 1)
            let island = values.value(at: index)
            guard surrounding == values.value(at: index + 1), surrounding != SettingHistory.noValue,
                island != SettingHistory.noValue
            else { continue }
            let versions = values[index].interval
            let winners = setting.history.winners
            let winner = winners.value(at: winners.indices(overlapping: versions).lowerBound)
            let span =
                winner.map { setting.span(ofRequirement: $0) }
                ?? setting.document.span(of: Int(setting.record.defaultValue))
            let detail = Detail(
                versions: versions, value: setting.value(ofClass: island),
                surroundingValue: setting.value(ofClass: surrounding))
            report.add(detail, by: self, at: span, about: .setting(setting.settingIndex))
        }
    }
}
