package import FlagResolver

/// Proves policies for a document, or finds every version that breaks them.
package struct PolicyProver {
    private var evaluator: ExpressionEvaluator
    /// The only versions that matter for whether a policy is about anything; `nil` for all.
    private let relevant: VersionSet?

    /// - Parameter relevant: Versions of which a policy must be about one at least, such as those that have shipped.
    package init(_ document: SettingsDocument, relevant: VersionSet? = nil) {
        evaluator = ExpressionEvaluator(document)
        self.relevant = relevant
    }

    /// What was found wrong with the names and values of all policies so far.
    package var problems: [ExpressionEvaluator.Problem] { evaluator.problems }

    /// The verdict on a policy; `nil` where it has no meaning in the document, which is an error in ``problems``.
    ///
    /// - Complexity: Linear in the size of the policy and the runs of its settings.
    package mutating func verdict(on policy: Policy) -> PolicyVerdict? {
        let before = evaluator.problems.count
        let verdict = examine(policy.statement)
        return evaluator.problems[before...].contains(where: \.isError) ? nil : verdict
    }

    private mutating func examine(_ statement: Policy.Statement) -> PolicyVerdict? {
        switch statement {
        case .holds(let range, let expression):
            let known = evaluator.problems.count
            let isTrue = evaluator.versions(satisfying: expression)
            guard !evaluator.problems[known...].contains(where: \.isError) else { return nil }
            guard isAboutSomething(range.versions) else { return .vacuous }
            let failing = range.versions.subtracting(isTrue)
            guard !failing.isEmpty else { return .proved(range.versions) }
            return .violated(failing, expression.settings.flatMap { values(of: $0, in: failing) })
        case .monotone(let name, let chain): return monotone(name, chain)
        case .changesOnly(let name, let versions): return changes(name, versions)
        case .constant(let range, let name):
            guard let history = evaluator.history(of: name) else { return nil }
            guard isAboutSomething(range.versions) else { return .vacuous }
            return constant(name, history.runs.clipped(to: range.versions.stretches), range.versions)
        }
    }

    private func isAboutSomething(_ versions: VersionSet) -> Bool {
        guard let relevant else { return !versions.isEmpty }
        return !versions.isDisjoint(with: relevant)
    }

    /// What a setting is for some versions: each place that a value comes from, with its versions.
    private mutating func values(
        of name: Expression.SettingName, in versions: VersionSet
    ) -> [PolicyVerdict.Violation] {
        guard let history = evaluator.history(of: name) else { return [] }
        var order: [Int] = []
        var stretches: [Int: [VersionStretch]] = [:]
        for part in history.parts {
            let shared = VersionSet(part.stretch).intersection(versions)
            guard !shared.isEmpty else { continue }
            if stretches[part.value] == nil { order.append(part.value) }
            stretches[part.value, default: []] += shared.stretches
        }
        return order.map { value in
            PolicyVerdict.Violation(
                setting: name, kind: .value, versions: VersionSet(stretches[value] ?? []), value: value)
        }
    }

    private mutating func monotone(
        _ name: Expression.SettingName, _ chain: [Expression.Literal]
    ) -> PolicyVerdict? {
        guard let history = evaluator.history(of: name) else { return nil }
        var violations: [PolicyVerdict.Violation] = []
        var reached: (place: Int, value: Int)?
        for run in history.runs {
            let versions = VersionSet(run.stretch)
            guard let place = chain.firstIndex(where: { evaluator.isEqual(run.value, $0) }) else {
                violations.append(.init(setting: name, kind: .notInChain, versions: versions, value: run.value))
                continue
            }
            if let reached, place < reached.place {
                let kind = PolicyVerdict.Violation.Kind.goesBack(from: reached.value)
                violations.append(.init(setting: name, kind: kind, versions: versions, value: run.value))
            } else {
                reached = (place, run.value)
            }
        }
        evaluator.warn(about: name, chain)
        return Self.verdict(violations, over: .all)
    }

    private mutating func changes(_ name: Expression.SettingName, _ versions: [AppVersion]) -> PolicyVerdict? {
        guard let history = evaluator.history(of: name) else { return nil }
        let allowed = Set(versions.map { VersionCut.before($0) })
        let runs = history.runs
        let violations = zip(runs, runs.dropFirst()).compactMap { previous, run -> PolicyVerdict.Violation? in
            guard !allowed.contains(run.stretch.lower) else { return nil }
            return .init(
                setting: name, kind: .changes(from: previous.value), versions: VersionSet(run.stretch),
                value: run.value)
        }
        return Self.verdict(violations, over: .all)
    }

    private func constant(
        _ name: Expression.SettingName, _ runs: [SettingHistory.Run], _ versions: VersionSet
    ) -> PolicyVerdict {
        guard let first = runs.first else { return .vacuous }
        var order: [Int] = []
        var found: [Int: (value: Int, stretches: [VersionStretch])] = [:]
        for run in runs where run.valueClass != first.valueClass {
            if found[run.valueClass] == nil { order.append(run.valueClass) }
            found[run.valueClass, default: (run.value, [])].stretches.append(run.stretch)
        }
        let violations = order.compactMap { found[$0] }.map { value, stretches in
            PolicyVerdict.Violation(
                setting: name, kind: .differs(from: first.value), versions: VersionSet(stretches), value: value)
        }
        return Self.verdict(violations, over: versions)
    }

    private static func verdict(_ violations: [PolicyVerdict.Violation], over versions: VersionSet) -> PolicyVerdict {
        guard !violations.isEmpty else { return .proved(versions) }
        return .violated(VersionSet(violations.flatMap(\.versions.stretches)), violations)
    }
}
