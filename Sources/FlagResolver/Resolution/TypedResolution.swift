extension SettingsDocument {
    /// Resolves a setting as a type. The default must have the type; entries of other types are skipped and reported.
    ///
    /// - Parameter firstMatch: The first entry whose condition holds, of any type.
    func typedResolution<Value: Decodable>(
        of setting: SettingIndex,
        for context: EvaluationContext,
        firstMatch: SettingsSnapshot.Winner,
        reader: ValueReader
    ) -> Resolution<Value?> {
        let record = loaded[setting]
        guard record.defaultValue != SettingRecord.missing else {
            return Resolution(
                value: nil,
                reason: .error,
                errorCode: .parseError,
                issues: issues(.missingDefault, of: setting, at: Int(record.node))
            )
        }
        let defaultValue: Value
        switch reader.read(Value.self, at: Int(record.defaultValue), of: tree) {
        case .success(let value):
            defaultValue = value
        case .failure(let problem):
            let issues = issues(problem, of: setting, at: Int(record.defaultValue), member: "defaultValue")
            return Resolution(value: nil, reason: .error, errorCode: .typeMismatch, issues: issues)
        }
        let defaultOrigin = ResolutionOrigin(tree[Int(record.defaultValue)])
        guard record.listsEntries else {
            return Resolution(value: defaultValue, reason: .static, origin: defaultOrigin)
        }
        let check = VersionCheck(testsVersion: record.testsVersion, in: context)
        var problems = SettingProblems()
        if check.lacksVersion { problems.add(problemWithoutVersion(in: context), at: Int(record.node)) }
        var evaluator = ConditionEvaluator(self, context)
        let candidates = (firstMatch.entry ?? record.entries.upperBound)..<record.entries.upperBound
        let first = FirstMatch.winner(among: candidates) {
            evaluator.holds($0, in: loaded, for: context)
        } value: { entry -> Value? in
            let entry = loaded[entry]
            switch reader.read(Value.self, at: Int(entry.value), of: tree) {
            case .success(let value):
                return value
            case .failure(let problem):
                problems.add(problem, withValue: Int(entry.value), ofEntry: Int(entry.documentIndex), in: tree)
                return nil
            }
        }
        let issues = issues(problems, of: setting) + unusableInputIssues(of: setting, for: context)
        guard let first else {
            return Resolution(
                value: defaultValue, reason: check.reason(.default), errorCode: check.errorCode, issues: issues,
                origin: defaultOrigin)
        }
        let entry = loaded[first.entry]
        return Resolution(
            value: first.value,
            reason: check.reason(loaded.reason(ofMatch: first.entry)),
            errorCode: check.errorCode,
            entryIndex: Int(entry.documentIndex),
            entryName: name(of: entry),
            requirement: requirement(of: entry),
            issues: issues,
            origin: ResolutionOrigin(tree[Int(entry.node)])
        )
    }

    /// A problem of a setting as an issue.
    func issues(
        _ problem: SettingProblem, of setting: SettingIndex, at node: Int, member: String? = nil
    ) -> [SettingIssue] {
        var problems = SettingProblems()
        problems.add(problem, at: node, member: member)
        return issues(problems, of: setting)
    }

    private func issues(_ problems: SettingProblems, of setting: SettingIndex) -> [SettingIssue] {
        problems.isEmpty ? [] : problems.issues(of: setting, named: name(of: setting), in: tree)
    }
}
