import FlagAnalysis

extension ArgumentType where Value == any Rule {
    /// A rule of any command.
    static func rule(_ placeholder: String) -> Self { .rule(placeholder, among: Rules.documented) { $0 } }
}

extension ArgumentType where Value == RuleCode {
    static func ruleCode(_ placeholder: String, among rules: [any Rule]) -> Self {
        .rule(
            placeholder, among: rules,
            form: .list(placeholder: placeholder, of: rules.map(\.code.rawValue))
        ) { $0.code }
    }
}

extension ArgumentType {
    private static func rule(
        _ placeholder: String, among rules: [any Rule], form: ArgumentForm? = nil,
        _ value: @escaping @Sendable (any Rule) -> Value
    ) -> Self {
        .name(
            placeholder, of: "rule", listedBy: "flagctl rules", among: { rules.map(\.code.rawValue) }, form: form,
            find: { name in rules.first { $0.code.rawValue == name }.map(value) })
    }
}
