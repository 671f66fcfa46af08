import FlagResolver

extension RuleCode {
    package static let changedSalt = RuleCode(rawValue: "changed-salt")
}

/// A rollout that selects other users than at an earlier revision.
struct ChangedSaltRule: Rule {
    let code = RuleCode.changedSalt
    let severity = Severity.warning
    let meaning =
        "A rollout has another salt than at the earlier revision, or takes its keys from another attribute, so it includes other "
        + "users: some lose the value although the percentage is the same."
    let advice =
        "Keep the salt and the key, and raise the percentage; change the salt only to start over."
    let needsRevision = true

    let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "checkout": {
                "defaultValue": "legacy",
                "valuesByVersion": [
                  { "rollout": { "percent": 25, "salt": «"checkout-2"» }, "value": "modern" }
                ]
              }
            }
            """#,
            previous: #"""
                {
                  "checkout": {
                    "defaultValue": "legacy",
                    "valuesByVersion": [
                      { "rollout": { "percent": 25, "salt": "checkout" }, "value": "modern" }
                    ]
                  }
                }
                """#)
    ]

    let good: RuleExamples = [
        RuleExample(
            #"""
            {
              "checkout": {
                "defaultValue": "legacy",
                "valuesByVersion": [
                  { "rollout": { "percent": 50, "salt": "checkout" }, "value": "modern" }
                ]
              }
            }
            """#,
            previous: #"""
                {
                  "checkout": {
                    "defaultValue": "legacy",
                    "valuesByVersion": [
                      { "rollout": { "percent": 25, "salt": "checkout" }, "value": "modern" }
                    ]
                  }
                }
                """#)
    ]

    func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        for change in setting.rolloutChanges {
            let isOther = change.old.salt != change.new.salt || change.old.by != change.new.by
            // Nobody loses anything if nobody was included, or everybody with a key is.
            guard isOther, change.old.bucketCount > 0,
                change.new.bucketCount < RolloutBucket.count || change.old.by != change.new.by
            else { continue }
            let tree = setting.tree
            let isOtherSalt = change.old.salt != change.new.salt
            let node =
                isOtherSalt
                ? tree.member(named: "salt" as StaticString, of: change.node)
                : tree.member(named: "by" as StaticString, of: change.node)
            report.add(
                Detail(old: change.old, new: change.new), by: self,
                at: setting.document.span(of: node ?? change.node), about: .setting(setting.settingIndex))
        }
    }

    private struct Detail: FindingDetail {
        let old: RolloutForm
        let new: RolloutForm

        func message(in context: FindingContext) -> String {
            let before =
                old.salt != new.salt
                ? "the salt was \(context.quoted(String(decoding: old.salt, as: UTF8.self))) before"
                : "the key was \(context.quoted(old.by)) before"
            let share = RolloutPercentage(bucketCount: old.bucketCount)
            return "\(before), so the \(share) % of all keys that had this value are drawn again: some of them lose it"
        }

        func help(in context: FindingContext) -> String? {
            old.salt != new.salt
                ? "write \(context.quoted(String(decoding: old.salt, as: UTF8.self))), unless the rollout is meant to start over"
                : "keep the key, unless the rollout is meant to start over"
        }
    }
}
