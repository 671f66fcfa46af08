import FlagResolver

/// An upper bound that leaves out the builds of its version.
struct UpperBoundBuildsRule: SettingRule {
    let code = RuleCode.upperBoundBuilds
    let severity = Severity.warning
    let meaning =
        "A bound such as <=1.4.2 leaves out 1.4.2.1, although versions with four components are in use, and "
        + "the versions left out get another value."
    let advice =
        "Write \"<1.4.3-0\" in place of \"<=1.4.2\" to include every build of 1.4.2; leave it where they are "
        + "left out on purpose."

    let bad = RuleExample(
        #"""
        {
          "payments": {
            "defaultValue": false,
            "valuesByVersion": [
              { "appVersion": "<=1.4.2", "value": true },
              { "appVersion": "2.0.0.1", "value": true }
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
              { "appVersion": "<1.4.3-0", "value": true },
              { "appVersion": "2.0.0.1", "value": true }
            ]
          }
        }
        """#)

    func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        guard let build = setting.document.fourComponentVersion else { return }
        let tree = setting.tree
        for (position, entry) in setting.entries.enumerated()
        where entry.takesPart && entry.traits.contains(.upperBound) {
            for node in entry.texts(in: tree) {
                guard let bytes = tree.stringBytes(at: node), let text = RequirementText(bytes) else { continue }
                for (index, bound) in text.comparators.enumerated() {
                    guard let detail = detail(of: bound, index, text, position, in: setting, build: build) else {
                        continue
                    }
                    let start = bound.sign == .rangeEnd ? bound.range.upperBound - detail.text.utf8.count : nil
                    let range = (start ?? bound.range.lowerBound)..<bound.range.upperBound
                    report.add(
                        at: setting.document.span(of: range, inText: node), .upperBoundBuilds(detail),
                        about: .setting(setting.slot))
                }
            }
        }
    }

    private func detail(
        of bound: VersionComparator, _ index: Int, _ text: RequirementText, _ position: Int,
        in setting: CheckedSetting, build: AppVersion
    ) -> UpperBoundDetail? {
        let versions = setting.versions[position]
        guard bound.sign == .atMost || bound.sign == .rangeEnd, let version = text.version(of: bound),
            versions.stretches.contains(where: { $0.upper == .after(version) }),
            let next = VersionText(bound.version, in: text.bytes).nextRelease,
            let end = AppVersion(next + "-0"), let builds = VersionStretch(from: .after(version), to: .before(end))
        else { return nil }
        let suggestion = suggestion(for: bound, index, text, next: next)
        // What is proposed must add these builds, or some of them, and nothing else.
        guard let proposed = try? VersionSet(parsing: suggestion), text.versions.isSubset(of: proposed)
        else { return nil }
        let added = proposed.subtracting(text.versions).subtracting(versions)
        guard !added.isEmpty, added.isSubset(of: VersionSet(builds)) else { return nil }
        let lost = parts(of: added, lostBy: position, in: setting.timeline)
        guard let first = lost.first else { return nil }
        let examples = [build, AppVersion("\(version).1")].compactMap { $0 }
        let example = examples.first { example in lost.contains { $0.versions.contains(example) } }
        let start = bound.sign == .rangeEnd && index > 0 ? text.comparators[index - 1].range : bound.range
        return UpperBoundDetail(
            text: text.text(start.lowerBound..<bound.range.upperBound), bound: version,
            example: example.map { "\($0)" } ?? "\(first.versions)",
            values: lost.filter { $0.valueClass >= 0 }.map { Int(setting.value(ofClass: $0.valueClass)) },
            suggestion: suggestion)
    }

    private func suggestion(
        for bound: VersionComparator, _ index: Int, _ text: RequirementText, next: String
    ) -> String {
        guard bound.sign == .rangeEnd, index > 0 else { return text.replacing(bound.range, with: "<\(next)-0") }
        let start = text.comparators[index - 1]
        let range = start.range.lowerBound..<bound.range.upperBound
        return text.replacing(range, with: ">=\(text.text(start.version.range)) <\(next)-0")
    }

    /// Versions that get another value, and would get the entry's if it contained them.
    private struct LostPart {
        let versions: VersionStretch
        let valueClass: Int
    }

    /// The first versions of each value that an entry would change if it contained some versions.
    private func parts(of versions: VersionSet, lostBy position: Int, in timeline: SettingTimeline) -> [LostPart] {
        var found: [LostPart] = []
        for stretch in versions.stretches {
            for part in timeline.parts(sharing: stretch) {
                if let winner = timeline.winner(ofPart: part), winner < position { continue }
                let valueClass = timeline.valueClass(ofPart: part)
                let whole = timeline.parts[part].stretch
                guard valueClass != timeline.entryClasses[position],
                    !found.contains(where: { $0.valueClass == valueClass }),
                    let shared = VersionStretch(
                        from: max(whole.lower, stretch.lower), to: min(whole.upper, stretch.upper))
                else { continue }
                found.append(LostPart(versions: shared, valueClass: valueClass))
            }
        }
        return found
    }
}
