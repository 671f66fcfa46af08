import FlagResolver

extension RuleCode {
    package static let repeatedDefault = RuleCode(rawValue: "repeated-default")
}

/// A last entry with the value of the default.
struct RepeatedDefaultRule: Rule {
    let code = RuleCode.repeatedDefault
    let severity = Severity.note
    let meaning =
        "The last entry has the value of the default, so it changes nothing; most likely another value is meant, or the entry is left over."
    let advice = "Correct the value, or delete the entry; nobody's value changes."

    let bad: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "when": { "country": "DE" }, "value": true },
                { "appVersion": «">=1.6.0"», "value": false }
                """#)
    ]

    let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "appVersion": ">=1.4.1 <1.4.3", "value": false },
                { "appVersion": ">=1.4.0", "value": true }
                """#)
    ]

    func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        let (record, tree) = (setting.record, setting.tree)
        guard !record.isUnresolvable else { return }
        let defaultValue = Int(record.defaultValue)
        let unreachable = Set(setting.unreachable.map(\.index))
        for index in setting.entries.indices.reversed() {
            guard tree.isEqual(Int(setting.entries[index].record.value), to: tree, defaultValue) else { return }
            // An entry that never wins has its own finding.
            guard !unreachable.contains(index), !setting.versions[index].isEmpty else { continue }
            report.add(
                "this entry of \(setting.quotedName) gives \(setting.document.text(ofValue: defaultValue)), as the default does",
                by: self, at: setting.span(of: index), about: .setting(setting.settingIndex), namesSubject: true,
                help: "delete it; nobody's value changes",
                fix: .deletion(of: record.entry(at: index), from: setting.settingIndex))
        }
    }
}
