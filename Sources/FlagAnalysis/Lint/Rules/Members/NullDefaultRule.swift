import FlagResolver

extension RuleCode {
    package static let nullDefault = RuleCode(rawValue: "null-default")
}

/// A default of `null` beside Booleans.
struct NullDefaultRule: Rule {
    let code = RuleCode.nullDefault
    let severity = Severity.warning
    let meaning =
        "The default is null and every entry gives true or false, so where no entry matches, an app that reads a Boolean gets "
        + "whatever its own code has as the default, which may differ from release to release."
    let advice = "Write true or false as the default."

    let bad: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "«null»",
            entries: #"{ "appVersion": ">=1.4.0", "value": true }"#)
    ]

    let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "appVersion": ">=1.4.0", "value": true }"#),
        RuleExample(
            "banner", defaultValue: "null",
            entries: #"{ "appVersion": ">=1.4.0", "value": "Welcome" }"#),
    ]

    func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        let record = setting.record
        guard record.defaultValue != SettingRecord.missing, record.defaultKind == .null, record.declaredType == .none,
            setting.entries.allSatisfy({ $0.record.valueKind.isBool }),
            // The default may be for nobody.
            setting.order == nil || setting.versions.reduce(VersionSet.none, { $0.union($1) }) != .all
        else { return }
        report.add(
            "the default is null, and every entry gives true or false", by: self,
            at: setting.document.span(of: Int(record.defaultValue)), about: .setting(setting.settingIndex),
            help: "write true or false, so that every app gets the same where no entry matches")
    }
}
