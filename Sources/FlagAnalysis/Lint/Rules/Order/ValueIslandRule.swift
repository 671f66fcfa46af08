import FlagResolver

extension RuleCode {
    package static let valueIsland = RuleCode(rawValue: "value-island")
}

/// A value that changes and later changes back.
package struct ValueIslandRule: Rule {
    package let code = RuleCode.valueIsland
    package let severity = Severity.note
    package let meaning =
        "Along the version line a value changes and later changes back: often a workaround, sometimes a forgotten bound."
    package let advice = "Leave it if the value changes back on purpose; otherwise delete the bound."

    package let bad: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": «">=1.4.1 <1.4.3"», "value": true }"#),
        RuleExample(
            "payments", defaultValue: "«false»",
            entries: #"{ "appVersion": "<1.4.0 || >=2.0.0", "value": true }"#),
    ]

    package let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": ">=1.4.1", "value": true }"#)
    ]

    package init() {}

    package func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        guard let order = setting.order, order.values.count > 2 else { return }
        let values = order.values
        let winners = order.function.winners
        var islands: [Island] = []
        var positions: [Island.Key: Int] = [:]
        for index in 1..<(values.count - 1) {
            let surrounding = values.value(at: index - 1)
            let island = values.value(at: index)
            guard surrounding == values.value(at: index + 1), surrounding != SettingFunction.noValue,
                island != SettingFunction.noValue
            else { continue }
            let versions = values[index].interval
            let winner = winners.value(at: winners.indices(overlapping: versions).lowerBound).winner ?? .default
            let key = Island.Key(winner: winner, value: island, surroundingValue: surrounding)
            let position = positions[key] ?? islands.count
            if position == islands.count {
                positions[key] = position
                islands.append(Island(key: key))
            }
            islands[position].versions.append(versions)
        }
        for island in islands {
            let span =
                island.key.winner.entry.map { setting.span(of: $0) }
                ?? setting.document.span(of: Int(setting.record.defaultValue))
            let versions = island.versions.listed
            let isSingle = versions.shown.intervalCount + versions.furtherIntervals == 1
            func text(_ valueClass: Int) -> String { setting.document.text(ofValue: order.value(ofClass: valueClass)) }
            report.add(
                "\(setting.quotedName) is \(text(island.key.value)) for \(versions.phrase), and "
                    + "\(text(island.key.surroundingValue)) just before and just after\(isSingle ? "" : " each")",
                by: self, at: span, about: .setting(setting.settingIndex), namesSubject: true)
        }
    }

    /// The versions for which one entry, or the default, gives a value between two equal ones.
    ///
    /// They are one finding: a requirement may have tens of thousands of alternatives.
    private struct Island {
        struct Key: Hashable {
            let winner: Winner
            /// Classes of equal values.
            let value: Int
            let surroundingValue: Int
        }

        let key: Key
        var versions = VersionLister()
    }
}
