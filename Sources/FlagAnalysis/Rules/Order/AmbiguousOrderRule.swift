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
        guard setting.entries.count > 1 else { return }
        var search: RivalSearch?
        for position in setting.entries.indices.dropFirst()
        where setting.entries[position].takesPart && !setting.timeline.neverWins(position) {
            // No earlier entry contains all of its versions, or it would never win. So a winner among its versions that
            // also contains others is one that neither contains nor is contained.
            guard !setting.timeline.isSoleWinner(position, in: setting.versions[position]) else { continue }
            if search == nil { search = RivalSearch(in: setting) }
            guard let earlier = search?.rival(of: position, in: setting),
                let further = search?.further(besides: earlier, of: position, in: setting)
            else { continue }
            add(earlier, before: position, further, in: setting, &report)
        }
    }

    private func add(
        _ earlier: Int, before position: Int, _ further: RivalSearch.Further, in setting: CheckedSetting,
        _ report: inout RuleReport
    ) {
        let versions = setting.versions[position]
        let other = setting.entries[earlier]
        var shared = VersionLister()
        let won = setting.timeline.parts(wonBy: earlier)
        for index in 0..<versions.stretchCount {
            let stretch = versions.stretch(at: index)
            let parts = setting.timeline.parts(sharing: index, of: versions, ofEntry: position)
            let end = won.firstIndex(notBelow: parts.upperBound)
            for index in won.firstIndex(notBelow: parts.lowerBound)..<end {
                guard !shared.isFull else {
                    shared.furtherStretches += end - index
                    break
                }
                let part = setting.timeline.parts[won[index]].stretch
                shared.append(from: max(part.lower, stretch.lower), to: min(part.upper, stretch.upper))
            }
        }
        let detail = AmbiguousDetail(
            versions: shared.listed, entry: setting.index(ofEntry: position), earlier: setting.index(ofEntry: earlier),
            mayHaveMoreRivals: further.mayBeMore)
        let rival = RelatedPlace(
            span: setting.span(ofRequirement: earlier),
            role: .comesFirstWith(requirement: other.requirement, value: other.record.value))
        report.add(
            at: setting.span(ofRequirement: position), .ambiguousOrder(detail), related: [rival],
            furtherCount: further.count, about: .setting(setting.slot))
    }
}
