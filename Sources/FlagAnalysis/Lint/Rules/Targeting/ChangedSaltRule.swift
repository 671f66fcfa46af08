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
            "checkout", defaultValue: #""legacy""#,
            entries: #"{ "rollout": { "percent": 25, "salt": «"checkout-2"» }, "value": "modern" }"#,
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
            "checkout", defaultValue: #""legacy""#,
            entries: #"{ "rollout": { "percent": 50, "salt": "checkout" }, "value": "modern" }"#,
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
            let isOtherSalt = change.old.salt != change.new.salt
            let name: StaticString = isOtherSalt ? "salt" : "by"
            let node = setting.tree.member(named: name, of: change.node) ?? change.node
            let oldSalt = quoted(String(decoding: change.old.salt, as: UTF8.self))
            let before = isOtherSalt ? "the salt was \(oldSalt) before" : "the key was \(quoted(change.old.by)) before"
            let share = RolloutPercentage(bucketCount: change.old.bucketCount)
            report.add(
                "\(before), so the \(share) % of all keys that had this value are drawn again: some of them lose it",
                by: self, at: setting.document.span(of: node), about: .setting(setting.settingIndex),
                help: "\(isOtherSalt ? "write \(oldSalt)" : "keep the key"), unless the rollout is meant to start over")
        }
    }
}
