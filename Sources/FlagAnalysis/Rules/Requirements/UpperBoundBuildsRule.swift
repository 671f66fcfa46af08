import FlagResolver

/// An upper bound that leaves out the builds of its version.
struct UpperBoundBuildsRule: Rule {
    let code = RuleCode.upperBoundBuilds
    let severity = Severity.warning
    let meaning =
        "A bound such as <=1.4.2 leaves out 1.4.2.1, although versions with four components are in use, and "
        + "the versions left out get another value."

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
        for (position, entry) in setting.entries.enumerated() where entry.takesPart {
            for node in entry.texts(in: tree) where tree.mayHoldUpperBound(at: node) {
                guard let bytes = tree.stringBytes(at: node), let text = RequirementText(bytes) else { continue }
                for (index, bound) in text.comparators.enumerated() {
                    guard let detail = detail(of: bound, index, text, position, in: setting, build: build) else {
                        continue
                    }
                    report.add(
                        code, at: setting.document.span(of: bound.range, inText: node), .upperBoundBuilds(detail),
                        slot: setting.slot)
                }
            }
        }
    }

    private func detail(
        of bound: RequirementText.Comparator, _ index: Int, _ text: RequirementText, _ position: Int,
        in setting: CheckedSetting, build: AppVersion
    ) -> UpperBoundDetail? {
        let entry = setting.entries[position]
        guard bound.sign == .atMost || bound.sign == .rangeEnd, let version = text.version(of: bound),
            entry.versions.stretches.contains(where: { $0.upper == .after(version) }),
            let next = VersionText(text.bytes[bound.version]).nextRelease,
            let end = AppVersion(next + "-0"), let builds = VersionStretch(from: .after(version), to: .before(end))
        else { return nil }
        let suggestion = suggestion(for: bound, index, text, next: next)
        // What is proposed must add these builds, or some of them, and nothing else.
        guard let proposed = try? VersionSet(parsing: suggestion), text.versions.isSubset(of: proposed)
        else { return nil }
        let added = proposed.subtracting(text.versions).subtracting(entry.versions)
        guard !added.isEmpty, added.isSubset(of: VersionSet(builds)) else { return nil }
        let values = otherValues(for: added, of: position, in: setting.timeline)
        guard !values.isEmpty else { return nil }
        return UpperBoundDetail(
            text: text.text(bound.range), bound: version,
            example: builds.contains(build) ? build : AppVersion("\(version).1") ?? build,
            values: values.filter { $0 >= 0 }.map { setting.value(ofClass: $0) }, suggestion: suggestion)
    }

    private func suggestion(
        for bound: RequirementText.Comparator, _ index: Int, _ text: RequirementText, next: String
    ) -> String {
        guard bound.sign == .rangeEnd, index > 0 else { return text.replacing(bound.range, with: "<\(next)-0") }
        let start = text.comparators[index - 1]
        let range = start.range.lowerBound..<bound.range.upperBound
        return text.replacing(range, with: ">=\(text.text(start.version)) <\(next)-0")
    }

    /// The classes of the values that versions would no longer get if the entry contained them.
    private func otherValues(for versions: VersionSet, of position: Int, in timeline: SettingTimeline) -> [Int] {
        var found: [Int] = []
        for stretch in versions.stretches {
            for part in timeline.parts(sharing: stretch) {
                if let winner = timeline.parts[part].winner, winner < position { continue }
                let valueClass = timeline.valueClass(ofPart: part)
                if valueClass != timeline.entryClasses[position], !found.contains(valueClass) {
                    found.append(valueClass)
                }
            }
        }
        return found
    }
}
