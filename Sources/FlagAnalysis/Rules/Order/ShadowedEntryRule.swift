import FlagResolver

/// An entry that never wins, and whose value is lost.
struct ShadowedEntryRule: Rule {
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
        var search: BlockingEntriesSearch?
        for (position, entry) in setting.entries.enumerated()
        where entry.takesPart && setting.timeline.neverWins(position) {
            let others = setting.timeline.otherValues(
                than: setting.timeline.entryClasses[position], in: entry.versions)
            guard !others.isEmpty else { continue }
            if search == nil { search = BlockingEntriesSearch() }
            guard let blockers = search?.blockers(of: position, in: setting) else { continue }
            let target = target(for: position, in: setting)
            let detail = ShadowedDetail(
                versions: others.versions,
                isPartlySame: others.furtherStretches == 0 && others.versions.shown != entry.versions,
                values: others.classes.map { setting.value(ofClass: $0) },
                blockerCount: blockers.entries.count + blockers.furtherCount,
                target: target.map { Int(setting.entries[$0].record.node) },
                span: setting.document.span(of: Int(entry.record.node)))
            report.add(
                code, at: setting.document.span(of: entry.requirement), .shadowed(detail),
                related: RelatedPlace.blocking(blockers, in: setting), furtherCount: blockers.furtherCount,
                slot: setting.slot)
        }
    }

    /// The entry before which this one would win for all of its versions; `nil` where another would then never win.
    ///
    /// Before the first winner among its versions no entry contains any of them: otherwise that one would win.
    private func target(for position: Int, in setting: CheckedSetting) -> Int? {
        let timeline = setting.timeline
        let versions = setting.entries[position].versions
        var partCount = 0
        var first: Int?
        var last: Int?
        for index in 0..<versions.stretchCount {
            let parts = timeline.parts(sharing: versions.stretch(at: index))
            // A move past so many winners is no advice.
            partCount += parts.count
            guard partCount <= Self.greatestPartCount else { return nil }
            for part in parts {
                guard let winner = timeline.parts[part].winner, winner != last else { continue }
                guard winsElsewhere(winner, than: versions, in: timeline) else { return nil }
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
