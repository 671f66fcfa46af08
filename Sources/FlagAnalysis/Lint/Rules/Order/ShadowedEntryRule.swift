import FlagResolver

extension RuleCode {
    package static let shadowedEntry = RuleCode(rawValue: "shadowed-entry")
}

/// An entry that never wins, and whose value is lost.
package struct ShadowedEntryRule: Rule {
    package let code = RuleCode.shadowedEntry
    package let severity = Severity.error
    package let meaning =
        "An entry never wins for any version, because earlier entries contain all of its versions, or match all of its users, "
        + "and give another value for some of them."
    package let advice = "Move the entry above those that match wherever it does, or delete it."

    package let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "payments": {
                "defaultValue": false,
                "valuesByVersion": [
                  { "appVersion": ">=1.4.0", "value": true },
                  { "appVersion": «">=1.6.0"», "value": false }
                ]
              }
            }
            """#),
        RuleExample(
            #"""
            {
              "style": {
                "defaultValue": "legacy",
                "valuesByVersion": [
                  { "appVersion": "<1.5.0", "value": "compact" },
                  { "appVersion": ">=1.5.0", "value": "modern" },
                  { "appVersion": «"1.x"», "value": "plain" }
                ]
              }
            }
            """#),
        RuleExample(
            #"""
            {
              "checkout": {
                "defaultValue": "legacy",
                "valuesByVersion": [
                  { "when": { "country": ["DE", "AT"] }, "value": "modern" },
                  { "appVersion": «">=2.0.0"», "when": { "country": "AT", "ring": "beta" }, "value": "compact" }
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
                  { "appVersion": ">=1.6.0", "value": false },
                  { "appVersion": ">=1.4.0", "value": true }
                ]
              }
            }
            """#)
    ]

    package struct Detail: FindingDetail {
        /// The versions that get another value.
        package let versions: ListedVersions
        /// The value that they get.
        package let earlier: EarlierValue
        /// Whether earlier entries give the same value for the other versions of the entry.
        package let isPartlySame: Bool
        /// The node of the entry.
        package let entry: Int
        /// The node of the entry above which this one would win for all of its versions without making another entry
        /// unreachable; `nil` if there is none.
        package let target: Int?

        package func namesSubject(in context: FindingContext) -> Bool { true }

        package func message(in context: FindingContext) -> String {
            "this entry of \(context.setting) never wins: for \(context.phrase(versions)) \(earlier.phrase(in: context))"
                + (isPartlySame ? "; its other versions get the same value from earlier entries" : "")
        }

        package func help(in context: FindingContext) -> String? {
            target.map { context.moving(entry, before: $0) } ?? "delete it; no version's value changes"
        }

        package func note(furtherCount: Int, mayHaveMore: Bool) -> String? {
            BlockingEntries.note(furtherCount: furtherCount, mayHaveMore: mayHaveMore)
        }
    }

    package init() {}

    package func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        for (index, others) in setting.unreachable where !others.isEmpty {
            let blockers = setting.blockingEntries(of: index)
            let versions = others.versions.listed
            let detail = Detail(
                versions: versions,
                earlier: EarlierValue(ofClass: others.onlyClass, inPlaceOf: index, blockedBy: blockers, in: setting),
                isPartlySame: versions.furtherIntervals == 0 && versions.shown != setting.versions[index],
                entry: Int(setting.entries[index].record.node),
                target: target(for: index, in: setting).map { Int(setting.entries[$0].record.node) })
            report.add(
                detail, by: self, at: setting.span(ofRequirement: index), about: .setting(setting.settingIndex),
                related: blockers.related(in: setting), furtherCount: blockers.furtherCount,
                mayHaveMore: blockers.mayHaveMore)
        }
    }

    /// The entry above which this one would win for all of its versions; `nil` if another one would then never win.
    ///
    /// Entries above the first winner among its versions contain none of them: otherwise they would win.
    private func target(for index: Int, in setting: CheckedSetting) -> Int? {
        var first: Int?
        var last: Int?
        for (count, shared) in setting.winners(among: index).enumerated() {
            // Moving the entry past so many winners is not a good suggestion.
            guard count < CheckedSetting.maximumSegmentCount else { return nil }
            guard let winner = shared, winner != last else { continue }
            guard winsElsewhere(winner, than: setting.versions[index], in: setting) else { return nil }
            last = winner
            first = min(first ?? winner, winner)
        }
        return first
    }

    /// Whether an entry that wins for some of the versions also wins for others.
    private func winsElsewhere(_ winner: Int, than versions: VersionSet, in setting: CheckedSetting) -> Bool {
        // With more segments than can be shared, some of them lie elsewhere.
        let segments = setting.segmentsWonByEntry[winner]
        if segments.count > CheckedSetting.maximumSegmentCount { return true }
        return segments.contains { !VersionSet(setting.history.winners[$0].interval).isSubset(of: versions) }
    }

    package func check(_ setting: TargetedSetting, _ report: inout RuleReport) {
        for entry in setting.unreachable where !setting.givesSameValue(entry) {
            let blockers = entry.blockers.prefix(BlockingEntries.maximumCount)
            let showsValues = setting.onlyValue(of: entry.winners) == nil
            let detail = TargetedDetail(
                earlier: EarlierEntries(entry, in: setting),
                target: setting.target(for: entry).map { Int(setting.entries[$0].record.node) },
                entry: Int(setting.entries[entry.index].record.node))
            report.add(
                detail, by: self, at: setting.span(of: entry.index), about: .setting(setting.settingIndex),
                related: blockers.map { setting.related($0, toEntryWithValue: showsValues) },
                furtherCount: entry.blockers.count - blockers.count)
        }
    }

    /// An entry of a setting that tests more than the version.
    private struct TargetedDetail: FindingDetail {
        let earlier: EarlierEntries
        /// The node of the entry above which this one would win without making another one unreachable; `nil` if there is
        /// none.
        let target: Int?
        /// The node of this entry.
        let entry: Int

        func namesSubject(in context: FindingContext) -> Bool { true }

        func message(in context: FindingContext) -> String {
            "this entry of \(context.setting) never wins: wherever it matches, \(earlier.phrase(in: context))"
        }

        func help(in context: FindingContext) -> String? {
            target.map { context.moving(entry, before: $0) } ?? "delete it; nobody's value changes"
        }

        func note(furtherCount: Int, mayHaveMore: Bool) -> String? {
            EarlierEntries.note(furtherCount: furtherCount)
        }
    }
}
