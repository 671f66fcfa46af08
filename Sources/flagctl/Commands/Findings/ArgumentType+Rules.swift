import FlagAnalysis

extension ArgumentType where Value == any Rule {
    static func rule(_ placeholder: String) -> Self {
        .name(
            placeholder, of: "rule", listedBy: "flagctl rules", among: { Rules.names }, find: { Rules.rule(named: $0) })
    }
}

extension ArgumentType where Value == RuleCode {
    static func ruleCode(_ placeholder: String) -> Self {
        .name(placeholder, of: "rule", listedBy: "flagctl rules", among: { Rules.names }) {
            Rules.rule(named: $0)?.code
        }
    }
}
