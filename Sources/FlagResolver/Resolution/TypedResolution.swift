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
        of slot: Int,
        for context: EvaluationContext,
        firstMatch: SettingsSnapshot.Winner,
        reader: ValueReader
    ) -> TypedResolution<Value> {
        let setting = loaded.settings[slot]
        guard setting.defaultValue != SettingRecord.missing else {
            return TypedResolution(
                reason: .error,
                errorCode: .parseError,
                issues: [issue(.missingDefault, of: slot, at: Int(setting.node))]
            )
        }
        let defaultValue: Value
        switch reader.read(Value.self, at: Int(setting.defaultValue), of: tree) {
        case .success(let value):
            defaultValue = value
        case .failure(let problem):
            let issue = issue(problem, of: slot, at: Int(setting.defaultValue), member: ".defaultValue")
            return TypedResolution(reason: .error, errorCode: .typeMismatch, issues: [issue])
        }
        guard setting.listsEntries else {
            return TypedResolution(value: defaultValue, reason: .static)
        }
        guard let version = context.appVersion else {
            let issue = issue(.missingAppVersion, of: slot, at: Int(setting.node))
            return TypedResolution(value: defaultValue, reason: .error, errorCode: .invalidContext, issues: [issue])
        }
        var issues: [SettingIssue] = []
        let candidates = (firstMatch.entry ?? setting.entries.upperBound)..<setting.entries.upperBound
        let first = FirstMatch.winner(among: candidates) {
            loaded.holds($0, for: version)
        } value: { entry -> Value? in
            let record = loaded.entries[entry]
            switch reader.read(Value.self, at: Int(record.value), of: tree) {
            case .success(let value):
                return value
            case .failure(let problem):
                let index = Int(record.documentIndex)
                let member = ".valuesByVersion[\(index)].value"
                issues.append(issue(problem, of: slot, at: Int(record.value), member: member, entryIndex: index))
                return nil
            }
        }
        guard let first else { return TypedResolution(value: defaultValue, reason: .default, issues: issues) }
        let record = loaded.entries[first.entry]
        return TypedResolution(
            value: first.value,
            reason: .targetingMatch,
            entryIndex: Int(record.documentIndex),
            requirement: requirement(of: record),
            issues: issues
        )
    }

    private func issue(
        _ problem: SettingProblem,
        of slot: Int,
        at node: Int,
        member: String = "",
        entryIndex: Int? = nil
    ) -> SettingIssue {
        let span = tree.nodes[node].span
        return SettingIssue(
            problem,
            path: name(of: slot) + member,
            slot: slot,
            entryIndex: entryIndex,
            location: location(at: span.lowerBound),
            span: span
        )
    }
}
