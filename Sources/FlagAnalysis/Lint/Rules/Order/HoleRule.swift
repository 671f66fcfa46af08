import FlagResolver

extension RuleCode {
    package static let hole = RuleCode(rawValue: "hole")
}

/// A small gap between two entries, in which the default applies.
struct HoleRule: Rule {
    let code = RuleCode.hole
    let severity = Severity.warning
    let meaning =
        "Between two entries of a setting there is a gap of one version, of versions between two neighbours, of a moment, or of a few "
        + "buckets, in which users get the default: most likely a bound is one step off."
    let advice = "Let the second entry begin where the first one ends, or allow the finding if the gap is meant."

    let bad: RuleExamples = [
        RuleExample(
            "checkout", defaultValue: #""legacy""#,
            entries: #"""
                { "appVersion": "<2.0.0", "value": "compact" },
                { "appVersion": «">2.0.0"», "value": "modern" }
                """#),
        RuleExample(
            "variant", defaultValue: #""none""#,
            entries: #"""
                { "rollout": { "percent": [0, 50], "salt": "variant" }, "value": "a" },
                { "rollout": { "percent": «[51, 100]», "salt": "variant" }, "value": "b" }
                """#),
        RuleExample(
            "banner", defaultValue: #""none""#,
            entries: #"""
                { "until": "2026-12-24T23:59:59Z", "value": "advent" },
                { "from": «"2026-12-25T00:00:00Z"», "value": "sale" }
                """#),
    ]

    let good: RuleExamples = [
        RuleExample(
            "checkout", defaultValue: #""legacy""#,
            entries: #"""
                { "appVersion": "<1.5.0", "value": "compact" },
                { "appVersion": ">=2.0.0", "value": "modern" }
                """#)
    ]

    func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        checkVersions(of: setting, &report)
        checkSlices(of: setting, &report)
        checkSchedules(of: setting, &report)
    }

    // MARK: Versions

    private func checkVersions(of setting: CheckedSetting, _ report: inout RuleReport) {
        guard let order = setting.order else { return }
        let (winners, values) = (order.function.winners, order.values)
        let defaultClass = order.function.valueClass(of: .default)
        guard winners.count > 2, defaultClass != SettingFunction.noValue else { return }
        for index in 1..<(winners.count - 1) {
            guard winners.value(at: index).winner == .default,
                let below = winners.value(at: index - 1).winner?.entry,
                let above = winners.value(at: index + 1).winner?.entry,
                order.valueClass(of: below) != defaultClass, order.valueClass(of: above) != defaultClass
            else { continue }
            let gap = winners[index].interval
            guard isStep(gap, setting.document.releases), values.count > 2 else { continue }
            // The entry that stands later in the document is the one to correct.
            let entry = max(below, above)
            let other = min(below, above)
            report.add(
                "\(VersionSet(gap).description) is between this entry and another one, and gets the default "
                    + setting.document.text(ofValue: Int(setting.record.defaultValue)),
                by: self, at: setting.span(of: entry), about: .setting(setting.settingIndex),
                related: [RelatedLocation(setting.span(of: other), "the other entry is here")],
                help: "let one of the two contain these versions")
        }
    }

    /// Whether a gap is a single version, or lies between a release and the next one.
    private func isStep(_ gap: VersionInterval, _ releases: ReleaseList?) -> Bool {
        switch (gap.lower.side, gap.upper.side) {
        case (.before(let version), .after(let end)): return version == end
        case (.after(let version), .before(let next)):
            // Pre-releases of the next version have a rule of their own.
            guard !version.isPrerelease, !next.isPrerelease else { return false }
            if let releases { return releases.releases(in: gap).isEmpty && isNext(next, after: version) }
            return isNext(next, after: version)
        default: return false
        }
    }

    private func isNext(_ next: AppVersion, after version: AppVersion) -> Bool {
        VersionText(version)?.nextRelease.flatMap { AppVersion($0) } == next
    }

    // MARK: Buckets

    private func checkSlices(of setting: CheckedSetting, _ report: inout RuleReport) {
        struct Slice {
            let range: Range<Int>
            let node: Int
        }
        struct Users: Hashable {
            let salt: [UInt8]
            let by: String
            let conditions: [UInt8]
        }
        var slices: [Users: [Slice]] = [:]
        for entry in setting.targetedEntries.prefix(Self.maximumCount) {
            for rollout in entry.rollouts {
                guard let percent = setting.tree.member(named: "percent" as StaticString, of: rollout.node) else {
                    continue
                }
                let users = Users(
                    salt: rollout.form.salt, by: rollout.form.by,
                    conditions: conditions(of: entry, in: setting, besides: "rollout"))
                slices[users, default: []] += rollout.form.slices.filter { !$0.isEmpty }.map {
                    Slice(range: $0, node: percent)
                }
            }
        }
        for slices in slices.values {
            let ordered = slices.sorted { ($0.range.lowerBound, $0.node) < ($1.range.lowerBound, $1.node) }
            // Only slices that are meant to be everybody have holes.
            guard ordered.first?.range.lowerBound == 0,
                ordered.contains(where: { $0.range.upperBound == RolloutBucket.count })
            else { continue }
            var end = 0
            for slice in ordered {
                if slice.range.lowerBound > end {
                    report.add(
                        "\(RolloutPercentage.text(of: [end..<slice.range.lowerBound])) is in none of the slices, and gets another "
                            + "entry or the default",
                        by: self, at: setting.document.span(of: slice.node), about: .setting(setting.settingIndex),
                        help: "begin at \(RolloutPercentage(bucketCount: end))")
                }
                end = max(end, slice.range.upperBound)
            }
        }
    }

    private static let maximumCount = 256

    /// The texts of the conditions of an entry, except for some members.
    private func conditions(of entry: TargetedEntry, in setting: CheckedSetting, besides members: String...) -> [UInt8]
    {
        var text: [UInt8] = []
        for (key, value) in setting.tree.members(of: Int(entry.record.node)) {
            let name = setting.tree.string(at: key) ?? ""
            guard ["appVersion", "when", "rollout", "from", "until", "requires"].contains(name), !members.contains(name)
            else { continue }
            text += Array(name.utf8) + setting.tree.canonicalText(of: value)
        }
        return text
    }

    // MARK: Dates

    /// A schedule ends before its "until", so a gap of a second is a mistake.
    private func checkSchedules(of setting: CheckedSetting, _ report: inout RuleReport) {
        let ends = setting.targetedEntries.prefix(Self.maximumCount).filter { $0.schedule?.until != nil }
        guard !ends.isEmpty else { return }
        for entry in setting.targetedEntries.prefix(Self.maximumCount) {
            guard let start = entry.schedule?.from, let node = entry.member("from", in: setting.tree) else { continue }
            let gap = ends.first { other in
                guard let end = other.schedule?.until, other.position != entry.position, end < start,
                    start.seconds.subtractingReportingOverflow(end.seconds).partialValue <= Self.longestGap
                else { return false }
                return conditions(of: other, in: setting, besides: "from", "until")
                    == conditions(of: entry, in: setting, besides: "from", "until")
            }
            guard let gap, let end = gap.schedule?.until,
                !ends.contains(where: { other in
                    // Another schedule may cover the gap.
                    guard let until = other.schedule?.until else { return false }
                    return until >= start && (other.schedule?.from).map { $0 <= end } ?? true
                })
            else { continue }
            report.add(
                "another entry ends at \(end), and this one begins at \(start): in between, users get neither",
                by: self, at: setting.document.span(of: node), about: .setting(setting.settingIndex),
                related: [RelatedLocation(setting.span(of: gap.position), "the other entry is here")],
                help: "\"until\" is not included, so write the same date in both")
        }
    }

    /// In seconds.
    private static let longestGap: Int64 = 60
}
