package import FlagResolver

/// Finds all versions and users for which expressions are true in a document: exactly, not by sampling.
package struct ExpressionEvaluator {
    /// Why an expression has no meaning in the document, or probably does not have the intended one.
    package enum Problem: Sendable {
        case unknownSetting(Expression.SettingName)
        /// The policy already has another group or pattern.
        case severalPatterns(Expression.SettingName, first: Expression.SettingName)
        /// The policies stand for too many settings together, so this one is not proved.
        case tooManyInstances(Expression.SettingName)
        /// The setting is unresolvable: its default is missing or has the wrong type.
        case noValue(Expression.SettingName)
        /// The setting is compared by order, but for some versions it is not a number.
        case notANumber(Expression.SettingName, versions: VersionSet, value: FoundValue)
        /// The setting never has the value that it is compared with. This is only a warning.
        case valueNeverOccurs(Expression.SettingName, Expression.Literal)
        /// `exists` names an unknown setting, but another one has a similar name. This is only a warning, and similar names are
        /// searched for only as long as the ``SuggestionBudget`` lasts.
        case similarName(Expression.SettingName, suggestion: String)
        /// The cases of a setting cannot be computed.
        case notAnalysed(Expression.SettingName, CaseSpace.Failure)
        /// The expression tests an attribute as a string and the document tests it as a version, or vice versa.
        case mixedTypes(Expression.AttributeTest)
        /// The policy is about what releases read, and there are no records of it.
        case noReaders(Expression.SettingName)
        /// It is not known what these releases get: not from the document, and not without it.
        case unknownForReleases(Expression.SettingName, [AppVersion])
        /// The expression has too many cases.
        case tooComplex(CaseSpace.Failure)

        package var isError: Bool {
            switch self {
            case .valueNeverOccurs, .similarName: false
            case .unknownSetting, .severalPatterns, .tooManyInstances, .noValue, .notANumber, .notAnalysed, .mixedTypes,
                .tooComplex,
                .noReaders, .unknownForReleases:
                true
            }
        }
    }

    package let document: SettingsDocument
    /// The space of the document, and of the attributes that expressions test.
    package let space: CaseSpace
    /// Whether the left side of an implication is being evaluated.
    private var isPremise = false
    /// The problems found so far.
    package private(set) var problems: [Problem] = []
    /// For the names of unknown settings.
    private var suggestions = SuggestionBudget()
    /// The values of settings, or why they cannot be analysed; `nil` for a setting without a value.
    private var settings: [SettingIndex: Result<SettingValues?, CaseSpace.Failure>] = [:]
    /// The values that settings have instead, as recorded releases read them.
    private var valuesOfReleases: [SettingIndex: SettingValues] = [:]
    /// The tests of attributes, and then the conditions on the selected users; why they cannot be read otherwise.
    private let conditions: Result<UserConditions, CaseSpace.Failure>
    /// The index of the condition of each test of an attribute.
    private let testIndices: [Expression.AttributeTest: Int]
    private var reportedTests: Set<Expression.AttributeTest> = []
    /// The index of the condition on the selected users; `nil` for everybody.
    private let selection: Int?

    /// - Parameters:
    ///   - expressions: All expressions that will be evaluated.
    ///   - selection: Whom questions are about; `nil` for everybody.
    package init(
        _ document: SettingsDocument, for expressions: [Expression] = [], among selection: UserSelection? = nil
    ) {
        self.document = document
        let tests = expressions.flatMap(\.attributeTests)
        testIndices = Dictionary(tests.enumerated().map { ($1, $0) }) { first, _ in first }
        self.selection = selection.map { _ in tests.count }
        do throws(DocumentError) {
            let conditions = try UserConditions(
                tests.map { "{\"when\": {\"\($0.name)\": \($0.condition)}, " }
                    + (selection.map { [$0.members] } ?? []))
            self.conditions = .success(conditions)
            space = tests.isEmpty && selection == nil ? CaseSpace(document) : conditions.space(with: document)
        } catch {
            conditions = .failure(.unreadable(reason: error.message))
            space = CaseSpace(document)
        }
    }

    /// Where an expression is true among the selected users.
    package mutating func selectedCases(satisfying expression: Expression) -> CaseMap {
        let satisfied = cases(satisfying: expression)
        guard let selection else { return satisfied }
        do throws(CaseSpace.Failure) {
            return try space.all([satisfied, conditions.get().users(at: selection, in: space)])
        } catch {
            if !reportMixedTypes(error) { problems.append(.tooComplex(error)) }
            return VersionMap(.no)
        }
    }

    /// Where an expression is true. The result has no meaning if ``problems`` contains an error.
    ///
    /// - Complexity: Linear in the number of comparisons and the segments of their settings. Expressions about settings
    ///   that test more than the version are limited by ``CaseLimit``.
    package mutating func cases(satisfying expression: Expression) -> CaseMap {
        do throws(CaseSpace.Failure) {
            return try evaluate(expression)
        } catch {
            problems.append(.tooComplex(error))
            return VersionMap(.no)
        }
    }

    mutating func reportTooManyInstances(of name: Expression.SettingName) { problems.append(.tooManyInstances(name)) }

    mutating func report(_ error: Policy.SeveralPatterns) {
        problems.append(.severalPatterns(error.second, first: error.first))
    }

    /// Replaces the values of some settings by those that recorded releases read.
    mutating func use(_ valuesOfReleases: [SettingIndex: SettingValues]) { self.valuesOfReleases = valuesOfReleases }

    /// Removes the warnings after some problems, which were already found with the values as they are written.
    mutating func removeWarnings(after count: Int) {
        problems = problems[..<count] + problems[count...].filter(\.isError)
    }

    mutating func report(_ releases: [AppVersion], unknownFor name: Expression.SettingName) {
        problems.append(.unknownForReleases(name, releases))
    }

    mutating func reportMissingReaders(for name: Expression.SettingName) { problems.append(.noReaders(name)) }

    /// Adds a failure as a problem.
    mutating func report(_ failure: CaseSpace.Failure) { problems.append(.tooComplex(failure)) }

    private mutating func evaluate(_ expression: Expression) throws(CaseSpace.Failure) -> CaseMap {
        switch expression {
        case .comparison(let name, let sign, let literal): return try compare(name, sign, literal)
        case .membership(let name, let literals): return try member(name, literals)
        case .exists(let name): return exists(name)
        case .attribute(let test): return attribute(test)
        case .not(let inner): return try space.negated(evaluate(inner))
        case .all(let parts):
            let conditions = try evaluate(parts)
            return try space.all(conditions[...])
        case .any(let parts):
            let conditions = try evaluate(parts)
            return try space.any(conditions[...])
        case .implication(let left, let right):
            let premise = try evaluate(premise: left)
            let conclusion = try evaluate(right)
            return try space.any([space.negated(premise), conclusion])
        }
    }

    private mutating func evaluate(premise: Expression) throws(CaseSpace.Failure) -> CaseMap {
        let isInnerPremise = isPremise
        isPremise = true
        defer { isPremise = isInnerPremise }
        return try evaluate(premise)
    }

    private mutating func evaluate(_ parts: [Expression]) throws(CaseSpace.Failure) -> [CaseMap] {
        var conditions: [CaseMap] = []
        for part in parts { conditions.append(try evaluate(part)) }
        return conditions
    }

    private mutating func exists(_ name: Expression.SettingName) -> CaseMap {
        guard document.index(named: name.text) == nil else { return VersionMap(.yes) }
        if let suggestion = suggestions.nearestSetting(to: name.text, in: document) {
            problems.append(.similarName(name, suggestion: suggestion))
        }
        return VersionMap(.no)
    }

    private mutating func attribute(_ test: Expression.AttributeTest) -> CaseMap {
        do throws(CaseSpace.Failure) {
            guard let index = testIndices[test] else {
                throw .unreadable(reason: "the test of \(test.name) is not among the given expressions")
            }
            return try conditions.get().users(at: index, in: space)
        } catch {
            if !reportMixedTypes(error) { problems.append(.tooComplex(error)) }
            return VersionMap(.no)
        }
    }

    /// Adds a problem, once, if an expression and the document test an attribute as different types.
    ///
    /// - Returns: Whether that is the reason for the failure.
    private mutating func reportMixedTypes(_ failure: CaseSpace.Failure) -> Bool {
        guard case .mixedTypes(let attribute, let string, let version) = failure,
            string.side == .second || version.side == .second
        else { return false }
        var isReported = false
        for test in testIndices.keys.sorted(by: { $0.span.lowerBound < $1.span.lowerBound })
        where test.name == attribute && test.testsVersion == (version.side == .second) {
            if reportedTests.insert(test).inserted { problems.append(.mixedTypes(test)) }
            isReported = true
        }
        // Otherwise the conditions on the selected users are the reason.
        return isReported
    }

    /// The values of a setting; `nil` if it has none, which is a problem.
    mutating func values(of name: Expression.SettingName) -> SettingValues? {
        guard let setting = document.index(named: name.text) else {
            problems.append(.unknownSetting(name))
            return nil
        }
        if let values = valuesOfReleases[setting] { return values }
        let values = settings[setting] ?? analysed(setting)
        settings[setting] = values
        do throws(CaseSpace.Failure) {
            if let values = try values.get() { return values }
            problems.append(.noValue(name))
        } catch {
            if !reportMixedTypes(error) { problems.append(.notAnalysed(name, error)) }
        }
        return nil
    }

    private func analysed(_ setting: SettingIndex) -> Result<SettingValues?, CaseSpace.Failure> {
        do throws(CaseSpace.Failure) {
            let function = try SettingFunction(of: setting, in: space)
            return .success(function.map { SettingValues($0, of: setting) })
        } catch {
            return .failure(error)
        }
    }

    private mutating func compare(
        _ name: Expression.SettingName, _ sign: Expression.Operator, _ literal: Expression.Literal
    ) throws(CaseSpace.Failure) -> CaseMap {
        guard !sign.isOrder else { return try order(name, sign, literal) }
        let equal = try member(name, [literal])
        return sign == .equal ? equal : try space.negated(equal)
    }

    private mutating func member(
        _ name: Expression.SettingName, _ literals: [Expression.Literal]
    ) throws(CaseSpace.Failure) -> CaseMap {
        guard let values = values(of: name) else { return VersionMap(.no) }
        warnOfMissing(literals, among: values, of: name)
        let winners = Set(literals.flatMap { values.winners(of: $0) })
        return try space.mapped(values.function.winners) { (winner: Winner) in winners.contains(winner) }
    }

    /// Adds a warning for each literal that the setting never has as its value.
    ///
    /// The premise of an implication may be about a value that the setting does not have yet, or no longer.
    mutating func warnOfMissing(
        _ literals: [Expression.Literal], among values: SettingValues, of name: Expression.SettingName
    ) {
        guard !isPremise else { return }
        for literal in literals where values.winners(of: literal).isEmpty {
            problems.append(.valueNeverOccurs(name, literal))
        }
    }

    private mutating func order(
        _ name: Expression.SettingName, _ sign: Expression.Operator, _ literal: Expression.Literal
    ) throws(CaseSpace.Failure) -> CaseMap {
        guard let values = values(of: name) else { return VersionMap(.no) }
        let root = Expression.Literal.root
        // Each value is compared once; `nil` for values that are not numbers.
        var outcomes: [Winner: Bool] = [:]
        var other: Winner?
        for winner in values.winners {
            let value = values.function.jsonValue(of: winner)
            guard let isLess = value.isLess(than: literal.tree[root]),
                let isGreater = literal.tree[root].isLess(than: value)
            else {
                other = other ?? winner
                continue
            }
            switch sign {
            case .less: outcomes[winner] = isLess
            case .lessOrEqual: outcomes[winner] = !isGreater
            case .greater: outcomes[winner] = isGreater
            default: outcomes[winner] = !isLess
            }
        }
        if let other {
            let others = try space.mapped(values.function.winners) { (winner: Winner) in outcomes[winner] == nil }
            problems.append(
                .notANumber(name, versions: others.possibleVersions, value: FoundValue(of: other, in: values.function)))
        }
        return try space.mapped(values.function.winners) { (winner: Winner) in outcomes[winner] ?? false }
    }
}

/// A setting, with the winners of its distinct values by their canonical text.
struct SettingValues {
    let function: SettingFunction
    let setting: SettingIndex
    /// The winners that the setting has, in the order of its cases.
    let winners: [Winner]
    let representatives: ValueRepresentatives
    private var winnersByText: [[UInt8]: [Winner]] = [:]

    init(_ function: SettingFunction, of setting: SettingIndex) {
        self.function = function
        self.setting = setting
        winners = function.space.values(of: function.winners)
        representatives = function.representatives()
        for winner in winners {
            let value = function.jsonValue(of: winner)
            winnersByText[value.tree.canonicalText(of: value.node), default: []].append(winner)
        }
    }

    /// The winners whose value equals a literal; none if the setting never has it.
    func winners(of literal: Expression.Literal) -> [Winner] {
        winnersByText[literal.tree.canonicalText(of: Expression.Literal.root)] ?? []
    }
}

/// A value that a setting has, and where it is from.
package struct FoundValue: Sendable {
    package let value: JSONValue
    /// The node of the value in the document; that of the setting, if the document does not have it.
    package let node: Int

    init(of winner: Winner, in function: SettingFunction) {
        value = function.jsonValue(of: winner)
        node = function.value(of: winner)
    }

    init(_ node: Int, of tree: JSONTree) {
        value = tree[node]
        self.node = node
    }
}
