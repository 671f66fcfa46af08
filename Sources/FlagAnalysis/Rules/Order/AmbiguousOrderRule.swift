import FlagResolver

/// Two entries of which only the order says which one is meant.
struct AmbiguousOrderRule: Rule {
    let code = RuleCode.ambiguousOrder
    let severity = Severity.warning
    let meaning =
        "Two entries with different values share versions, and neither contains all versions of the other, so "
        + "that nothing but their order says which of them is the special case."
    let advice =
        "Narrow one of the two requirements, so that they share no version or one contains the other."

    let bad = RuleExample(
        #"""
        {
          "payments": {
            "defaultValue": false,
            "valuesByVersion": [
              { "appVersion": ">=1.0.0 <1.6.0", "value": true },
              { "appVersion": ">=1.4.0 <2.0.0", "value": false }
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
              { "appVersion": ">=1.0.0 <1.6.0", "value": true },
              { "appVersion": ">=1.6.0 <2.0.0", "value": false }
            ]
          }
        }
        """#)

    func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        guard setting.entries.count > 1 else { return }
        let timeline = setting.timeline
        var reaches: WinnerReaches?
        for (position, entry) in setting.entries.enumerated()
        where position > 0 && entry.takesPart && !timeline.neverWins(position) {
            // No earlier entry contains all of its versions, or it would never win. So a winner among its versions that
            // also contains others is one that neither contains nor is contained.
            guard !timeline.isSoleWinner(position, in: entry.versions) else { continue }
            let earlier: Int?
            if timeline.parts.count <= Self.fewParts {
                earlier = WinnerReaches.crossing(position, in: setting)
            } else {
                let current = reaches ?? WinnerReaches(of: setting)
                reaches = current
                earlier = current.crossing(position, in: setting)
            }
            if let earlier { add(earlier, before: position, in: setting, &report) }
        }
    }

    /// So few parts are looked at one by one faster than a tree over them is built.
    private static let fewParts = 64

    private func add(_ earlier: Int, before position: Int, in setting: CheckedSetting, _ report: inout RuleReport) {
        let entry = setting.entries[position]
        let other = setting.entries[earlier]
        var shared: [VersionStretch] = []
        var furtherStretches = 0
        let won = setting.timeline.parts(wonBy: earlier)
        for index in 0..<entry.versions.stretchCount {
            let stretch = entry.versions.stretch(at: index)
            let parts = setting.timeline.parts(sharing: stretch)
            let end = won.firstIndex(notBelow: parts.upperBound)
            for index in won.firstIndex(notBelow: parts.lowerBound)..<end {
                guard shared.count < ListedVersions.greatestCount else {
                    furtherStretches += end - index
                    break
                }
                let part = setting.timeline.parts[won[index]].stretch
                let versions = VersionStretch(
                    from: max(part.lower, stretch.lower), to: min(part.upper, stretch.upper))
                if let versions { shared.append(versions) }
            }
        }
        // The earlier entry comes first for all shared versions, so this one can go without them.
        let narrowed = entry.versions.subtracting(other.versions)
        let further = WinnerReaches.further(besides: earlier, position, in: setting)
        let detail = AmbiguousDetail(
            versions: ListedVersions(VersionSet(ascending: shared), furtherStretches: furtherStretches),
            value: Int(entry.record.value), earlierValue: Int(other.record.value), earlier: Int(other.record.node),
            narrowed: narrowed, mayHaveMoreRivals: further.mayBeMore)
        report.add(
            code, at: setting.document.span(of: entry.requirement), .ambiguousOrder(detail),
            related: [
                RelatedPlace(
                    span: setting.document.span(of: other.requirement),
                    role: .comesFirstWith(requirement: other.requirement, value: Int(other.record.value)))
            ], furtherCount: further.count, slot: setting.slot)
    }
}
