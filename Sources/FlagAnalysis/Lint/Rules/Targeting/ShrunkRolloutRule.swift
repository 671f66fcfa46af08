import FlagResolver

extension RuleCode {
    package static let shrunkRollout = RuleCode(rawValue: "shrunk-rollout")
}

/// A rollout that takes its value from users who had it at an earlier revision.
struct ShrunkRolloutRule: Rule {
    let code = RuleCode.shrunkRollout
    let severity = Severity.warning
    let meaning =
        "A rollout no longer includes users whom it included at the earlier revision, because a percentage is smaller or a slice has "
        + "moved, so they lose the value."
    let advice =
        "Only raise percentages, and give a slice that grows a second slice instead of moving it."
    let needsRevision = true

    let bad: RuleExamples = [
        RuleExample(
            "checkout", defaultValue: #""legacy""#,
            entries: #"{ "rollout": { "percent": «25», "salt": "checkout" }, "value": "modern" }"#,
            previous: #"""
                {
                  "checkout": {
                    "defaultValue": "legacy",
                    "valuesByVersion": [
                      { "rollout": { "percent": 50, "salt": "checkout" }, "value": "modern" }
                    ]
                  }
                }
                """#)
    ]

    let good: RuleExamples = [
        RuleExample(
            "checkout", defaultValue: #""legacy""#,
            entries: #"{ "rollout": { "percent": 75, "salt": "checkout" }, "value": "modern" }"#,
            previous: #"""
                {
                  "checkout": {
                    "defaultValue": "legacy",
                    "valuesByVersion": [
                      { "rollout": { "percent": 50, "salt": "checkout" }, "value": "modern" }
                    ]
                  }
                }
                """#)
    ]

    func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        for change in setting.rolloutChanges
        where change.old.salt == change.new.salt && change.old.by == change.new.by {
            let lost = BucketSet(change.old.slices).subtracting(BucketSet(change.new.slices))
            guard !lost.isEmpty,
                let percent = setting.tree.member(named: "percent" as StaticString, of: change.node)
            else { continue }
            let share = RolloutPercentage(bucketCount: lost.ranges.reduce(0) { $0 + $1.count })
            let ranges = RolloutPercentage.text(of: lost.ranges)
            report.add(
                "\(share) % of all keys lose this value: the rollout included \(ranges) of "
                    + "\(quoted(String(decoding: change.new.salt, as: UTF8.self))) before",
                by: self, at: setting.document.span(of: percent), about: .setting(setting.settingIndex),
                help: "keep these buckets, unless these users should lose the value")
        }
    }
}
