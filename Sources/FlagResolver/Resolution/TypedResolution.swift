/// A resolution as a type, before the caller's default takes the place of a value that cannot be read.
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
    /// Resolves a setting as a type: the default must be of it, and entries that are not are skipped and reported.
    ///
    /// - Parameter firstWinner: The first entry that contains the version where that is known already, or
    ///   ``SettingsSnapshot/Winner/noEntry``; `nil` to look for it.
    func typedResolution<Value: Decodable>(
        of slot: Int,
        for version: AppVersion?,
        firstWinner: UInt32? = nil,
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
        guard let version else {
            let issue = issue(.missingAppVersion, of: slot, at: Int(setting.node))
            return TypedResolution(
                value: defaultValue,
                reason: .error,
                errorCode: .invalidContext,
                issues: [issue]
            )
        }
        return firstTypedMatch(in: slot, for: version, defaultValue: defaultValue, firstWinner, reader)
    }

    private func firstTypedMatch<Value: Decodable>(
        in slot: Int,
        for version: AppVersion,
        defaultValue: Value,
        _ firstWinner: UInt32?,
        _ reader: ValueReader
    ) -> TypedResolution<Value> {
        let setting = loaded.settings[slot]
        let end = Int(setting.endEntry)
        var issues: [SettingIssue] = []
        var entry = Int(setting.firstEntry)
        if let firstWinner {
            entry = firstWinner == SettingsSnapshot.Winner.noEntry ? end : Int(firstWinner)
        }
        while true {
            entry = loaded.firstMatch(from: entry, to: end, for: version)
            guard entry < end else {
                return TypedResolution(value: defaultValue, reason: .default, issues: issues)
            }
            let record = loaded.entries[entry]
            switch reader.read(Value.self, at: Int(record.value), of: tree) {
            case .success(let value):
                return TypedResolution(
                    value: value,
                    reason: .targetingMatch,
                    entryIndex: Int(record.documentIndex),
                    requirement: requirement(of: record),
                    issues: issues
                )
            case .failure(let problem):
                let member = ".valuesByVersion[\(record.documentIndex)].value"
                issues.append(
                    issue(problem, of: slot, at: Int(record.value), member: member, Int(record.documentIndex))
                )
                entry += 1
            }
        }
    }

    private func issue(
        _ problem: SettingProblem,
        of slot: Int,
        at node: Int,
        member: String = "",
        _ entryIndex: Int? = nil
    ) -> SettingIssue {
        let span = tree.nodes[node].span
        return SettingIssue(
            problem,
            path: name(of: slot) + member,
            entryIndex: entryIndex,
            location: self.location(at: span.lowerBound),
            span: span
        )
    }
}
