package import FlagResolver

/// Proves policies for a document, or finds every version that violates them.
package struct PolicyProver {
    var evaluator: ExpressionEvaluator
    /// A policy that applies to none of these versions is vacuous; `nil` for all versions.
    private let relevant: VersionSet?

    /// - Parameters:
    ///   - policies: All policies that will be proved.
    ///   - relevant: The versions that matter, for example those that have shipped. A policy that applies to none of them is
    ///     vacuous. `nil` for all versions.
    package init(_ document: SettingsDocument, for policies: [Policy] = [], relevant: VersionSet? = nil) {
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
            instances = try policy.instances(in: evaluator.document)
        } catch {
            evaluator.report(error)
            return []
        }
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
        let verdict: PolicyVerdict?
        do throws(CaseSpace.Failure) {
            verdict = try examine(policy.statement)
        } catch {
            evaluator.report(error)
            return nil
        }
        return evaluator.problems[before...].contains(where: \.isError) ? nil : verdict
    }

    private mutating func examine(_ statement: Policy.Statement) throws(CaseSpace.Failure) -> PolicyVerdict? {
        switch statement {
        case .holds(let range, let expression):
            let known = evaluator.problems.count
            let users = try users(of: range)
            let isTrue = evaluator.cases(satisfying: expression)
            guard !evaluator.problems[known...].contains(where: \.isError) else { return nil }
            guard appliesToAny(users) else { return .vacuous }
            let failing = try space.combined(users, isTrue) { $0 != 0 && $1 == 0 ? .yes : .no }
            let versions = failing.possibleVersions
            guard !versions.isEmpty else { return .proved(range.versions) }
            var violations: [PolicyVerdict.Violation] = []
            for setting in expression.settings { violations += try values(of: setting, in: failing) }
            return .violated(
                versions, violations,
                cases: violations.isEmpty ? try space.casesByLeaf(of: failing).flatMap(\.cases) : [])
        case .monotone(let name, let course, let chain): return try monotone(name, over: course, chain)
        case .changesOnly(let name, let versions): return try changes(name, versions)
        case .constant(let range, let name): return try constant(range, name)
        }
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
        guard let cases = evaluator.values(of: name)?.cases else { return [] }
        let values = try space.combined(condition, cases.winners) { $0 == 0 ? .no : .leaf($1 + 1) }
        return try violations(values) { leaf in (name, .value, cases.value(of: Winner(leaf: leaf - 1))) }
    }

    /// The violations in the cases of a function whose leaf is not ``Decision/no``, grouped by the leaf.
    func violations(
        _ map: CaseMap,
        _ describe: (Int) -> (setting: Expression.SettingName, kind: PolicyVerdict.Violation.Kind, value: Int)
    ) throws(CaseSpace.Failure) -> [PolicyVerdict.Violation] {
        try space.casesByLeaf(of: map).map { leaf, cases in
            let (setting, kind, value) = describe(leaf)
            return PolicyVerdict.Violation(
                setting: setting, kind: kind, versions: VersionSet(cases.flatMap(\.versions.intervals)), value: value,
                cases: cases)
        }
    }

    /// The violations for an interval where a decision is not ``Decision/no``, each with the node of the value that the
    /// lowest version of the interval has.
    func violations(
        _ decision: Decision, for interval: VersionInterval, of cases: SettingFunction,
        _ describe: (_ leaf: Int, _ value: Int) -> (
            setting: Expression.SettingName, kind: PolicyVerdict.Violation.Kind, value: Int
        )
    ) throws(CaseSpace.Failure) -> [PolicyVerdict.Violation] {
        let winners = VersionMap(cases.winners.value(at: cases.winners.indices(overlapping: interval).lowerBound))
        let (found, pairs) = try space.pairs(VersionMap(decision), winners) { leaf, _ in leaf != 0 }
        let map = VersionMap(VersionSet(interval), inside: found.value(at: 0), outside: .no)
        return try violations(map) { number in
            describe(pairs[number - 1].left, cases.value(of: Winner(leaf: pairs[number - 1].right)))
        }
    }

    private mutating func changes(
        _ name: Expression.SettingName, _ versions: [AppVersion]
    ) throws(CaseSpace.Failure) -> PolicyVerdict? {
        guard let cases = evaluator.values(of: name)?.cases else { return nil }
        let allowed = Set(versions.map { VersionCut.before($0) })
        let map = try cases.valueMap()
        // The last change of each user, as its number plus 1; none if it is allowed, or if another user with the same change
        // has a later one.
        var last = CaseMap(.no)
        var found: [Decision] = [.no]
        var changes: [(from: Int, value: Int)] = []
        for index in map.indices.dropFirst() {
            let isAllowed = allowed.contains(map[index].interval.lower)
            if !isAllowed || last != CaseMap(.no) {
                let before = VersionMap(map.value(at: index - 1))
                let change = try space.combined(before, VersionMap(map.value(at: index))) {
                    $0 == $1 ? .no : .leaf(1 + $0)
                }
                // A violation continues where only other users get another value.
                let ended = Set(space.leaves(of: try space.combined(last, change) { $1 == 0 ? .no : .leaf($0) }))
                last = try space.mapped(last) { ended.contains($0) ? .no : .leaf($0) }
                if !isAllowed {
                    let winners = cases.winners.indices(overlapping: map[index].interval)
                    let (new, pairs) = try space.pairs(
                        change, VersionMap(cases.winners.value(at: winners.lowerBound))
                    ) { leaf, _ in leaf != 0 }
                    let count = changes.count
                    last = try space.combined(last, new) { $1 == 0 ? .leaf($0) : .leaf(count + $1) }
                    changes += pairs.map { (cases.value(of: Winner(leaf: $0.left - 1)), cases.value(of: Winner(leaf: $0.right))) }
                }
            }
            found.append(last.value(at: 0))
        }
        let violations = try violations(map.withValues(found)) { number in
            (name, .changes(from: changes[number - 1].from), changes[number - 1].value)
        }
        return Self.verdict(violations, over: .all)
    }

    private mutating func constant(
        _ range: Policy.Range, _ name: Expression.SettingName
    ) throws(CaseSpace.Failure) -> PolicyVerdict? {
        guard let cases = evaluator.values(of: name)?.cases else { return nil }
        let users = try users(of: range)
        guard appliesToAny(users) else { return .vacuous }
        let values = try space.combined(users, cases.valueMap()) { $0 == 0 ? .no : .leaf($1 + 1) }
        // The value of the first case: that of the lowest version.
        guard let first = try space.cases(of: values).compactMap(\.decision.leaf).first(where: { $0 > 0 }) else {
            return .vacuous
        }
        let others = try space.mapped(values) { $0 == first ? .no : .leaf($0) }
        // The entry that gives each value where it first differs.
        var nodes: [Int: Int] = [:]
        let representatives = cases.representatives()
        for item in try space.cases(of: space.combined(others, cases.winners) { $0 == 0 ? .no : .leaf($1 + 1) }) {
            guard let leaf = item.decision.leaf, leaf > 0 else { continue }
            let valueLeaf = representatives[Winner(leaf: leaf - 1)].leaf
            if nodes[valueLeaf] == nil { nodes[valueLeaf] = cases.value(of: Winner(leaf: leaf - 1)) }
        }
        let violations = try violations(others) { leaf in
            (name, .differs(from: cases.value(of: Winner(leaf: first - 1))), nodes[leaf - 1] ?? cases.value(of: Winner(leaf: leaf - 1)))
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
        case .monotone, .changesOnly: []
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
            /// The value comes earlier in the chain than the value before it, which has this node.
            case goesBack(from: Int)
            /// The value is not in the chain.
            case notInChain
            /// The value changes from the one with this node at the lower bound of the versions, which is not allowed.
            case changes(from: Int)
            /// The value differs from that of the lowest version, which has this node.
            case differs(from: Int)
        }

        package let setting: Expression.SettingName
        package let kind: Kind
        package let versions: VersionSet
        /// The node of the value.
        package let value: Int
        /// The users who get the value for these versions.
        package let cases: [Case]
    }
}
