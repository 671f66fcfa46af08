import FlagAnalysis

extension Command {
    private static let rulesFormats = RuleList.Format.allCases.map(\.rawValue)

    static let rules = Command(
        name: "rules",
        summary: "what check looks for, and what to do about it",
        examples: [
            Example(line: "flagctl rules", meaning: "every rule with its default severity and its meaning"),
            Example(
                line: "flagctl rules shadowed-entry",
                meaning: "one rule: what it means, what to do, a bad and a good example"),
            Example(line: "flagctl rules --format markdown", meaning: "all of that for all rules, as Docs/Rules.md"),
        ],
        operands: [
            Operand(
                name: "CODE", count: .optional, isFile: false, choices: Rules.names,
                summary: "the rule to explain, such as shadowed-entry")
        ],
        options: [.format(rulesFormats), .color],
        notes: [
            "check, --select and --ignore name a rule by its code.",
            "Exit codes: 0 always, but 2 where there is no such rule or the command line is wrong.",
        ],
        run: { (arguments, session) throws(UsageError) in
            let format = arguments.value(.format(rulesFormats)).flatMap(RuleList.Format.init) ?? .text
            let list: RuleList
            if let name = arguments.operands.first {
                list = RuleList(one: try rule(named: name))
            } else {
                list = RuleList(all: Rules.all)
            }
            list.write(format, style: session.outputStyle, width: session.outputWidth, to: &session.output)
            return .clean
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
