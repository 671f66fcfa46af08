package import FlagResolver

/// Proves policies for a document, or finds every version that violates them.
package struct PolicyProver {
    var evaluator: ExpressionEvaluator
    /// A policy that applies to none of these versions is vacuous; `nil` for all versions.
    private let relevant: VersionSet?
    /// What recorded releases read; `nil` without records.
    private let readers: DocumentReaders?
    /// How many verdicts patterns may still have.
    private var restOfInstances: Int

    /// Groups and patterns stand for so many settings together, at most. A document has 20,000.
    package static let maximumInstanceCount = 200_000

    /// - Parameters:
    ///   - policies: All policies that will be proved.
    ///   - relevant: The versions that matter, for example those that have shipped. A policy that applies to none of them is
    ///     vacuous. `nil` for all versions.
    ///   - readers: What recorded releases read, for policies about it.
    ///   - instanceCount: How many settings groups and patterns may stand for, in all policies together.
    package init(
        _ document: SettingsDocument, for policies: [Policy] = [], relevant: VersionSet? = nil,
        readers: DocumentReaders? = nil, instanceCount: Int = maximumInstanceCount
    ) {
        self.readers = readers
        restOfInstances = instanceCount
        evaluator = ExpressionEvaluator(document, for: policies.flatMap(\.expressions))
        self.relevant = relevant
    }

    /// The case space of the document and of all policies.
    package var space: CaseSpace { evaluator.space }

    /// The problems with names and values in all policies so far.
    package var problems: [ExpressionEvaluator.Problem] { evaluator.problems }

    /// The verdict for each setting that a group or a pattern in a policy stands for; one verdict if there is none.
    ///
    /// A policy without a meaning in the document has no verdict. ``problems`` then contains the error.
    package mutating func verdicts(
        on policy: Policy
    ) -> [(instance: Policy.Instance, verdict: PolicyVerdict)] {
        let instances: [Policy.Instance]
        do throws(Policy.SeveralPatterns) {
            guard let found = try policy.instances(in: evaluator.document, atMost: restOfInstances) else {
                restOfInstances = 0
                if let name = policy.patternName { evaluator.reportTooManyInstances(of: name) }
                return []
            }
            instances = found
        } catch {
            evaluator.report(error)
            return []
        }
        if instances.contains(where: { $0.setting != nil }) { restOfInstances -= instances.count }
        var verdicts: [(instance: Policy.Instance, verdict: PolicyVerdict)] = []
        for instance in instances {
            if let verdict = verdict(on: instance.policy) { verdicts.append((instance, verdict)) }
        }
        return verdicts
    }

    /// The verdict on a policy; `nil` if it has no meaning in the document. ``problems`` then contains the error.
    ///
    /// - Complexity: Linear in the size of the policy and the segments of its settings.
    package mutating func verdict(on policy: Policy) -> PolicyVerdict? {
        let before = evaluator.problems.count
        var verdict: PolicyVerdict?
        do throws(CaseSpace.Failure) {
            verdict = try examine(policy.statement)
            if let found = verdict, let readers, !evaluator.problems[before...].contains(where: \.isError) {
                verdict = try found.with(verdictForReleases(on: policy.statement, readers))
            }
        } catch {
            evaluator.report(error)
            return nil
        }
        return evaluator.problems[before...].contains(where: \.isError) ? nil : verdict
    }

    mutating func examine(_ statement: Policy.Statement) throws(CaseSpace.Failure) -> PolicyVerdict? {
        switch statement {
        case .holds(let range, let expression):
            let known = evaluator.problems.count
            let users = try users(of: range)
            let isTrue = evaluator.cases(satisfying: expression)
            guard !evaluator.problems[known...].contains(where: \.isError) else { return nil }
            guard appliesToAny(users) else { return .vacuous }
            let failing = try space.combined(users, isTrue) { (isUser: Bool, holds: Bool) in isUser && !holds }
            let versions = failing.possibleVersions
            guard !versions.isEmpty else { return .proved(range.versions) }
            var violations: [PolicyVerdict.Violation] = []
            for setting in expression.settings { violations += try values(of: setting, in: failing) }
            return .violated(
                versions, violations,
                cases: violations.isEmpty ? try space.casesByValue(of: failing, as: Int.self).flatMap(\.cases) : [])
        case .monotone(let name, let course, let chain): return try monotone(name, over: course, chain)
        case .changesOnly(let name, let versions): return try changes(name, versions)
        case .constant(let range, let name): return try constant(range, name)
        case .readable(let name): return try readable(name)
        }
    }

    /// Whether every recorded release that the document supports can read every value that it can get.
    private mutating func readable(_ name: Expression.SettingName) throws(CaseSpace.Failure) -> PolicyVerdict? {
        guard let readers else {
            evaluator.reportMissingReaders(for: name)
            return nil
        }
        guard evaluator.values(of: name) != nil, let setting = evaluator.document.index(named: name.text) else {
            return nil
        }
        let analysis = ReaderAnalysis(
            evaluator.document, readers, from: evaluator.document.minimumVersion, in: space)
        let versions = VersionSet(
            readers.recorded.reads(of: name.text, from: evaluator.document.minimumVersion)
                .map { VersionInterval($0.release.version) })
        guard !versions.isEmpty else { return .vacuous }
        let violations = try analysis.losses(of: setting).filter(\.isUnreadable).map { loss in
            PolicyVerdict.Violation(
                setting: name, kind: .value, versions: VersionSet(loss.releases.map { VersionInterval($0) }),
                found: FoundValue(
                    evaluator.document.value(of: loss.winner, in: setting)
                        ?? Int(evaluator.document.loaded[setting].node), of: evaluator.document.tree),
                cases: loss.cases)
        }
        return Self.verdict(violations, over: versions)
    }

    /// The users and versions that a statement is about.
    private mutating func users(of range: Policy.Range) throws(CaseSpace.Failure) -> CaseMap {
        let versions = VersionMap(range.versions, inside: Decision.yes, outside: .no)
        guard let users = range.users else { return versions }
        return try space.all([versions, evaluator.cases(satisfying: users)])
    }

    private func appliesToAny(_ users: CaseMap) -> Bool {
        let versions = users.possibleVersions
        guard let relevant else { return !versions.isEmpty }
        return !versions.isDisjoint(with: relevant)
    }

    /// The values of a setting where a condition holds, grouped by their nodes.
    private mutating func values(
        of name: Expression.SettingName, in condition: CaseMap
    ) throws(CaseSpace.Failure) -> [PolicyVerdict.Violation] {
        guard let function = evaluator.values(of: name)?.function else { return [] }
        return try violations(space.selecting(condition, in: function.winners)) { (winner: Winner) in
            (name, .value, FoundValue(of: winner, in: function))
        }
    }

    /// The violations in the cases where a function has a value, grouped by the value.
    func violations<Value: LeafValue>(
        _ map: CaseMap,
        _ describe: (Value) -> (setting: Expression.SettingName, kind: PolicyVerdict.Violation.Kind, found: FoundValue)
    ) throws(CaseSpace.Failure) -> [PolicyVerdict.Violation] {
        try space.casesByValue(of: map, as: Value.self).map { found, cases in
            let (setting, kind, value) = describe(found)
            return PolicyVerdict.Violation(
                setting: setting, kind: kind, versions: VersionSet(cases.flatMap(\.versions.intervals)), found: value,
                cases: cases)
        }
    }

    /// The violations for an interval where a decision has a value, each with the node of the value of the setting that the
    /// lowest version of the interval has.
    func violations<Value: LeafValue>(
        _ decision: Decision, for interval: VersionInterval, of function: SettingFunction,
        _ describe: (_ found: Value?, _ value: FoundValue) -> (
            setting: Expression.SettingName, kind: PolicyVerdict.Violation.Kind, found: FoundValue
        )
    ) throws(CaseSpace.Failure) -> [PolicyVerdict.Violation] {
        let winners = VersionMap(function.winners.value(at: function.winners.indices(overlapping: interval).lowerBound))
        let (found, pairs) = try space.pairs(VersionMap(decision), winners) { (found: Value?, _: Winner) in found != nil
        }
        let map = VersionMap(VersionSet(interval), inside: found.value(at: 0), outside: .no)
        return try violations(map) { (index: Int) in
            describe(pairs[index].left, FoundValue(of: pairs[index].right, in: function))
        }
    }

    private mutating func changes(
        _ name: Expression.SettingName, _ versions: [AppVersion]
    ) throws(CaseSpace.Failure) -> PolicyVerdict? {
        guard let function = evaluator.values(of: name)?.function else { return nil }
        let allowed = Set(versions.map { VersionCut.before($0) })
        let map = try function.valueMap()
        // The last change of each user, as its index; none if it is allowed, or if another user with the same change has a
        // later one.
        var last = CaseMap(.no)
        var found: [Decision] = [.no]
        var changes: [(from: JSONValue, found: FoundValue)] = []
        for index in map.indices.dropFirst() {
            let isAllowed = allowed.contains(map[index].interval.lower)
            if !isAllowed || !last.neverHolds {
                let before = VersionMap(map.value(at: index - 1))
                let change = try space.combined(before, VersionMap(map.value(at: index))) {
                    (before: Winner, after: Winner) in before == after ? nil : before
                }
                // A violation continues where only other users get another value.
                let stillChanging = try space.combined(last, change) { (last: Int?, change: Winner?) in
                    change == nil ? nil : last
                }
                let ended = Set(space.values(of: stillChanging, as: Int?.self))
                last = try space.mapped(last) { (last: Int?) in ended.contains(last) ? nil : last }
                if !isAllowed {
                    let winners = function.winners.indices(overlapping: map[index].interval)
                    let (new, pairs) = try space.pairs(
                        change, VersionMap(function.winners.value(at: winners.lowerBound))
                    ) { (change: Winner?, _: Winner) in change != nil }
                    let count = changes.count
                    last = try space.combined(last, new) { (last: Int?, new: Int?) in new.map { count + $0 } ?? last }
                    changes += pairs.map {
                        (function.jsonValue(of: $0.left ?? .default), FoundValue(of: $0.right, in: function))
                    }
                }
            }
            found.append(last.value(at: 0))
        }
        let violations = try violations(map.withValues(found)) { (index: Int) in
            (name, .changes(from: changes[index].from), changes[index].found)
        }
        return Self.verdict(violations, over: .all)
    }

    private mutating func constant(
        _ range: Policy.Range, _ name: Expression.SettingName
    ) throws(CaseSpace.Failure) -> PolicyVerdict? {
        guard let values = evaluator.values(of: name) else { return nil }
        let function = values.function
        let users = try users(of: range)
        guard appliesToAny(users) else { return .vacuous }
        let selected = try space.selecting(users, in: function.valueMap())
        // The value of the first case: that of the lowest version.
        guard let first = try space.cases(of: selected).lazy.compactMap({ $0.value(as: Winner.self) }).first else {
            return .vacuous
        }
        let others = try space.mapped(selected) { (winner: Winner?) in winner == first ? nil : winner }
        // The entry that gives each value where it first differs.
        var winners: [Winner: Winner] = [:]
        for item in try space.cases(of: space.selecting(others, in: function.winners)) {
            guard let winner = item.value(as: Winner.self) else { continue }
            let value = values.representatives[winner]
            winners[value] = winners[value] ?? winner
        }
        let violations = try violations(others) { (value: Winner) in
            (
                name, .differs(from: function.jsonValue(of: first)),
                FoundValue(of: winners[value] ?? value, in: function)
            )
        }
        return Self.verdict(violations, over: range.versions)
    }

    static func verdict(_ violations: [PolicyVerdict.Violation], over versions: VersionSet) -> PolicyVerdict {
        guard !violations.isEmpty else { return .proved(versions) }
        return .violated(VersionSet(violations.flatMap(\.versions.intervals)), violations, cases: [])
    }
}

extension Policy {
    /// The expressions of the statement.
    fileprivate var expressions: [Expression] {
        switch statement {
        case .holds(let range, let expression): [range.users, expression].compactMap { $0 }
        case .constant(let range, _): [range.users].compactMap { $0 }
        case .monotone, .changesOnly, .readable: []
        }
    }
}

/// Whether a policy holds in a document.
package enum PolicyVerdict: Sendable {
    /// It holds for all of these versions.
    case proved(VersionSet)
    /// It applies to no version, so there is nothing to prove.
    case vacuous
    /// It is violated for exactly these versions, with the values that are the reason. If no value is the reason, because the
    /// policy is about attributes, the cases are those in which it is violated.
    case violated(VersionSet, [Violation], cases: [Case])

    /// Versions that violate a policy, with the value that is the reason.
    package struct Violation: Sendable {
        package enum Kind: Sendable {
            /// The expression is false with this value.
            case value
            /// The value comes earlier in the chain than this value before it.
            case goesBack(from: JSONValue)
            /// The value is not in the chain.
            case notInChain
            /// The value changes from this one at the lower bound of the versions, which is not allowed.
            case changes(from: JSONValue)
            /// The value differs from this one of the lowest version.
            case differs(from: JSONValue)
        }

        package let setting: Expression.SettingName
        package let kind: Kind
        package let versions: VersionSet
        package let found: FoundValue
        /// The users who get the value for these versions.
        package let cases: [Case]
        /// Whether it is a violation only as recorded releases read the settings, and not as the document is written.
        package private(set) var isForReleases = false

        /// The same violation as one for releases only, for some of its versions; `nil` if it has none of them.
        func forReleases(in versions: VersionSet) -> Violation? {
            let own = self.versions.intersection(versions)
            guard !own.isEmpty else { return nil }
            let cases = self.cases.compactMap { item -> Case? in
                let versions = item.versions.intersection(versions)
                return versions.isEmpty ? nil : Case(versions: versions, terms: item.terms, decision: item.decision)
            }
            var violation = Violation(setting: setting, kind: kind, versions: own, found: found, cases: cases)
            violation.isForReleases = true
            return violation
        }
    }
}
