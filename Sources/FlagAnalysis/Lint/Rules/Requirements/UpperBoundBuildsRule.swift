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
        where entry.canWin && entry.traits.contains(.upperBound) {
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
                        about: .setting(setting.settingIndex))
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
            versions.ends(at: .after(version)), let next = VersionText(bound.version, in: text.bytes).nextRelease,
            let end = AppVersion(next + "-0"), let builds = VersionInterval(from: .after(version), to: .before(end))
        else { return nil }
        // Only the alternative with the bound changes, and only by these builds.
        let (range, replacement) = edit(of: bound, index, text, next: next)
        let alternative = text.alternatives[bound.alternative].range
        let changed =
            text.text(alternative.lowerBound..<range.lowerBound) + replacement
            + text.text(range.upperBound..<alternative.upperBound)
        guard let proposed = try? VersionSet(parsing: changed) else { return nil }
        let added = proposed.intersection(VersionSet(builds)).subtracting(versions.clipped(to: builds))
        let lost = losses(of: added, by: position, in: setting)
        guard let first = lost.first else { return nil }
        let examples = [build, AppVersion("\(version).1")].compactMap { $0 }
        let example = examples.first { example in lost.contains { $0.versions.contains(example) } }
        let isShort = text.alternatives.count <= ListedVersions.greatestCount
        return UpperBoundDetail(
            text: text.text(range), bound: version, example: example.map { "\($0)" } ?? "\(first.versions)",
            values: lost.filter { $0.valueClass != SettingHistory.noValue }
                .map { Int(setting.value(ofClass: $0.valueClass)) },
            suggestion: isShort ? text.replacing(range, with: replacement) : changed)
    }

    /// What to write in place of a bound, or of the whole range that ends with it.
    private func edit(
        of bound: VersionComparator, _ index: Int, _ text: RequirementText, next: String
    ) -> (range: Range<Int>, replacement: String) {
        guard bound.sign == .rangeEnd, index > 0 else { return (bound.range, "<\(next)-0") }
        let start = text.comparators[index - 1]
        return (
            start.range.lowerBound..<bound.range.upperBound, ">=\(text.text(start.version.range)) <\(next)-0"
        )
    }

    /// Versions that get another value, and would get the entry's value if it contained them.
    private struct Loss {
        let versions: VersionInterval
        let valueClass: Int
    }

    /// The first versions of each value that an entry would change if it contained some versions.
    private func losses(of versions: VersionSet, by index: Int, in setting: CheckedSetting) -> [Loss] {
        var found: [Loss] = []
        let winners = setting.history.winners
        for interval in versions.intervals {
            for segment in winners[winners.indices(overlapping: interval)] {
                if let winner = segment.value, winner < index { continue }
                let valueClass = setting.history.value(of: segment.value).valueClass
                guard valueClass != setting.history.entryValues[index].valueClass,
                    !found.contains(where: { $0.valueClass == valueClass }),
                    let shared = VersionInterval(
                        from: max(segment.interval.lower, interval.lower),
                        to: min(segment.interval.upper, interval.upper))
                else { continue }
                found.append(Loss(versions: shared, valueClass: valueClass))
            }
        }
        return found
    }
}
