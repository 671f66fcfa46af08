import FlagResolver

extension RuleCode {
    package static let emptySchedule = RuleCode(rawValue: "empty-schedule")
}

/// A schedule that contains no instant.
struct EmptyScheduleRule: Rule {
    let code = RuleCode.emptySchedule
    let severity = Severity.error
    let meaning =
        "The \"until\" of an entry is not after its \"from\", so the entry never wins; most likely the two are "
        + "swapped."
    let advice = "Swap \"from\" and \"until\", or correct one of them."

    let bad: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "from": "2027-01-01T00:00:00Z", "until": «"2026-12-01T00:00:00Z"», "value": true }"#)
    ]

    let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"{ "from": "2026-12-01T00:00:00Z", "until": "2027-01-01T00:00:00Z", "value": true }"#)
    ]

    func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        for entry in setting.targetedEntries where entry.schedule?.isEmpty == true {
            guard let from = entry.schedule?.from, let until = entry.schedule?.until,
                let node = entry.member("until", in: setting.tree)
            else { continue }
            report.add(
                "the schedule is empty: \"until\" is \(until == from ? "the same instant as" : "before") \"from\"",
                by: self, at: setting.document.span(of: node), about: .setting(setting.settingIndex),
                help: until == from
                    ? "write a later \"until\""
                    : "the two look swapped: write \"from\": \"\(until)\", \"until\": \"\(from)\"",
                fix: until == from
                    ? nil : entry.member("from", in: setting.tree).map { .swapping($0, node, of: setting.tree) })
        }
    }
}
