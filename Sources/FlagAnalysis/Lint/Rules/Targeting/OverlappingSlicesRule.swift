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
            #"""
            {
              "reviewPrompt": {
                "defaultValue": "none",
                "valuesByVersion": [
                  { "rollout": { "percent": [0, 20], "salt": "review" }, "value": "short" },
                  { "rollout": { "percent": «[10, 30]», "salt": "review" }, "value": "long" }
                ]
              }
            }
            """#),
        RuleExample(
            #"""
            {
              "reviewPrompt": {
                "defaultValue": "none",
                "valuesByVersion": [
                  { "rollout": { "percent": [[0, 20], «[10, 30]»], "salt": "review" }, "value": "short" }
                ]
              }
            }
            """#),
    ]

    let good: RuleExamples = [
        RuleExample(
            #"""
            {
              "reviewPrompt": {
                "defaultValue": "none",
                "valuesByVersion": [
                  { "rollout": { "percent": [0, 20], "salt": "review" }, "value": "short" },
                  { "rollout": { "percent": [20, 40], "salt": "review" }, "value": "long" }
                ]
              }
            }
            """#)
    ]

    func check(_ setting: TargetedSetting, _ report: inout RuleReport) {
        var found: [(entry: Int, form: RolloutForm, buckets: BucketSet)] = []
        for (index, entry) in setting.entries.enumerated() {
            for rollout in entry.rollouts {
                let form = rollout.form
                guard let percent = setting.tree.member(named: "percent" as StaticString, of: rollout.node) else {
                    continue
                }
                checkSlices(of: form, at: percent, in: setting, &report)
                let buckets = BucketSet(form.slices)
                for earlier in found.suffix(Self.maximumCount)
                where earlier.form.salt == form.salt && earlier.form.by == form.by {
                    let shared = buckets.intersection(earlier.buckets)
                    guard !shared.isEmpty, shared != buckets, shared != earlier.buckets,
                        setting.valueClasses[earlier.entry] != setting.valueClasses[index],
                        setting.canMatchTogether(earlier.entry, index)
                    else { continue }
                    report.add(
                        Detail.entries(shared: shared.ranges, salt: form.salt), by: self,
                        at: setting.document.span(of: percent), about: .setting(setting.settingIndex),
                        related: [setting.related(earlier.entry, toEntryWithValue: true)])
                }
                found.append((index, form, buckets))
            }
        }
    }

    /// The maximum number of earlier rollouts that a rollout is compared with.
    private static let maximumCount = 64

    private func checkSlices(
        of form: RolloutForm, at percent: Int, in setting: TargetedSetting, _ report: inout RuleReport
    ) {
        guard form.slices.count > 1 else { return }
        let nodes = Array(setting.tree.elements(of: percent))
        guard nodes.count == form.slices.count else { return }
        var end = 0
        for position in form.slices.indices.sorted(by: { form.slices[$0].lowerBound < form.slices[$1].lowerBound }) {
            let slice = form.slices[position]
            if slice.lowerBound < end, !slice.isEmpty {
                report.add(
                    Detail.slice(shared: slice.lowerBound..<min(end, slice.upperBound)), by: self,
                    at: setting.document.span(of: nodes[position]), about: .setting(setting.settingIndex))
            }
            end = max(end, slice.upperBound)
        }
    }

    private enum Detail: FindingDetail {
        case entries(shared: [Range<Int>], salt: [UInt8])
        case slice(shared: Range<Int>)

        func message(in context: FindingContext) -> String {
            switch self {
            case .entries(let shared, let salt):
                "an earlier entry has \(Self.text(shared)) of \(context.quoted(String(decoding: salt, as: UTF8.self))) too, and "
                    + "comes first"
            case .slice(let shared): "another slice of this rollout has \(Self.text([shared])) too"
            }
        }

        func help(in context: FindingContext) -> String? {
            "use slices that do not overlap, such as [0, 10] and [10, 20]"
        }

        private static func text(_ ranges: [Range<Int>]) -> String {
            ranges.map { range in
                "\(RolloutPercentage(bucketCount: range.lowerBound)) % to \(RolloutPercentage(bucketCount: range.upperBound)) %"
            }.joined(separator: " and ")
        }
    }
}
