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
        report.addLosers(of: setting, areRedundant: false) { setting, loser, blockers in
            let versions = loser.others.versions.listed
            return .shadowed(
                ShadowedDetail(
                    versions: versions,
                    isPartlySame: versions.furtherStretches == 0 && versions.shown != setting.versions[loser.position],
                    value: loser.others.onlyClass.map { setting.value(ofClass: $0) },
                    blockerCount: UInt32(truncatingIfNeeded: blockers.count),
                    entry: setting.entries[loser.position].record.node,
                    target: target(for: loser.position, in: setting).map { setting.entries[$0].record.node }))
        }
    }

    /// The entry before which this one would win for all of its versions; `nil` where another would then never win.
    ///
    /// Before the first winner among its versions no entry contains any of them: otherwise that one would win.
    private func target(for position: Int, in setting: CheckedSetting) -> Int? {
        let versions = setting.versions[position]
        var partCount = 0
        var first: Int?
        var last: Int?
        for index in 0..<versions.stretchCount {
            let parts = setting.timeline.parts(sharing: index, of: versions, ofEntry: position)
            // A move past so many winners is no advice.
            partCount += parts.count
            guard partCount <= Self.greatestPartCount else { return nil }
            for part in parts {
                guard let winner = setting.timeline.winner(ofPart: part), winner != last else { continue }
                guard winsElsewhere(winner, than: versions, in: setting.timeline) else { return nil }
                last = winner
                first = min(first ?? winner, winner)
            }
        }
        return first
    }

    /// Whether an entry that wins for some of the versions also wins for others.
    private func winsElsewhere(_ winner: Int, than versions: VersionSet, in timeline: SettingTimeline) -> Bool {
        // With more parts than may be shared, some of them lie elsewhere.
        let parts = timeline.parts(wonBy: winner)
        if parts.count > Self.greatestPartCount { return true }
        return parts.contains { !VersionSet(timeline.parts[$0].stretch).isSubset(of: versions) }
    }

    private static let greatestPartCount = 64
}
