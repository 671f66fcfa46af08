import FlagAnalysis
import FlagResolver

extension JSONType where Value == RuleCode {
    static var ruleCode: JSONType {
        JSONType(JSONSchema(["enum": .array(Rules.documented.map { .string($0.code.rawValue) })])) { code, output in
            output.writer.write(code.rawValue)
        }
        .described(as: "The rule.")
    }

    /// The code of a rule, or of a policy that does not hold.
    static var findingCode: JSONType {
        JSONType(
            JSONSchema(["enum": .array((Rules.documented.map(\.code) + [.violatedPolicy]).map { .string($0.rawValue) })]
            )
        ) { code, output in
            output.writer.write(code.rawValue)
        }
        .described(as: "The rule, or violated-policy.")
    }
}

extension RuleCode {
    /// Values break a policy. This is not a rule: no option turns it off.
    static let violatedPolicy = RuleCode(rawValue: "violated-policy")
}

extension JSONType where Value == Severity {
    static var severity: JSONType { word.described(as: "How severe a finding is.") }
}
