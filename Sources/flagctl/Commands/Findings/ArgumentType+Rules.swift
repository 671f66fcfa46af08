import FlagAnalysis

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
