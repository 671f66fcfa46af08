extension SettingsDocument {
    /// The values of a context that the conditions of a setting, and of those that it requires, test and cannot use.
    ///
    /// Only resolutions with a reason ask for them: answers do not depend on them.
    ///
    /// - Complexity: O(*n*) in the size of the conditions; O(1) if no condition tests attributes.
    func unusableInputIssues(of setting: SettingIndex, for context: EvaluationContext) -> [SettingIssue] {
        guard context.table != nil, !loaded.targeting.isEmpty else { return [] }
        guard !loaded.prerequisites.isEmpty else { return unusableInputIssues(ofOnly: setting, for: context) }
        return loaded.includingPrerequisites(of: [setting]).flatMap { unusableInputIssues(ofOnly: $0, for: context) }
    }

    private func unusableInputIssues(ofOnly setting: SettingIndex, for context: EvaluationContext) -> [SettingIssue] {
        // Values that cannot be used are rare, so declarations are read only then.
        lazy var declarations = DeclaredAttributes(of: tree)
        var problems = SettingProblems()
        for entry in loaded[setting].entries {
            for found in unusableInputs(of: entry, for: context) {
                problems.add(
                    .unusableInput(message: found.input.declared(by: declarations).message), at: found.node,
                    entryIndex: Int(loaded[entry].documentIndex),
                    member: found.member)
            }
        }
        return problems.isEmpty ? [] : problems.issues(of: setting, named: name(of: setting), in: tree)
    }

    /// A value that a condition of an entry tests and cannot use.
    struct UnusableValue {
        let input: UnusableInput
        /// The node of the condition.
        let node: Int
        /// The path of the condition below the entry.
        let member: String
    }

    /// The values that the conditions of an entry test and cannot use.
    func unusableInputs(of entry: EntryIndex, for context: EvaluationContext) -> [UnusableValue] {
        guard let targeting = loaded.targeting(of: entry), !canUseInputs(of: targeting, context) else { return [] }
        var found: [UnusableValue] = []
        for index in targeting.conditions {
            let key = Int(loaded.conditions.keys[Int(loaded.conditions.indices[index])])
            let name = tree.string(at: key) ?? ""
            if let input = UnusableInput(name, in: context, needed: tree.attributeKinds(ofCondition: key + 1)) {
                found.append(UnusableValue(input: input, node: key + 1, member: "when.\(name)"))
            }
        }
        if let rollout = targeting.rollout {
            for node in tree.kind(of: rollout) == .array ? Array(tree.elements(of: rollout)) : [rollout] {
                let by = tree.member(named: "by" as StaticString, of: node)
                let name = by.flatMap { tree.string(at: $0) } ?? "targetingKey"
                if let input = UnusableInput(name, in: context, needed: .string) {
                    found.append(
                        UnusableValue(input: input, node: by ?? node, member: by == nil ? "rollout" : "rollout.by"))
                }
            }
        }
        if let schedule = loaded.schedule(of: targeting), let input = UnusableInput(refused: "date", in: context) {
            let member = schedule.from == nil ? "until" : "from"
            found.append(UnusableValue(input: input, node: Int(loaded[entry].node), member: member))
        }
        return found
    }

    /// Whether all values that conditions test can be used, as far as their kinds tell; if not, they are looked at one by one.
    ///
    /// This is nearly always so, and found without making a string of each name.
    private func canUseInputs(of targeting: EntryTargeting, _ context: EvaluationContext) -> Bool {
        guard !context.hasRefusedValues else { return false }
        let tree = tree
        let conditions = loaded.conditions
        return tree.nodes.withSpan { nodes in
            tree.bytes.withRawSpan { bytes in
                for index in targeting.conditions {
                    let key = Int(conditions.keys[Int(conditions.indices[index])])
                    guard context.canUseInput(ofConditionAt: key, nodes, bytes) else { return false }
                }
                return targeting.rollout.map { context.canUseInput(ofRollout: $0, nodes, bytes) } ?? true
            }
        }
    }

    /// Why a setting whose entries test the app version has none in a context.
    func problemWithoutVersion(in context: EvaluationContext) -> SettingProblem {
        UnusableInput(refused: "appVersion", in: context).map { .unusableInput(message: $0.message) }
            ?? .missingAppVersion
    }
}
