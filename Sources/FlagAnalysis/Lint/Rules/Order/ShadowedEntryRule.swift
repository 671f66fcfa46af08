import FlagResolver

/// An entry that never wins, and whose value is lost.
struct ShadowedEntryRule: SettingRule {
    let code = RuleCode.shadowedEntry
    let severity = Severity.error
    let meaning =
        "An entry never wins for any version, because earlier entries contain all of its versions, and for "
        + "some of them they give another value."
    let advice =
        "Move the entry above those that contain its versions, or delete it."

    let bad = RuleExample(
        #"""
        {
          "payments": {
            "defaultValue": false,
            "valuesByVersion": [
              { "appVersion": ">=1.4.0", "value": true },
              { "appVersion": ">=1.6.0", "value": false }
            ]
          }
        }
        """#)

    let good = RuleExample(
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

    func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        for (index, others) in setting.unreachable where !others.isEmpty {
            let blockers = setting.blockingEntries(of: index)
            let versions = others.versions.listed
            let detail = ShadowedDetail(
                versions: versions,
                isPartlySame: versions.furtherIntervals == 0 && versions.shown != setting.versions[index],
                value: others.onlyClass.map { setting.value(ofClass: $0) },
                hasOneBlocker: blockers.indices.count == 1 && !blockers.mayHaveMore,
                entry: setting.entries[index].record.node,
                target: target(for: index, in: setting).map { setting.entries[$0].record.node })
            report.add(.shadowed(detail), ofEntry: index, in: setting, blockedBy: blockers)
        }
    }

    /// The entry before which this one would win for all of its versions; `nil` if another one would then never win.
    ///
    /// Before the first winner among its versions no entry contains any of them: otherwise that one would win.
    private func target(for index: Int, in setting: CheckedSetting) -> Int? {
        var first: Int?
        var last: Int?
        for (looked, shared) in setting.winners(among: index).enumerated() {
            // Moving the entry past so many winners is not a good suggestion.
            guard looked < CheckedSetting.greatestSegmentCount else { return nil }
            guard let winner = shared, winner != last else { continue }
            guard winsElsewhere(winner, than: setting.versions[index], in: setting) else { return nil }
            last = winner
            first = min(first ?? winner, winner)
        }
        return first
    }

    /// Whether an entry that wins for some of the versions also wins for others.
    private func winsElsewhere(_ winner: Int, than versions: VersionSet, in setting: CheckedSetting) -> Bool {
        // With more segments than may be shared, some of them lie elsewhere.
        let segments = setting.segmentsWonByEntry[winner]
        if segments.count > CheckedSetting.greatestSegmentCount { return true }
        return segments.contains { index in
            !VersionSet(setting.history.winners[index].interval).isSubset(of: versions)
        }
    }
}
