import FlagResolver

extension RuleCode {
    package static let fractionalPercent = RuleCode(rawValue: "fractional-percent")
}

/// A percentage that is most likely meant as a fraction of 1.
struct FractionalPercentRule: Rule {
    let code = RuleCode.fractionalPercent
    let severity = Severity.warning
    let meaning =
        "A percentage is between 0 and 1, and all others in the document are whole numbers, or none is 1 or more: most likely a fraction "
        + "is meant, and 0.25 should be 25."
    let advice = "Write the percentage from 0 to 100, or allow the finding if so small a share is meant."

    let bad: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "when": { "country": "DE" }, "rollout": { "percent": «0.25», "salt": "payments" }, "value": true },
                { "rollout": { "percent": 10, "salt": "payments" }, "value": true }
                """#)
    ]

    let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "when": { "country": "DE" }, "rollout": { "percent": 0.1, "salt": "payments" }, "value": true },
                { "when": { "country": "AT" }, "rollout": { "percent": 2.5, "salt": "payments" }, "value": true },
                { "rollout": { "percent": 0, "salt": "payments" }, "value": true }
                """#)
    ]

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        let (tree, loaded) = (document.tree, document.loaded)
        var small: [(percent: Int, form: RolloutForm, setting: SettingIndex)] = []
        var hasWhole = false
        var hasOne = false
        for setting in document.settings.indices where loaded.testsMoreThanVersion(setting) {
            for entry in loaded[setting].entries {
                guard let rollout = loaded.targeting(of: entry)?.rollout else { continue }
                for node in tree.oneOrMore(rollout) {
                    guard let form = RolloutForm(at: node, in: tree),
                        let percent = tree.member(named: "percent" as StaticString, of: node)
                    else { continue }
                    let ends = form.slices.flatMap { [$0.lowerBound, $0.upperBound] }.filter { $0 > 0 }
                    if ends.contains(where: { $0 < Self.onePercent }) {
                        small.append((percent, form, setting))
                    } else if ends.contains(where: { $0 % Self.onePercent != 0 }) {
                        // Fractions are in use.
                        return
                    } else if ends.contains(where: { $0 > Self.onePercent }) {
                        hasWhole = true
                    } else if ends.contains(Self.onePercent) {
                        hasOne = true
                    }
                }
            }
        }
        // Several small shares beside whole ones, or a step from one to 1 %, are rollouts that begin carefully.
        guard hasWhole ? small.count == 1 : !hasOne else { return }
        for (percent, form, setting) in small {
            let meant = form.slices.count == 1 && form.slices[0].lowerBound == 0 ? form.slices[0].upperBound : nil
            let users = meant.map { "1 user of \(RolloutBucket.count / max($0, 1))" } ?? "less than 1 % of the users"
            report.add(
                "the percentage includes \(users), and \(hasWhole ? "all others are whole numbers" : "none is 1 or more")",
                by: self,
                at: document.span(of: percent), about: .setting(setting),
                help: meant.map { "write \(Self.percentage($0)) if a fraction of all users is meant" }
                    ?? "write percentages from 0 to 100")
        }
    }

    private static let onePercent = RolloutBucket.count / 100

    /// `25` for the buckets of 0.25 %.
    private static func percentage(_ buckets: Int) -> String {
        buckets % 10 == 0 ? "\(buckets / 10)" : "\(buckets / 10).\(buckets % 10)"
    }
}
