import FlagAnalysis

extension ArgumentType where Value == any Rule {
    static func rule(_ placeholder: String) -> Self { .rule(placeholder) { $0 } }
}

extension ArgumentType where Value == RuleCode {
    static func ruleCode(_ placeholder: String) -> Self { .rule(placeholder) { $0.code } }
}

extension ArgumentType {
    private static func rule(_ placeholder: String, _ value: @escaping @Sendable (any Rule) -> Value) -> Self {
        .name(
            placeholder, of: "rule", listedBy: "flagctl rules", among: { Rules.names },
            find: { Rules.rule(named: $0).map(value) })
    }
}
