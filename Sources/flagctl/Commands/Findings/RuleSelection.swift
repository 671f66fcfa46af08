import FlagAnalysis
import FlagResolver

/// The severity that a project gives to a rule: `value-island=off`.
struct RuleSeverity: Sendable, Equatable {
    let code: RuleCode
    /// `nil` if the rule does not run.
    let severity: Severity?
}

extension ArgumentType where Value == RuleSeverity {
    static func ruleSeverity(_ placeholder: String) -> Self {
        let levels = Severity.allCases.map(\.rawValue) + ["off"]
        return ArgumentType(form: .text(placeholder: placeholder)) { (text, label) throws(UsageError) in
            let parts = text.parts(separatedBy: "=", maxSplits: 1).map { String($0) }
            guard parts.count == 2 else {
                throw .badValue(
                    label, value: text, problem: "expected a rule, \"=\" and a severity",
                    help: "as in value-island=off; the severities are \(levels.joined(separator: ", "))")
            }
            let code = try ArgumentType<RuleCode>.ruleCode(
                "CODE", among: Rules.documented, and: BoundaryCode.withoutRule
            )
            .parse(parts[0], label)
            guard levels.contains(parts[1]) else {
                throw .unknownChoice(
                    ArgumentLabel(text: "the severity of \(code.rawValue)"), value: parts[1], choices: levels,
                    suggestion: Spelling.nearest(to: parts[1], in: levels))
            }
            guard !Rules.all.contains(where: { $0.code == code && $0.rejectsDocument }) else {
                throw .badValue(
                    label, value: text, problem: "this rule is always an error: the file is no document without it",
                    help: nil)
            }
            return RuleSeverity(code: code, severity: Severity(rawValue: parts[1]))
        }
    }
}

extension CommandOption where Self == Option<[RuleSeverity]> {
    static var severity: Self {
        Option(
            name: "severity", commaSeparated: .ruleSeverity("CODE=SEVERITY[,…]"),
            summary: "the severity of a rule: error, warning, note, or off"
        ).addedToProject
    }
}

/// The rules of a run, and their severities.
struct RuleSelection {
    let rules: [any Rule]
    /// The rules whose findings are not shown. ``DocumentCheck`` needs them to find unused suppressions.
    private var hidden: [any Rule] = []
    private let changed: [RuleCode: Severity]
    private var lowest = Severity.note
    /// How many rules were excluded by `--select`, `--ignore` or a severity that is "off".
    private(set) var excludedCount = 0

    /// The rules of `--select`, without those of `--ignore` and those that are off. Rules that reject a document always run.
    init(_ arguments: ParsedArguments, among rules: [any Rule]) {
        var severities: [RuleCode: Severity?] = [:]
        for choice in arguments[.severity] { severities[choice.code] = .some(choice.severity) }
        let (selected, ignored) = (Set(arguments[.select(among: rules)]), Set(arguments[.ignore(among: rules)]))
        self.rules = rules.filter { rule in
            rule.rejectsDocument
                || (selected.isEmpty || selected.contains(rule.code)) && !ignored.contains(rule.code)
                    && severities[rule.code, default: rule.severity] != nil
        }
        changed = severities.compactMapValues { $0 }
        excludedCount = rules.count - self.rules.count
    }

    /// Checks that a rule of `--select` runs: without one, a check would pass whatever the document is.
    ///
    /// - Throws: `UsageError` if none does.
    static func checkSelected(_ arguments: ParsedArguments, among rules: [any Rule]) throws(UsageError) {
        let selected = Set(arguments[.select(among: rules)])
        let selection = RuleSelection(arguments, among: rules)
        guard !selected.isEmpty, !selection.rules.contains(where: { selected.contains($0.code) }) else { return }
        throw .other(
            problem: "no rule of --select is left, so nothing would be checked",
            help: "omit it from --ignore and from the severities that are \"off\"")
    }

    /// - Parameter changed: The severities of rules that differ from their defaults.
    init(_ rules: [any Rule], _ changed: [RuleCode: Severity] = [:]) {
        self.rules = rules
        self.changed = changed
    }

    func filter(_ isIncluded: (any Rule) -> Bool) -> RuleSelection {
        var selection = RuleSelection(rules.filter(isIncluded), changed)
        selection.hidden = rules.filter { !isIncluded($0) }
        selection.excludedCount = excludedCount
        return selection
    }

    func severity(of rule: any Rule) -> Severity { changed[rule.code] ?? rule.severity }

    /// The rules that can find something of a severity, or worse. What they find below it is not reported.
    func from(_ lowest: Severity) -> RuleSelection {
        var selection = filter { (changed[$0.code] ?? $0.highestSeverity) >= lowest || $0.rejectsDocument }
        selection.lowest = lowest
        return selection
    }

    /// The severities of the rules.
    var severities: [RuleCode: Severity] {
        Dictionary(rules.map { ($0.code, severity(of: $0)) }) { first, _ in first }
    }

    var check: DocumentCheck { DocumentCheck(rules: rules, hiddenRules: hidden, severities: changed, from: lowest) }
}
