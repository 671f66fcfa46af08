/// A resolution as a type, before the caller's default replaces a value that cannot be read.
struct TypedResolution<Value> {
    var value: Value?
    var reason: ResolutionReason
    var errorCode: ResolutionErrorCode?
    var entryIndex: Int?
    var requirement: VersionRequirement?
    var issues: [SettingIssue] = []

    func resolution(default defaultValue: Value) -> Resolution<Value> {
        Resolution(
            value: value ?? defaultValue,
            reason: reason,
            errorCode: errorCode,
            entryIndex: entryIndex,
            requirement: requirement,
            issues: issues
        )
    }
}

extension TypedResolution: Sendable where Value: Sendable {}

extension SettingsDocument {
    /// Resolves a setting as a type: the default must have it; entries that do not are skipped and reported.
    ///
    /// - Parameter firstMatch: The first entry whose condition holds, which a snapshot knows.
    func typedResolution<Value: Decodable>(
        of setting: SettingIndex,
        for context: EvaluationContext,
        firstMatch: SettingsSnapshot.Winner,
        reader: ValueReader
    ) -> TypedResolution<Value> {
        let record = loaded[setting]
        guard record.defaultValue != SettingRecord.missing else {
            return TypedResolution(
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
            return TypedResolution(reason: .error, errorCode: .typeMismatch, issues: [issue])
        }
        guard record.listsEntries else {
            return TypedResolution(value: defaultValue, reason: .static)
        }
        guard let version = context.appVersion else {
            let issue = issue(.missingAppVersion, of: setting, at: Int(record.node))
            return TypedResolution(value: defaultValue, reason: .error, errorCode: .invalidContext, issues: [issue])
        }
        var issues: [SettingIssue] = []
        let candidates = (firstMatch.entry ?? record.entries.upperBound)..<record.entries.upperBound
        let first = FirstMatch.winner(among: candidates) {
            loaded.holds($0, for: version)
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
        guard let first else { return TypedResolution(value: defaultValue, reason: .default, issues: issues) }
        let entry = loaded[first.entry]
        return TypedResolution(
            value: first.value,
            reason: .targetingMatch,
            entryIndex: Int(entry.documentIndex),
            requirement: requirement(of: entry),
            issues: issues
        )
    }

    private func issue(
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
