package import FlagResolver

/// Proves policies for a document, or finds every version that violates them.
package struct PolicyProver {
    private var evaluator: ExpressionEvaluator
    /// A policy that applies to none of these versions is vacuous; `nil` for all versions.
    private let relevant: VersionSet?

    /// - Parameter relevant: A policy that applies to none of these versions is vacuous. An example are the shipped
    ///   versions.
    package init(_ document: SettingsDocument, relevant: VersionSet? = nil) {
        evaluator = ExpressionEvaluator(document)
        self.relevant = relevant
    }

    /// The problems with names and values in all policies so far.
    package var problems: [ExpressionEvaluator.Problem] { evaluator.problems }

    /// The verdict on a policy; `nil` if it has no meaning in the document. ``problems`` then contains the error.
    ///
    /// - Complexity: Linear in the size of the policy and the segments of its settings.
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
            guard appliesToAny(range.versions) else { return .vacuous }
            let failing = range.versions.subtracting(isTrue)
            guard !failing.isEmpty else { return .proved(range.versions) }
            return .violated(failing, expression.settings.flatMap { values(of: $0, in: failing) })
        case .monotone(let name, let chain): return monotone(name, chain)
        case .changesOnly(let name, let versions): return changes(name, versions)
        case .constant(let range, let name):
            guard let history = evaluator.values(of: name)?.history else { return nil }
            guard appliesToAny(range.versions) else { return .vacuous }
            return constant(name, history.segments(within: range.versions), range.versions)
        }
    }

    private func appliesToAny(_ versions: VersionSet) -> Bool {
        guard let relevant else { return !versions.isEmpty }
        return !versions.isDisjoint(with: relevant)
    }

    /// The values of a setting for some versions, grouped by their nodes.
    private mutating func values(
        of name: Expression.SettingName, in versions: VersionSet
    ) -> [PolicyVerdict.Violation] {
        guard let history = evaluator.values(of: name)?.history else { return [] }
        return history.segments(within: versions).versions(by: \.value).map { value, versions in
            PolicyVerdict.Violation(setting: name, kind: .value, versions: versions, value: value)
        }
    }

    private mutating func monotone(
        _ name: Expression.SettingName, _ chain: [Expression.Literal]
    ) -> PolicyVerdict? {
        guard let values = evaluator.values(of: name) else { return nil }
        var positions: [Int: Int] = [:]
        for (position, literal) in chain.enumerated() {
            if let valueClass = values.valueClass(of: literal) { positions[valueClass] = position }
        }
        var violations: [PolicyVerdict.Violation] = []
        var reached: (position: Int, value: Int)?
        for segment in values.history.valueSegments {
            let versions = VersionSet(segment.interval)
            guard let position = positions[segment.valueClass] else {
                violations.append(.init(setting: name, kind: .notInChain, versions: versions, value: segment.value))
                continue
            }
            if let reached, position < reached.position {
                let kind = PolicyVerdict.Violation.Kind.goesBack(from: reached.value)
                violations.append(.init(setting: name, kind: kind, versions: versions, value: segment.value))
            } else {
                reached = (position, segment.value)
            }
        }
        evaluator.warnOfMissing(chain, among: values, of: name)
        return Self.verdict(violations, over: .all)
    }

    private mutating func changes(_ name: Expression.SettingName, _ versions: [AppVersion]) -> PolicyVerdict? {
        guard let history = evaluator.values(of: name)?.history else { return nil }
        let allowed = Set(versions.map { VersionCut.before($0) })
        let segments = history.valueSegments
        let violations = zip(segments, segments.dropFirst()).compactMap { previous, segment in
            allowed.contains(segment.interval.lower)
                ? nil
                : PolicyVerdict.Violation(
                    setting: name, kind: .changes(from: previous.value), versions: VersionSet(segment.interval),
                    value: segment.value)
        }
        return Self.verdict(violations, over: .all)
    }

    private func constant(
        _ name: Expression.SettingName, _ segments: [SettingHistory.Segment], _ versions: VersionSet
    ) -> PolicyVerdict {
        guard let first = segments.first else { return .vacuous }
        let others = segments.filter { $0.valueClass != first.valueClass }
        let violations = others.versions(by: \.valueClass).map { value, versions in
            PolicyVerdict.Violation(
                setting: name, kind: .differs(from: first.value), versions: versions, value: value)
        }
        return Self.verdict(violations, over: versions)
    }

    private static func verdict(_ violations: [PolicyVerdict.Violation], over versions: VersionSet) -> PolicyVerdict {
        guard !violations.isEmpty else { return .proved(versions) }
        return .violated(VersionSet(violations.flatMap(\.versions.intervals)), violations)
    }
}

/// Whether a policy holds in a document.
package enum PolicyVerdict: Sendable {
    /// It holds for all of these versions.
    case proved(VersionSet)
    /// It applies to no version, so there is nothing to prove.
    case vacuous
    /// It is violated for exactly these versions.
    case violated(VersionSet, [Violation])

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
    }
}
