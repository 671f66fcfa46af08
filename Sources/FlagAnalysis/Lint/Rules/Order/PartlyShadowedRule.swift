import FlagResolver

extension RuleCode {
    package static let partlyShadowed = RuleCode(rawValue: "partly-shadowed")
}

/// An entry that wins for only some of its versions.
package struct PartlyShadowedRule: Rule {
    package let code = RuleCode.partlyShadowed
    package let severity = Severity.note
    package let meaning =
        "An earlier entry matches some of the versions of an entry and gives them another value, which is usually "
        + "intended: the special case comes first."
    package let advice = "Leave it if the special case comes first on purpose; otherwise move the entry up."

    package let bad: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "appVersion": ">=1.4.1 <1.4.3", "value": false },
                { "appVersion": «">=1.4.0"», "value": true }
                """#)
    ]

    package let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "appVersion": "1.4.0", "value": true },
                { "appVersion": ">=1.4.3", "value": true }
                """#)
    ]

    package init() {}

    package func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        guard let order = setting.order else { return }
        for index in setting.entries.indices.dropFirst()
        where setting.entries[index].canWin && !order.isUnreachable(index) {
            let others = order.otherValues(of: index)
            guard !others.isEmpty else { continue }
            let value = others.onlyClass.map { setting.document.text(ofValue: order.value(ofClass: $0)) }
            report.add(
                "this entry of \(setting.quotedName) does not win for all of its versions: for "
                    + "\(others.versions.listed.phrase) "
                    + (value.map { "an earlier entry gives \($0)" } ?? "earlier entries give other values"),
                by: self, at: setting.span(of: index), about: .setting(setting.settingIndex), namesSubject: true)
        }
    }
}
