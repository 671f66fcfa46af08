import FlagAnalysis

extension CommandOperand where Self == Operand<(any Rule)?> {
    fileprivate static var rule: Self {
        Operand(optional: .rule("CODE"), summary: "the rule to explain, such as shadowed-entry") {
            Rules.documented.map(\.code.rawValue)
        }
    }
}

extension Command {
    static let rules = Command(
        name: "rules",
        summary: "explain the rules of check and references",
        examples: [
            Example(line: "flagctl rules", meaning: "all rules with their severities and meanings"),
            Example(
                line: "flagctl rules shadowed-entry",
                meaning: "one rule: its meaning, what to do about findings, bad and good examples"),
            Example(
                line: "flagctl rules --format markdown", meaning: "the explanations of all rules, as in Docs/Rules.md"),
        ],
        operands: [.rule],
        options: [.format(RuleList.Format.self), .config, .color],
        notes: [
            "Findings, --select and --ignore name a rule by its code.",
            "Exit codes: 0 printed; 2 there is no such rule, or the command line is invalid.",
        ],
        run: { (arguments, session) throws(UsageError) in
            let list = arguments[.rule].map { RuleList(one: $0) } ?? RuleList(all: Rules.documented)
            return ReportOutput(arguments).write(list, in: &session)
        })
}
