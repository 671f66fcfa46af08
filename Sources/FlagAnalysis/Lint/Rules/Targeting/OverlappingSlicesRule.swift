import FlagResolver

extension RuleCode {
    package static let overlappingSlices = RuleCode(rawValue: "overlapping-slices")
}

/// Slices of one salt that overlap.
struct OverlappingSlicesRule: Rule {
    let code = RuleCode.overlappingSlices
    let severity = Severity.warning
    let meaning =
        "Two slices of one salt overlap, within a rollout or in entries with different values that can match "
        + "the same users, and neither contains the other, so the second value reaches fewer users than its "
        + "slice states."
    let advice = "Let the second slice begin where the first one ends."

    let bad: RuleExamples = [
        RuleExample(
            "reviewPrompt", defaultValue: #""none""#,
            entries: #"""
                { "rollout": { "percent": [0, 20], "salt": "review" }, "value": "short" },
                { "rollout": { "percent": «[10, 30]», "salt": "review" }, "value": "long" }
                """#),
        RuleExample(
            "reviewPrompt", defaultValue: #""none""#,
            entries: #"{ "rollout": { "percent": [[0, 20], «[10, 30]»], "salt": "review" }, "value": "short" }"#),
    ]

    let good: RuleExamples = [
        RuleExample(
            "reviewPrompt", defaultValue: #""none""#,
            entries: #"""
                { "rollout": { "percent": [0, 20], "salt": "review" }, "value": "short" },
                { "rollout": { "percent": [20, 40], "salt": "review" }, "value": "long" }
                """#)
    ]

    func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        var found: [(entry: Int, form: RolloutForm, buckets: BucketSet)] = []
        for entry in setting.targetedEntries {
            let index = entry.position
            for rollout in entry.rollouts {
                let form = rollout.form
                guard let percent = setting.tree.member(named: "percent" as StaticString, of: rollout.node) else {
                    continue
                }
                checkSlices(of: form, at: percent, in: setting, &report)
                let buckets = BucketSet(form.slices)
                let overlaps = found.suffix(Self.maximumCount).compactMap {
                    earlier -> (entry: Int, shared: BucketSet)? in
                    guard earlier.form.salt == form.salt, earlier.form.by == form.by,
                        !setting.haveSameValue(earlier.entry, index)
                    else { return nil }
                    let shared = buckets.intersection(earlier.buckets)
                    let overlapsPartly = !shared.isEmpty && shared != buckets && shared != earlier.buckets
                    return overlapsPartly ? (entry: earlier.entry, shared: shared) : nil
                }
                // One finding for each rollout: a few hundred overlapping ones have tens of thousands of overlaps.
                if let first = overlaps.firstIndex(where: { setting.canMatchTogether($0.entry, index) }) {
                    let shared = RolloutPercentage.text(of: overlaps[first].shared.ranges)
                    let salt = quoted(String(decoding: form.salt, as: UTF8.self))
                    report.add(
                        "an earlier entry has \(shared) of \(salt) too, and comes first", by: self,
                        at: setting.document.span(of: percent), about: .setting(setting.settingIndex),
                        related: [setting.related(overlaps[first].entry, toEntryWithValue: true)],
                        note: EarlierEntries.noteOnOverlaps(
                            furtherCount: 0,
                            endedEarly: first + 1 < overlaps.count || found.count > Self.maximumCount),
                        help: Self.help)
                }
                found.append((index, form, buckets))
            }
        }
    }

    /// The maximum number of earlier rollouts that a rollout is compared with.
    private static let maximumCount = 64

    private static let help = "use slices that do not overlap, such as [0, 10] and [10, 20]"

    private func checkSlices(
        of form: RolloutForm, at percent: Int, in setting: CheckedSetting, _ report: inout RuleReport
    ) {
        guard form.slices.count > 1 else { return }
        let nodes = Array(setting.tree.elements(of: percent))
        guard nodes.count == form.slices.count else { return }
        var end = 0
        for position in form.slices.indices.sorted(by: { form.slices[$0].lowerBound < form.slices[$1].lowerBound }) {
            let slice = form.slices[position]
            if slice.lowerBound < end, !slice.isEmpty {
                let shared = RolloutPercentage.text(of: [slice.lowerBound..<min(end, slice.upperBound)])
                report.add(
                    "another slice of this rollout has \(shared) too", by: self,
                    at: setting.document.span(of: nodes[position]), about: .setting(setting.settingIndex),
                    help: Self.help)
            }
            end = max(end, slice.upperBound)
        }
    }
}

extension RolloutPercentage {
    /// `0 % to 10 % and 20 % to 30 %`
    static func text(of ranges: [Range<Int>]) -> String {
        ranges.map { "\(Self(bucketCount: $0.lowerBound)) % to \(Self(bucketCount: $0.upperBound)) %" }
            .joined(separator: " and ")
    }
}
