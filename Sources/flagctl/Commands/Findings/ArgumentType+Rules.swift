import FlagAnalysis

extension ArgumentType where Value == any Rule {
    /// A rule of any command.
    static func rule(_ placeholder: String) -> Self { .rule(placeholder, among: Rules.documented) { $0 } }
}

extension ArgumentType where Value == RuleCode {
    /// - Parameter others: Codes without a rule that are also accepted.
    static func ruleCode(_ placeholder: String, among rules: [any Rule], and others: [RuleCode] = []) -> Self {
        let codes = rules.map(\.code) + others
        return .name(
            placeholder, of: "rule", listedBy: "flagctl rules", among: { codes.map(\.rawValue) },
            form: .list(placeholder: placeholder, of: codes.map(\.rawValue)),
            find: { name in codes.first { $0.rawValue == name } })
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
