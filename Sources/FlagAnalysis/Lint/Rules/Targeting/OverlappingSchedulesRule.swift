import FlagResolver

extension RuleCode {
    package static let overlappingSchedules = RuleCode(rawValue: "overlapping-schedules")
}

/// An entry that differs from an earlier one in its schedule only, and overlaps it.
struct OverlappingSchedulesRule: Rule {
    let code = RuleCode.overlappingSchedules
    let severity = Severity.warning
    let meaning =
        "The schedules of two entries with different values and otherwise equal conditions overlap, and "
        + "neither contains the other, so only their order decides in between."
    let advice = "Let the one schedule begin where the other one ends."

    let bad: RuleExamples = [
        RuleExample(
            "banner", defaultValue: #""none""#,
            entries: #"""
                { "from": "2026-12-01T00:00:00Z", "until": "2026-12-20T00:00:00Z", "value": "advent" },
                { "from": «"2026-12-18T00:00:00Z"», "until": "2027-01-02T00:00:00Z", "value": "holidays" }
                """#)
    ]

    let good: RuleExamples = [
        RuleExample(
            "banner", defaultValue: #""none""#,
            entries: #"""
                { "from": "2026-12-01T00:00:00Z", "until": "2026-12-20T00:00:00Z", "value": "advent" },
                { "from": "2026-12-20T00:00:00Z", "until": "2027-01-02T00:00:00Z", "value": "holidays" }
                """#),
        RuleExample(
            "banner", defaultValue: #""none""#,
            entries: #"""
                { "from": "2026-12-24T00:00:00Z", "until": "2026-12-27T00:00:00Z", "value": "holidays" },
                { "from": "2026-12-01T00:00:00Z", "until": "2027-01-01T00:00:00Z", "value": "winter" }
                """#),
    ]

    func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        let scheduled = setting.targetedEntries.filter { $0.schedule?.isEmpty == false && setting.isEligible($0) }
        for (position, entry) in scheduled.enumerated() {
            let overlaps = scheduled[..<position].suffix(Self.maximumCount).compactMap { earlier in
                setting.haveSameValue(entry.position, earlier.position)
                    ? nil : overlap(of: entry, after: earlier, in: setting).map { (earlier: earlier, overlap: $0) }
            }
            // One finding for each entry: a few hundred overlapping entries have tens of thousands of overlaps.
            guard let (earlier, overlap) = overlaps.first,
                let node = entry.member(overlap.isAtStart ? "from" : "until", in: setting.tree)
            else { continue }
            let bound = overlap.isAtStart ? "\"from\": \"\(overlap.until)\"" : "\"until\": \"\(overlap.from)\""
            report.add(
                "from \(overlap.from) until \(overlap.until), an earlier entry with otherwise equal conditions comes "
                    + "before this one, with \(setting.text(ofValueOf: earlier.position))",
                by: self, at: setting.document.span(of: node), about: .setting(setting.settingIndex),
                related: [setting.related(earlier.position, toEntryWithValue: true)],
                note: EarlierEntries.noteOnOverlaps(
                    furtherCount: overlaps.count - 1,
                    endedEarly: overlaps.count > 1 && position > Self.maximumCount),
                help: "to make this explicit, write \(bound); nobody's value changes")
        }
    }

    /// The maximum number of earlier entries that an entry is compared with.
    private static let maximumCount = 64

    /// When two entries match that differ in their schedules only, and whether that is where the later entry starts;
    /// otherwise it is where it ends. `nil` if the schedules do not overlap, or one contains the other.
    private func overlap(
        of entry: TargetedEntry, after earlier: TargetedEntry, in setting: CheckedSetting
    ) -> (from: Instant, until: Instant, isAtStart: Bool)? {
        guard let own = entry.schedule, let other = earlier.schedule else { return nil }
        // An absent bound is before or after all others.
        func isBefore(_ left: Instant?, _ right: Instant?) -> Bool {
            right.map { right in left.map { $0 < right } ?? true } ?? false
        }
        func isAfter(_ left: Instant?, _ right: Instant?) -> Bool {
            right.map { right in left.map { $0 > right } ?? true } ?? false
        }
        let span: (from: Instant, until: Instant, isAtStart: Bool)
        if let from = own.from, let until = other.until, isBefore(other.from, from), from < until,
            isAfter(own.until, until)
        {
            span = (from, until, true)
        } else if let from = other.from, let until = own.until, isBefore(own.from, from), from < until,
            isAfter(other.until, until)
        {
            span = (from, until, false)
        } else {
            return nil
        }
        return setting.areEqualExceptDates(entry, earlier) ? span : nil
    }
}
