import FlagAnalysis

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
        operands: [
            Operand(
                name: "CODE", count: .optional, isFile: false, choices: { Rules.names },
                summary: "the rule to explain, such as shadowed-entry")
        ],
        options: [.format(RuleList.Format.self), .color],
        notes: [
            "check, --select and --ignore name a rule by its code.",
            "Exit codes: 0 always, but 2 if there is no such rule or the command line is wrong.",
        ],
        run: { (arguments, session) throws(UsageError) in
            let list = try arguments.operands.first.map { (name) throws(UsageError) in
                RuleList(one: try rule(named: name))
            }
            return ReportOutput(arguments).write(list ?? RuleList(all: Rules.all), in: &session)
        })

    private static func rule(named name: String) throws(UsageError) -> any Rule {
        guard let rule = Rules.rule(named: name) else {
            let suggestion = Spelling.nearest(to: name, in: Rules.names)
            throw .other(
                problem: "there is no rule \(quoted(name))",
                help: suggestion.map { "did you mean \"\($0)\"?" } ?? "\"flagctl rules\" lists them")
        }
        return rule
    }
}
