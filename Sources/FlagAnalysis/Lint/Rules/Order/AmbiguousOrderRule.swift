import FlagResolver

/// Two entries of which only the order says which one is meant.
struct AmbiguousOrderRule: SettingRule {
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
        for index in setting.entries.indices.dropFirst()
        where setting.entries[index].canWin && !setting.isUnreachable(index) && !setting.winsEverywhere(index) {
            // No earlier entry contains all of its versions, or it would never win. So a winner among its versions that
            // also contains other versions is one that neither contains the entry nor is contained in it.
            guard let rivals = setting.rivals(of: index) else { continue }
            let earlier = rivals.first
            let detail = AmbiguousDetail(
                versions: decidedVersions(of: index, wonBy: earlier, in: setting),
                entry: setting.record.entry(at: index), earlier: setting.record.entry(at: earlier))
            let other = setting.entries[earlier]
            let rival = RelatedPlace(
                span: setting.span(ofRequirement: earlier),
                role: .comesFirstWith(requirement: other.requirement, value: other.record.value))
            report.add(
                at: setting.span(ofRequirement: index), .ambiguousOrder(detail), related: [rival],
                furtherCount: rivals.furtherCount, mayHaveMore: rivals.mayHaveMore,
                about: .setting(setting.settingIndex))
        }
    }

    /// The versions of an entry that an earlier one wins.
    private func decidedVersions(of index: Int, wonBy earlier: Int, in setting: CheckedSetting) -> ListedVersions {
        var decided = VersionLister()
        let set = setting.versions[index]
        let won = setting.segmentsWonByEntry[earlier]
        for position in 0..<set.intervalCount {
            let interval = set.interval(at: position)
            let shared = setting.history.winners.indices(overlapping: interval)
            let end = won.firstIndex(notBelow: shared.upperBound)
            for next in won.firstIndex(notBelow: shared.lowerBound)..<end {
                guard !decided.isFull else {
                    decided.furtherCount += end - next
                    break
                }
                let segment = setting.history.winners[won[next]].interval
                decided.append(
                    VersionInterval(unchecked: max(segment.lower, interval.lower), min(segment.upper, interval.upper)))
            }
        }
        return decided.listed
    }
}
