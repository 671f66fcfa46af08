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
                issues: [issue(.missingDefault, of: setting, at: Int(record.node))]
            )
        }
        let defaultValue: Value
        switch reader.read(Value.self, at: Int(record.defaultValue), of: tree) {
        case .success(let value):
            defaultValue = value
        case .failure(let problem):
            let issue = issue(problem, of: setting, at: Int(record.defaultValue), member: ".defaultValue")
            return Resolution(value: nil, reason: .error, errorCode: .typeMismatch, issues: [issue])
        }
        let defaultOrigin = ResolutionOrigin(tree[Int(record.defaultValue)])
        guard record.listsEntries else {
            return Resolution(value: defaultValue, reason: .static, origin: defaultOrigin)
        }
        var issues: [SettingIssue] = []
        let lacksVersion = context.appVersion == nil && record.testsVersion
        if lacksVersion { issues.append(issue(.missingAppVersion, of: setting, at: Int(record.node))) }
        let errorCode: ResolutionErrorCode? = lacksVersion ? .invalidContext : nil
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
                let index = Int(entry.documentIndex)
                let member = ".valuesByVersion[\(index)].value"
                issues.append(issue(problem, of: setting, at: Int(entry.value), member: member, entryIndex: index))
                return nil
            }
        }
        guard let first else {
            return Resolution(
                value: defaultValue, reason: lacksVersion ? .error : .default, errorCode: errorCode, issues: issues,
                origin: defaultOrigin)
        }
        let entry = loaded[first.entry]
        return Resolution(
            value: first.value,
            reason: lacksVersion ? .error : loaded.reason(ofMatch: first.entry),
            errorCode: errorCode,
            entryIndex: Int(entry.documentIndex),
            entryName: name(of: entry),
            requirement: requirement(of: entry),
            issues: issues,
            origin: ResolutionOrigin(tree[Int(entry.node)])
        )
    }

    /// An issue of a setting at a node, with its path and location.
    func issue(
        _ problem: SettingProblem,
        of setting: SettingIndex,
        at node: Int,
        member: String = "",
        entryIndex: Int? = nil
    ) -> SettingIssue {
        let span = tree.nodes[node].span
        return SettingIssue(
            problem,
            path: name(of: setting) + member,
            settingIndex: setting,
            entryIndex: entryIndex,
            location: location(at: span.lowerBound),
            span: span
        )
    }
}
