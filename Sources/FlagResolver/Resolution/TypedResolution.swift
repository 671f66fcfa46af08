#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension SettingsDocument {
    /// Resolves a setting by name as a scalar type for one context, without a snapshot.
    ///
    /// - Complexity: O(*n*) for *n* entries of the setting, and of those that it requires.
    package func typedResolution(
        of name: String, as type: ScalarType, for context: EvaluationContext
    ) -> Resolution<ScalarValue?> {
        guard let setting = index(named: name) else { return Resolution(value: nil, details: .notFound) }
        return typedResolution(of: setting, as: type, for: context, firstMatch: nil)
    }

    /// Resolves a setting by name as a type that is not scalar for one context, without a snapshot.
    ///
    /// - Complexity: O(*n*) for *n* entries of the setting, and of those that it requires.
    package func typedResolution<Value: Decodable>(
        of name: String, default defaultValue: Value, for context: EvaluationContext,
        makeDecoder: @escaping @Sendable () -> JSONDecoder
    ) -> Resolution<Value> {
        guard let setting = index(named: name) else {
            return Resolution(value: defaultValue, details: .notFound)
        }
        let reader = ValueReader(context: context, makeDecoder: makeDecoder)
        let resolution: Resolution<Value?> = typedResolution(
            of: setting, for: context, firstMatch: nil, reader: reader)
        return resolution.withValue(resolution.value ?? defaultValue)
    }

    /// Resolves a setting as a scalar type.
    ///
    /// - Parameter firstMatch: What a snapshot knows about the setting; `nil` without a snapshot.
    func typedResolution(
        of setting: SettingIndex,
        as type: ScalarType,
        for context: EvaluationContext,
        firstMatch: SettingsSnapshot.Winner?
    ) -> Resolution<ScalarValue?> {
        var value: ScalarValue?
        let details = typedDetails(of: setting, for: context, firstMatch: firstMatch) { node, kind in
            guard let found = ScalarValue(type, at: node, kind, of: tree) else {
                return SettingProblem(type, notAt: node, of: tree)
            }
            value = found
            return nil
        }
        return Resolution(value: value, details: details)
    }

    /// Resolves a setting as a type that is not scalar.
    ///
    /// - Parameter firstMatch: What a snapshot knows about the setting; `nil` without a snapshot.
    func typedResolution<Value: Decodable>(
        of setting: SettingIndex,
        for context: EvaluationContext,
        firstMatch: SettingsSnapshot.Winner?,
        reader: ValueReader
    ) -> Resolution<Value?> {
        var value: Value?
        let details = typedDetails(of: setting, for: context, firstMatch: firstMatch) { node, _ in
            switch reader.read(Value.self, at: node, of: tree) {
            case .success(let found):
                value = found
                return nil
            case .failure(let problem):
                return problem
            }
        }
        return Resolution(value: value, details: details)
    }

    /// Resolves a setting as a type. The default must have the type; entries of other types are skipped and reported.
    ///
    /// - Parameters:
    ///   - firstMatch: The first entry whose condition holds, of any type; `nil` if it is not known.
    ///   - read: Reads the value at a node of the given kind, or returns what is wrong with it. The last value that it
    ///     reads is the effective one.
    private func typedDetails(
        of setting: SettingIndex,
        for context: EvaluationContext,
        firstMatch: SettingsSnapshot.Winner?,
        read: (_ node: Int, _ kind: JSONKind) -> SettingProblem?
    ) -> ResolutionDetails {
        let record = loaded[setting]
        guard record.defaultValue != SettingRecord.missing else {
            return ResolutionDetails(
                reason: .error,
                errorCode: .parseError,
                issues: issues(.missingDefault, of: setting, at: Int(record.node))
            )
        }
        if let problem = read(Int(record.defaultValue), record.defaultKind) {
            let issues = issues(problem, of: setting, at: Int(record.defaultValue), member: "defaultValue")
            return ResolutionDetails(reason: .error, errorCode: .typeMismatch, issues: issues)
        }
        let ofDefault = ResolutionSource.node(record.defaultValue, of: self)
        guard record.listsEntries else { return ResolutionDetails(reason: .static, source: ofDefault) }
        let check = VersionCheck(testsVersion: record.testsVersion, in: context)
        var problems = SettingProblems()
        if check.lacksVersion { problems.add(problemWithoutVersion(in: context), at: Int(record.node)) }
        var evaluator = ConditionEvaluator(self, context)
        let known = firstMatch?.entry
        let start = known ?? (firstMatch == nil ? record.entries.lowerBound : record.entries.upperBound)
        let first = FirstMatch.winner(among: start..<record.entries.upperBound) {
            // The snapshot knows that the condition of the first match holds.
            $0 == known || evaluator.holds($0, in: loaded, for: context)
        } value: { entry -> EntryRecord? in
            let entry = loaded[entry]
            guard let problem = read(Int(entry.value), entry.valueKind) else { return entry }
            problems.add(problem, withValue: Int(entry.value), ofEntry: Int(entry.documentIndex), in: tree)
            return nil
        }
        let issues = issues(problems, of: setting) + unusableInputIssues(of: setting, for: context)
        guard let first else {
            return ResolutionDetails(
                reason: check.reason(.default), errorCode: check.errorCode, issues: issues, source: ofDefault)
        }
        return ResolutionDetails(
            reason: check.reason(loaded.reason(ofMatch: first.entry)),
            errorCode: check.errorCode,
            entryIndex: Int(first.value.documentIndex),
            issues: issues,
            source: .entry(first.entry, of: self)
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
