package import FlagResolver

/// Finds the versions for which expressions are true in a document: exactly, for all versions at once.
package struct ExpressionEvaluator {
    /// Why an expression has no meaning in the document, or hardly the one that was meant.
    package enum Problem: Sendable {
        case unknownSetting(Expression.SettingName)
        /// The setting has no value, its default being missing or mistyped.
        case noValue(Expression.SettingName)
        /// An order was asked of a setting that is no number for some versions.
        case notANumber(Expression.SettingName, versions: VersionSet, value: Int)
        /// The setting never has the value that it is compared with. Nothing but a warning.
        case neverTaken(Expression.SettingName, Expression.Literal)
        /// It is asked whether there is a setting, and there is one of nearly that name only. Nothing but a warning.
        case nearlyThere(Expression.SettingName, suggestion: String)

        package var isError: Bool {
            switch self {
            case .neverTaken, .nearlyThere: false
            case .unknownSetting, .noValue, .notANumber: true
            }
        }
    }

    package let document: SettingsDocument
    /// What was found wrong so far.
    package private(set) var problems: [Problem] = []
    private var histories: [Int: SettingHistory?] = [:]

    package init(_ document: SettingsDocument) {
        self.document = document
    }

    /// The versions for which an expression is true; without meaning where ``problems`` has an error.
    ///
    /// - Complexity: Linear in the number of comparisons and the runs of their settings.
    package mutating func versions(satisfying expression: Expression) -> VersionSet {
        switch expression {
        case .comparison(let name, let sign, let literal): compare(name, sign, literal)
        case .membership(let name, let literals): member(name, literals)
        case .exists(let name): exists(name)
        case .not(let inner): versions(satisfying: inner).complement
        case .all(let parts): VersionSet(unionOf: parts.map { versions(satisfying: $0).complement }).complement
        case .any(let parts): VersionSet(unionOf: parts.map { versions(satisfying: $0) })
        case .implication(let left, let right):
            versions(satisfying: left).complement.union(versions(satisfying: right))
        }
    }

    private mutating func exists(_ name: Expression.SettingName) -> VersionSet {
        guard document.slot(named: name.text) == nil else { return .all }
        if let suggestion = Spelling.nearest(to: name.text, in: document.names) {
            problems.append(.nearlyThere(name, suggestion: suggestion))
        }
        return .none
    }

    /// The history of a setting; `nil` where it has none, which is a problem.
    package mutating func history(of name: Expression.SettingName) -> SettingHistory? {
        guard let slot = document.slot(named: name.text) else {
            problems.append(.unknownSetting(name))
            return nil
        }
        if histories[slot] == nil { histories[slot] = .some(SettingHistory(of: slot, in: document)) }
        guard let history = histories[slot] ?? nil else {
            problems.append(.noValue(name))
            return nil
        }
        return history
    }

    /// Whether a value of the document is the same JSON as a literal.
    package func isEqual(_ value: Int, _ literal: Expression.Literal) -> Bool {
        document.tree.isEqual(value, to: literal.tree, Expression.Literal.root)
    }

    private mutating func compare(
        _ name: Expression.SettingName, _ sign: Expression.Operator, _ literal: Expression.Literal
    ) -> VersionSet {
        guard !sign.isOrder else { return order(name, sign, literal) }
        let equal = member(name, [literal])
        return sign == .equal ? equal : equal.complement
    }

    private mutating func member(_ name: Expression.SettingName, _ literals: [Expression.Literal]) -> VersionSet {
        guard let history = history(of: name) else { return .none }
        warn(about: name, literals)
        return VersionSet(history.runs.filter { run in literals.contains { isEqual(run.value, $0) } }.map(\.stretch))
    }

    /// Notes the values that a setting never has.
    mutating func warn(about name: Expression.SettingName, _ literals: [Expression.Literal]) {
        guard let slot = document.slot(named: name.text), let history = histories[slot] ?? nil else { return }
        for literal in literals where !history.parts.contains(where: { isEqual($0.value, literal) }) {
            problems.append(.neverTaken(name, literal))
        }
    }

    private mutating func order(
        _ name: Expression.SettingName, _ sign: Expression.Operator, _ literal: Expression.Literal
    ) -> VersionSet {
        guard let history = history(of: name) else { return .none }
        let root = Expression.Literal.root
        var found: [VersionStretch] = []
        var others: [SettingHistory.Run] = []
        for run in history.runs {
            guard let isLess = document.tree.isLess(run.value, than: root, of: literal.tree),
                let isGreater = literal.tree.isLess(root, than: run.value, of: document.tree)
            else {
                others.append(run)
                continue
            }
            let holds =
                switch sign {
                case .less: isLess
                case .lessOrEqual: !isGreater
                case .greater: isGreater
                default: !isLess
                }
            if holds { found.append(run.stretch) }
        }
        if let first = others.first {
            let versions = VersionSet(others.map(\.stretch))
            problems.append(.notANumber(name, versions: versions, value: first.value))
        }
        return VersionSet(found)
    }
}
