import FlagResolver

extension RuleCode {
    package static let ambiguousOrder = RuleCode(rawValue: "ambiguous-order")
}

/// Two entries that overlap, so that only their order decides.
package struct AmbiguousOrderRule: Rule {
    package let code = RuleCode.ambiguousOrder
    package let severity = Severity.warning
    package let meaning =
        "Two entries with different values overlap, and neither contains the other, so only their order says which of them "
        + "is the special case."
    package let advice = "Narrow one of the two requirements, so that they do not overlap or one contains the other."

    package let bad: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "appVersion": ">=1.0.0 <1.6.0", "value": true },
                { "appVersion": «">=1.4.0 <2.0.0"», "value": false }
                """#)
    ]

    package let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "appVersion": ">=1.0.0 <1.6.0", "value": true },
                { "appVersion": ">=1.6.0 <2.0.0", "value": false }
                """#),
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "appVersion": ">=1.4.1 <1.4.3", "value": false },
                { "appVersion": ">=1.4.0", "value": true }
                """#),
    ]

    package init() {}

    package func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        guard let order = setting.order else { return }
        for index in setting.entries.indices.dropFirst()
        where setting.entries[index].canWin && !order.isUnreachable(index) && !order.winsEverywhere(index) {
            // No earlier entry contains all of its versions, or it would never win. So a winner among its versions that
            // also contains other versions neither contains the entry nor is contained in it.
            guard let rivals = order.rivals(of: index) else { continue }
            let earlier = rivals.first
            let (value, earlierValue) = (setting.text(ofValueOf: index), setting.text(ofValueOf: earlier))
            let requirement = setting.document.text(ofRequirement: setting.entries[earlier].marked)
            report.add(
                "this entry of \(setting.quotedName) overlaps an earlier one, and neither contains the other: for "
                    + "\(order.decidedVersions(of: index, wonBy: earlier).phrase) only their order makes it "
                    + "\(earlierValue), not \(value)",
                by: self, at: setting.span(of: index), about: .setting(setting.settingIndex), namesSubject: true,
                related: [
                    RelatedLocation(setting.span(of: earlier), "\(requirement) comes first, with \(earlierValue)")
                ],
                note: EarlierEntries.noteOnOverlaps(
                    furtherCount: rivals.furtherCount, endedEarly: rivals.endedEarly),
                help: order.requirement(of: index, without: earlier).map {
                    "to make this explicit, write \"\($0)\"; no version's value changes"
                } ?? "narrow one of the two requirements, so that they do not overlap or one contains the other")
        }
    }
}

extension VersionOrder {
    /// A requirement of an entry without the versions of an earlier one, which wins for all of them; `nil` if it has too
    /// many ranges to be written out.
    fileprivate func requirement(of entry: Int, without earlier: Int) -> VersionSet? {
        let (own, others) = (versions[entry], versions[earlier])
        guard own.intervalCount <= ListedVersions.maximumCount else { return nil }
        let overlapCount = own.intervals.reduce(0) { $0 + others.intervalCount(overlapping: $1) }
        guard overlapCount <= ListedVersions.maximumCount else { return nil }
        return own.subtracting(VersionSet(own.intervals.flatMap { others.clipped(to: $0).intervals }))
    }
}
