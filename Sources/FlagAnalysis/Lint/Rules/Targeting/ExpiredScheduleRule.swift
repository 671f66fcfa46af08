import FlagResolver

extension RuleCode {
    package static let expiredSchedule = RuleCode(rawValue: "expired-schedule")
}

/// An entry whose schedule is over.
struct ExpiredScheduleRule: Rule {
    let code = RuleCode.expiredSchedule
    let severity = Severity.warning
    let meaning = "The \"until\" of an entry is not after the date of \"--at\", so the entry no longer wins."
    let advice = "Delete the entry, or move its \"until\"."
    let needsInstant = true

    let bad: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "until": «"2026-12-01T00:00:00Z"», "value": true }"#,
            instant: "2027-01-01T00:00:00Z")
    ]

    let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "until": "2027-12-01T00:00:00Z", "value": true }"#,
            instant: "2027-01-01T00:00:00Z")
    ]

    func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        guard let instant = setting.document.instant else { return }
        for entry in setting.targetedEntries {
            guard let schedule = entry.schedule, !schedule.isEmpty, let until = schedule.until, until <= instant,
                let node = entry.member("until", in: setting.tree)
            else { continue }
            report.add(
                "this entry matches only before \(until), which is over at \(instant)", by: self,
                at: setting.document.span(of: node), about: .setting(setting.settingIndex),
                help: "delete it; no value changes from \(instant) on")
        }
    }
}
