import FlagAnalysis

extension CommandOperand where Self == Operand<(any Rule)?> {
    fileprivate static var rule: Self {
        Operand(optional: .rule("CODE"), summary: "the rule to explain, such as shadowed-entry") { Rules.names }
    }
}

extension Command {
    static let rules = Command(
        name: "rules",
        summary: "the rules of check, and what to do about findings",
        examples: [
            Example(line: "flagctl rules", meaning: "every rule with its default severity and its meaning"),
            Example(
                line: "flagctl rules shadowed-entry",
                meaning: "one rule: what it means, what to do, a bad and a good example"),
            Example(line: "flagctl rules --format markdown", meaning: "all of that for all rules, as Docs/Rules.md"),
        ],
        operands: [.rule],
        options: [.format(RuleList.Format.self), .color],
        notes: [
            "check, --select and --ignore name a rule by its code.",
            "Exit codes: 0 always, but 2 if there is no such rule or the command line is wrong.",
        ],
        run: { (arguments, session) throws(UsageError) in
            let list = arguments[.rule].map { RuleList(one: $0) } ?? RuleList(all: Rules.all)
            return ReportOutput(arguments).write(list, in: &session)
        })
}
