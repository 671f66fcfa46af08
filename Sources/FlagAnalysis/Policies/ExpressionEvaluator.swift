package import FlagResolver

/// Finds all versions for which expressions are true in a document: exactly, not by sampling.
package struct ExpressionEvaluator {
    /// Why an expression has no meaning in the document, or probably does not have the intended one.
    package enum Problem: Sendable {
        case unknownSetting(Expression.SettingName)
        /// The setting is unresolvable: its default is missing or has the wrong type.
        case noValue(Expression.SettingName)
        /// The setting is compared by order, but for some versions it is not a number.
        case notANumber(Expression.SettingName, versions: VersionSet, value: Int)
        /// The setting never has the value that it is compared with. This is only a warning.
        case valueNeverOccurs(Expression.SettingName, Expression.Literal)
        /// `exists` names an unknown setting, and there is one with a similar name. This is only a warning.
        case similarName(Expression.SettingName, suggestion: String)

        package var isError: Bool {
            switch self {
            case .valueNeverOccurs, .similarName: false
            case .unknownSetting, .noValue, .notANumber: true
            }
        }
    }

    package let document: SettingsDocument
    /// The problems found so far.
    package private(set) var problems: [Problem] = []
    private var settings: [SettingIndex: SettingValues?] = [:]

    package init(_ document: SettingsDocument) {
        self.document = document
    }

    /// The versions for which an expression is true. The result has no meaning if ``problems`` contains an error.
    ///
    /// - Complexity: Linear in the number of comparisons and the segments of their settings.
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
        guard document.index(named: name.text) == nil else { return .all }
        if let suggestion = Spelling.nearest(to: name.text, in: document.names) {
            problems.append(.similarName(name, suggestion: suggestion))
        }
        return .none
    }

    /// The values of a setting; `nil` if it has none, which is a problem.
    mutating func values(of name: Expression.SettingName) -> SettingValues? {
        guard let setting = document.index(named: name.text) else {
            problems.append(.unknownSetting(name))
            return nil
        }
        if settings[setting] == nil {
            let history = SettingHistory(of: setting, in: document)
            settings[setting] = .some(history.map { SettingValues($0, of: document.tree) })
        }
        guard let values = settings[setting] ?? nil else {
            problems.append(.noValue(name))
            return nil
        }
        return values
    }

    private mutating func compare(
        _ name: Expression.SettingName, _ sign: Expression.Operator, _ literal: Expression.Literal
    ) -> VersionSet {
        guard !sign.isOrder else { return order(name, sign, literal) }
        let equal = member(name, [literal])
        return sign == .equal ? equal : equal.complement
    }

    private mutating func member(_ name: Expression.SettingName, _ literals: [Expression.Literal]) -> VersionSet {
        guard let values = values(of: name) else { return .none }
        warnOfMissing(literals, among: values, of: name)
        let classes = Set(literals.compactMap { values.valueClass(of: $0) })
        return values.history.valueClasses.versions { classes.contains($0) }
    }

    /// Adds a warning for each literal that the setting never has as its value.
    mutating func warnOfMissing(
        _ literals: [Expression.Literal], among values: SettingValues, of name: Expression.SettingName
    ) {
        for literal in literals where values.valueClass(of: literal) == nil {
            problems.append(.valueNeverOccurs(name, literal))
        }
    }

    private mutating func order(
        _ name: Expression.SettingName, _ sign: Expression.Operator, _ literal: Expression.Literal
    ) -> VersionSet {
        guard let values = values(of: name) else { return .none }
        let root = Expression.Literal.root
        // Each distinct value is compared once; `nil` for values that are not numbers.
        var outcomes: [Int: Bool?] = [:]
        for segment in values.history.segments where outcomes[segment.valueClass] == nil {
            let isLess = document.tree.isLess(segment.value, than: root, of: literal.tree)
            let isGreater = literal.tree.isLess(root, than: segment.value, of: document.tree)
            var outcome: Bool?
            if let isLess, let isGreater {
                switch sign {
                case .less: outcome = isLess
                case .lessOrEqual: outcome = !isGreater
                case .greater: outcome = isGreater
                default: outcome = !isLess
                }
            }
            outcomes[segment.valueClass] = .some(outcome)
        }
        let others = values.history.segments.filter { (outcomes[$0.valueClass] ?? nil) == nil }
        if let first = others.first {
            problems.append(.notANumber(name, versions: VersionSet(others.map(\.interval)), value: first.value))
        }
        return values.history.valueClasses.versions { (outcomes[$0] ?? nil) ?? false }
    }
}

/// The history of a setting, with its distinct values by their canonical text.
struct SettingValues {
    let history: SettingHistory
    private var classes: [[UInt8]: Int] = [:]

    init(_ history: SettingHistory, of tree: JSONTree) {
        self.history = history
        var known: Set<Int> = []
        for segment in history.segments where known.insert(segment.valueClass).inserted {
            classes[tree.canonicalText(of: segment.value)] = segment.valueClass
        }
    }

    /// The class of the values that equal a literal; `nil` if the setting has none for any version.
    func valueClass(of literal: Expression.Literal) -> Int? {
        classes[literal.tree.canonicalText(of: Expression.Literal.root)]
    }
}
