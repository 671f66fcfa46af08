import FlagResolver

extension RuleCode {
    package static let emptyCondition = RuleCode(rawValue: "empty-condition")
}

/// Conditions that hold for nobody.
struct EmptyConditionRule: Rule {
    let code = RuleCode.emptyCondition
    let severity = Severity.error
    let meaning =
        "A condition holds for no value, or the conditions of an entry contradict each other, so the entry "
        + "never wins."
    let advice = "Correct the condition, or delete what can never hold."

    let bad: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "when": { "launches": «{ ">=": 5, "<": 3 }» }, "value": true },
                { "when": { "country": ["DE", «{ "startsWith": "A", "not": { "startsWith": "A" } }»] }, "value": true },
                { "appVersion": «">=2.0.0"», "when": { "appVersion": { "absent": true } }, "value": true }
                """#),
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "when": «{ "account": { "absent": true } }», "rollout": { "percent": 50, "salt": "payments", "by": "account" }, "value": true }
                """#),
    ]

    let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "when": { "launches": { ">=": 3, "<": 5 } }, "value": true },
                { "when": { "appVersion": { "absent": true } }, "value": true }
                """#)
    ]

    func check(_ setting: CheckedSetting, _ report: inout RuleReport) {
        guard case .success = setting.function else { return }
        func add(_ message: String, at node: Int, help: String) {
            report.add(
                message, by: self, at: setting.document.span(of: node), about: .setting(setting.settingIndex),
                help: help)
        }
        for entry in setting.targetedEntries {
            if setting.neverMatches(entry), isEmpty(entry, in: setting) {
                if let culprit = self.culprit(of: entry, in: setting) {
                    let value = setting.document.text(ofValue: culprit.condition)
                    add(
                        "\(quoted(culprit.name)): \(value) holds for no value, so the entry never wins",
                        at: culprit.condition, help: "correct the condition, or delete the entry")
                } else {
                    add(
                        "the conditions of this entry contradict each other, so it never wins",
                        at: setting.entries[entry.position].marked, help: "correct the conditions, or delete the entry")
                }
                continue
            }
            for attribute in entry.attributes where setting.tree.kind(of: attribute.condition) == .array {
                for element in setting.tree.elements(of: attribute.condition)
                where setting.tree.kind(of: element) == .object
                    && !setting.space.canHold(element, of: setting.tree, on: attribute.name)
                {
                    add(
                        "\(setting.document.text(ofValue: element)) holds for no value", at: element,
                        help: "correct it, or delete it from the list")
                }
            }
        }
    }

    /// Whether an entry never matches for a reason that no other rule reports.
    private func isEmpty(_ entry: TargetedEntry, in setting: CheckedSetting) -> Bool {
        let loaded = setting.document.loaded
        guard entry.schedule?.isEmpty != true, !loaded.versions(of: entry.index).isEmpty,
            !entry.rollouts.contains(where: { $0.form.bucketCount == 0 })
        else { return false }
        // Other rules report prerequisites that cannot be true.
        let space = setting.space
        let prerequisites = entry.targeting.prerequisites
        for index in prerequisites {
            guard let required = loaded.prerequisites[index].setting,
                let isTrue = try? space.isTrue(required, in: .first),
                let own = try? space.conditionWithoutPrerequisites(of: entry.index),
                let isPossible = own.neverHolds ? true : try? space.areCompatible(own, isTrue), isPossible
            else { return false }
        }
        guard entry.canMatchWithoutVersion else { return true }
        let withoutVersion = try? setting.spaces.withoutVersion.condition(of: entry.index, in: .first)
        return withoutVersion?.neverHolds == true
    }

    /// The first condition that never holds by itself; `nil` if the conditions only contradict each other.
    private func culprit(of entry: TargetedEntry, in setting: CheckedSetting) -> TargetedEntry.TestedAttribute? {
        entry.attributes.first { attribute in
            attribute.name != "appVersion"
                && !setting.space.canHold(attribute.condition, of: setting.tree, on: attribute.name)
        }
    }
}
