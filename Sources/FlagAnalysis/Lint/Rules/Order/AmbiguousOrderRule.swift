package import FlagResolver

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
            #"""
            {
              "payments": {
                "defaultValue": false,
                "valuesByVersion": [
                  { "appVersion": ">=1.0.0 <1.6.0", "value": true },
                  { "appVersion": «">=1.4.0 <2.0.0"», "value": false }
                ]
              }
            }
            """#)
    ]

    package let good: RuleExamples = [
        RuleExample(
            #"""
            {
              "payments": {
                "defaultValue": false,
                "valuesByVersion": [
                  { "appVersion": ">=1.0.0 <1.6.0", "value": true },
                  { "appVersion": ">=1.6.0 <2.0.0", "value": false }
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
                  { "appVersion": ">=1.4.1 <1.4.3", "value": false },
                  { "appVersion": ">=1.4.0", "value": true }
                ]
              }
            }
            """#),
    ]

    package struct Detail: FindingDetail {
        /// The versions that only the order decides.
        package let versions: ListedVersions
        package let entry: EntryIndex
        package let earlier: EntryIndex
        /// The nodes of their values.
        package let value: Int
        package let earlierValue: Int

        package func namesSubject(in context: FindingContext) -> Bool { true }

        package func message(in context: FindingContext) -> String {
            "this entry of \(context.setting) overlaps an earlier one, and neither contains the other: for "
                + "\(context.phrase(versions)) only their order makes it \(context.value(earlierValue)), not "
                + context.value(value)
        }

        package func help(in context: FindingContext) -> String? {
            guard let narrowed = narrowed(in: context) else {
                return "narrow one of the two requirements, so that they do not overlap or one contains the other"
            }
            return "to make this explicit, write \"\(narrowed)\"; no version's value changes"
        }

        /// A requirement of the entry without the versions of the earlier one, which comes first for all of them; `nil` if
        /// it has too many ranges to be written out.
        package func narrowed(in context: FindingContext) -> VersionSet? {
            let (versions, others) = (context.versions(of: entry), context.versions(of: earlier))
            guard versions.intervalCount <= ListedVersions.maximumCount else { return nil }
            let overlapCount = versions.intervals.reduce(0) { $0 + others.intervalCount(overlapping: $1) }
            guard overlapCount <= ListedVersions.maximumCount else { return nil }
            return versions.subtracting(VersionSet(versions.intervals.flatMap { others.clipped(to: $0).intervals }))
        }

        package func note(furtherCount: Int, mayHaveMore: Bool) -> String? {
            EarlierEntries.noteOnOverlaps(furtherCount: furtherCount, mayHaveMore: mayHaveMore)
        }
    }

    package init() {}

    package func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        guard let order = setting.order else { return }
        for index in setting.entries.indices.dropFirst()
        where setting.entries[index].canWin && !order.isUnreachable(index) && !order.winsEverywhere(index) {
            // No earlier entry contains all of its versions, or it would never win. So a winner among its versions that
            // also contains other versions neither contains the entry nor is contained in it.
            guard let rivals = order.rivals(of: index) else { continue }
            let (entry, earlier) = (setting.entries[index], setting.entries[rivals.first])
            let detail = Detail(
                versions: order.decidedVersions(of: index, wonBy: rivals.first),
                entry: setting.record.entry(at: index), earlier: setting.record.entry(at: rivals.first),
                value: Int(entry.record.value), earlierValue: Int(earlier.record.value))
            let related = RelatedLocation(
                span: setting.span(of: rivals.first),
                role: .earlierEntryWithValue(requirement: earlier.marked, value: Int(earlier.record.value)))
            report.add(
                detail, by: self, at: setting.span(of: index), about: .setting(setting.settingIndex),
                related: [related], furtherCount: rivals.furtherCount, mayHaveMore: rivals.mayHaveMore)
        }
    }
}
