import FlagAnalysis

extension CommandOperand where Self == Operand<ExplainedCode?> {
    fileprivate static var code: Self {
        Operand(optional: .code("CODE"), summary: "the code to explain, such as shadowed-entry") { ExplainedCode.names }
    }
}

extension Command {
    static let rules = Command(
        name: "rules",
        summary: "explain the rules of check and references, and the codes of all messages",
        examples: [
            Example(line: "flagctl rules", meaning: "all rules with their severities and meanings"),
            Example(
                line: "flagctl rules shadowed-entry",
                meaning: "one rule: its meaning, what to do about findings, bad and good examples"),
            Example(line: "flagctl rules never-taken", meaning: "the code of a message of another command"),
            Example(
                line: "flagctl rules --format markdown", meaning: "the explanations of all rules, as one page"),
        ],
        operands: [.code],
        options: [.format(RuleList.Format.self), .config, .color],
        notes: [
            "Findings, --select and --ignore name a rule by its code. Every other code that a command prints is explained, too.",
            "Exit codes: 0 printed; 2 there is no such code, or the command line is invalid.",
        ],
        run: { (arguments, session) throws(UsageError) in
            let list = arguments[.code].map { RuleList(one: $0) } ?? RuleList(all: Rules.documented, MessageCode.all)
            return ReportOutput(arguments).write(list, in: &session)
        })
}
