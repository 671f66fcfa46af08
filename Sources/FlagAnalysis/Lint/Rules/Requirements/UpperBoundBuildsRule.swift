import FlagResolver

extension RuleCode {
    package static let upperBoundBuilds = RuleCode(rawValue: "upper-bound-builds")
}

/// An upper bound that excludes the builds of its version.
package struct UpperBoundBuildsRule: Rule {
    package let code = RuleCode.upperBoundBuilds
    package let severity = Severity.warning
    package let meaning =
        "A bound such as <=1.4.2 excludes 1.4.2.1, although versions with four components are in use, and the excluded "
        + "versions get another value."
    package let advice =
        "Write \"<1.4.3-0\" instead of \"<=1.4.2\" to include every build of 1.4.2, unless they are excluded on purpose."

    package let bad: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "appVersion": "«<=1.4.2»", "value": true },
                { "appVersion": "2.0.0.1", "value": true }
                """#),
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "appVersion": "«1.2.0 - 1.4.2»", "value": true },
                { "appVersion": "2.0.0.1", "value": true }
                """#),
    ]

    package let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "appVersion": "<1.4.3-0", "value": true },
                { "appVersion": "2.0.0.1", "value": true }
                """#)
    ]

    package func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        guard let build = setting.document.fourComponentVersion, let order = setting.order else { return }
        for (index, entry) in setting.entries.enumerated()
        where entry.canWin && entry.traits.contains(.inclusiveUpperBound) {
            for parsed in setting.texts(ofRequirement: index) {
                for position in parsed.text.comparators.indices {
                    guard let excluded = builds(excludedBy: position, parsed.text, index, in: order, example: build)
                    else { continue }
                    let span = setting.tree.span(of: excluded.range, inText: parsed.node)
                    let values = excluded.values.map { setting.document.text(ofValue: $0) }.joined(separator: " or ")
                    report.add(
                        "\(quoted(parsed.text.text(excluded.range))) excludes builds of \(excluded.bound) such as "
                            + excluded.example + (values.isEmpty ? "" : ", which get \(values)"),
                        by: self, at: span, about: .setting(setting.settingIndex),
                        help: "to include them, write \(quoted(excluded.suggestion))",
                        fix: .replacingString(at: span, of: setting.tree, with: excluded.suggestion))
                }
            }
        }
    }

    /// Builds of a version that an upper bound excludes, and that get another value.
    private struct ExcludedBuilds {
        /// The bytes of the bound, or of the whole range that ends with it.
        let range: Range<Int>
        let bound: AppVersion
        /// An excluded version that gets another value, or all such versions as a requirement.
        let example: String
        /// The nodes of the values that excluded versions get instead, each value once.
        let values: [Int]
        /// The requirement with these builds.
        let suggestion: String
    }

    private func builds(
        excludedBy position: Int, _ text: RequirementText, _ entry: Int, in order: VersionOrder,
        example build: AppVersion
    ) -> ExcludedBuilds? {
        let bound = text.comparators[position]
        let versions = order.versions[entry]
        guard bound.sign == .atMost || bound.sign == .rangeEnd, let version = text.version(of: bound),
            versions.ends(at: .after(version)), let next = VersionText(bound.version, in: text.bytes).nextRelease,
            let end = AppVersion(next + "-0"), let builds = VersionInterval(from: .after(version), to: .before(end))
        else { return nil }
        // Only the alternative with the bound changes, and only by these builds.
        let (range, replacement) = edit(ofBound: position, text, next: next)
        let alternative = text.alternatives[bound.alternative].range
        let changed =
            text.text(alternative.lowerBound..<range.lowerBound) + replacement
            + text.text(range.upperBound..<alternative.upperBound)
        guard let proposed = try? VersionSet(parsing: changed) else { return nil }
        let added = proposed.intersection(VersionSet(builds)).subtracting(versions.clipped(to: builds))
        let losses = losses(of: added, by: entry, in: order)
        guard let first = losses.first else { return nil }
        let examples = [build, AppVersion("\(version).1")].compactMap { $0 }
        let example = examples.first { example in losses.contains { $0.versions.contains(example) } }
        let isShort = text.alternatives.count <= ListedVersions.maximumCount
        return ExcludedBuilds(
            range: range, bound: version, example: example.map { "\($0)" } ?? "\(first.versions)",
            values: losses.filter { $0.valueClass != SettingFunction.noValue }
                .map { order.value(ofClass: $0.valueClass) },
            suggestion: isShort ? text.replacing(range, with: replacement) : changed)
    }

    /// The replacement of a bound, or of the whole range that ends with it.
    private func edit(
        ofBound position: Int, _ text: RequirementText, next: String
    ) -> (range: Range<Int>, replacement: String) {
        let bound = text.comparators[position]
        guard bound.sign == .rangeEnd, position > 0 else { return (bound.range, "<\(next)-0") }
        let start = text.comparators[position - 1]
        return (start.range.lowerBound..<bound.range.upperBound, ">=\(text.text(start.version.range)) <\(next)-0")
    }

    /// Versions that get another value, and would get the entry's value if it contained them.
    private struct Loss {
        let versions: VersionInterval
        let valueClass: Int
    }

    /// The first versions of each value that an entry would change if it contained some versions.
    private func losses(of versions: VersionSet, by entry: Int, in order: VersionOrder) -> [Loss] {
        var found: [Loss] = []
        let winners = order.function.winners
        for interval in versions.intervals {
            for segment in winners[winners.indices(overlapping: interval)] {
                let winner = segment.value.winner ?? .default
                if let earlier = winner.entry, earlier < entry { continue }
                let valueClass = order.function.valueClass(of: winner)
                guard valueClass != order.valueClass(of: entry),
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
